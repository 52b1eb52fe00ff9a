// Elements whose content must not be read: passwords, and elements that a secret was typed into.
import { labelsOf } from './labels';
import { attributeOf } from './native';
import { parentOf } from './tree';

/** Shown in place of a secret. Its length is constant, so that it does not give away the secret's. */
export const DOTS = '••••';

const concealed = new WeakSet<Node>();
/** The concealed elements once more, because a WeakSet cannot be iterated. Mostly empty. */
const known = new Set<WeakRef<Element>>();

export function conceal(element: Element): void {
  if (concealed.has(element)) return;
  concealed.add(element);
  known.add(new WeakRef(element));
}

export function isConcealed(node: Node): boolean {
  return known.size > 0 && concealed.has(node);
}

/** Whether the node or an ancestor is concealed, for instance the editor around a paragraph. */
export function isInConcealed(node: Node): boolean {
  if (known.size === 0) return false;
  for (let at: Node | null = node; at; at = parentOf(at)) if (concealed.has(at)) return true;
  return false;
}

/** Whether a field's value is secret. */
export function isSecret(field: Element): boolean {
  return isConcealed(field) || isPasswordField(field);
}

/** Fields that had dots once: the page may show a password in clear. */
const hadDots = new WeakSet<Element>();
const PASSWORD_WORDS =
  /pass(?:w|code|phrase|\b|_)|\bpwd?\b|kennwort|contrase|senha|wachtwoord|mot de passe|パスワード|密码/i;

/** Whether a field takes a password, also while the page shows it in clear. */
export function isPasswordField(field: Element): boolean {
  if (field instanceof HTMLInputElement && field.type === 'password') {
    hadDots.add(field);
    return true;
  }
  if (hadDots.has(field)) return true;
  const purpose = attributeOf(field, 'autocomplete');
  if (!purpose || attributeOf(field, 'role') === 'combobox') return false;
  if (/\bcurrent-password\b/.test(purpose)) return true;
  // Many pages write this on any field, so that the browser fills nothing in there.
  return /\bnew-password\b/.test(purpose) && namesPassword(field);
}

function namesPassword(field: Element): boolean {
  const attributes = ['name', 'id', 'aria-label', 'placeholder', 'title'];
  return [
    ...attributes.map((name) => attributeOf(field, name) ?? ''),
    ...labelsOf(field).map((label) => label.textContent),
  ].some((words) => PASSWORD_WORDS.test(words));
}

/** The concealed elements that are in the page now. */
export function concealedElements(): Element[] {
  const there: Element[] = [];
  for (const reference of known) {
    const element = reference.deref();
    if (!element) known.delete(reference);
    else if (element.isConnected) there.push(element);
  }
  return there;
}

/** A text that the browser put together itself, without what concealed editors hold. */
export function redacted(text: string): string {
  if (known.size === 0) return text;
  const secrets = concealedElements().flatMap((element) => [
    element.textContent,
    element instanceof HTMLElement ? element.innerText : '',
  ]);
  return secrets
    .filter((secret) => secret.trim() !== '')
    .reduce((left, secret) => left.replaceAll(secret, DOTS), text);
}
