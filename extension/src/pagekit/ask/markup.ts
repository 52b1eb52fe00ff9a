// The markup inside an element as its page has it, with secrets taken out.
import { queryAll } from '../dom/native';
import { DOTS, isConcealed, isInConcealed, isSecret } from '../dom/secrets';

export function innerMarkup(element: Element): string {
  if (isInConcealed(element)) return DOTS;
  const parts = [...queryAll(element, '*')];
  if (!parts.some(isKept)) return element.innerHTML;
  // In a document that runs nothing, so that the page does not notice.
  const copy = element.ownerDocument.implementation.createHTMLDocument().importNode(element, true);
  const copies = queryAll(copy, '*');
  parts.forEach((part, at) => {
    const twin = copies[at];
    if (!twin || !isKept(part)) return;
    if (twin.hasAttribute('value')) twin.setAttribute('value', DOTS);
    if (twin.textContent) twin.textContent = DOTS;
  });
  return copy.innerHTML;
}

function isKept(part: Element): boolean {
  return isConcealed(part) || (part instanceof HTMLInputElement && isSecret(part));
}
