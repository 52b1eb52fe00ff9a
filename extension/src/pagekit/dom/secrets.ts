// Elements whose content must not be read: passwords, and elements that a secret was typed into.
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

/** Whether a field's value is secret, also while the page shows the password in clear. */
export function isSecret(field: Element): boolean {
  if (isConcealed(field)) return true;
  if (field instanceof HTMLInputElement && field.type === 'password') return true;
  const purpose = attributeOf(field, 'autocomplete');
  return purpose !== null && /\b(current|new)-password\b/.test(purpose);
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
