// What nobody is to read: passwords, and elements that a secret was put into.
import { attributeOf } from './native';
import { parentOf } from './tree';

/** Told in place of a secret, however long it is. */
export const DOTS = '••••';

const concealed = new WeakSet<Node>();
/** The same, to go through; most pages have none. */
const known = new Set<WeakRef<Element>>();

export function conceal(element: Element): void {
  if (concealed.has(element)) return;
  concealed.add(element);
  known.add(new WeakRef(element));
}

export function isConcealed(node: Node): boolean {
  return known.size > 0 && concealed.has(node);
}

/** It, or what it is in: the paragraphs of an editor. */
export function isInConcealed(node: Node): boolean {
  if (known.size === 0) return false;
  for (let at: Node | null = node; at; at = parentOf(at)) if (concealed.has(at)) return true;
  return false;
}

/** Whether the value of a field is not to be told; also while the page shows a password in clear. */
export function isSecret(field: Element): boolean {
  if (isConcealed(field)) return true;
  if (field instanceof HTMLInputElement && field.type === 'password') return true;
  const purpose = attributeOf(field, 'autocomplete');
  return purpose !== null && /\b(current|new)-password\b/.test(purpose);
}

/** Those that are in the page now. */
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
