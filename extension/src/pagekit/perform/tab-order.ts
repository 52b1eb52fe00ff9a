// Where Tab goes next.
import { deepQueryAll } from '../dom/tree';
import { isDisabled, isInert, isVisible } from '../dom/visibility';

export function tabStop(
  document: Document,
  from: Element,
  backwards: boolean,
): Element | undefined {
  const stops = tabStops(document, from);
  const at = stops.indexOf(from);
  if (at >= 0) return stops.at((at + (backwards ? -1 : 1)) % stops.length);
  const after = stops.findIndex(
    (stop) => from.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  if (from === document.body || after < 0) return backwards ? stops.at(-1) : stops[0];
  return backwards ? stops.at(after - 1) : stops[after];
}

function tabStops(document: Document, from: Element): Element[] {
  const stops = deepQueryAll(document, MAY_STOP).filter(
    (element) =>
      (element as HTMLElement).tabIndex >= 0 &&
      !isDisabled(element) &&
      isVisible(element) &&
      !isInert(element) &&
      !(element instanceof HTMLInputElement && isOtherRadio(element, from)),
  );
  const order = (element: Element) => (element as HTMLElement).tabIndex || Infinity;
  return stops.sort((a, b) => (order(a) === order(b) ? 0 : order(a) - order(b)));
}

/** A radio group is one stop: its ticked button, or the first. */
function isOtherRadio(input: HTMLInputElement, from: Element): boolean {
  if (input.type !== 'radio' || input === from) return false;
  const root = input.getRootNode() as Document | ShadowRoot;
  const group = [...root.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    (other) => other.name === input.name && other.form === input.form,
  );
  if (group.some((other) => other === from)) return true;
  return (group.find((other) => other.checked) ?? group[0]) !== input;
}

const MAY_STOP =
  'a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], ' +
  '[contenteditable]:not([contenteditable=false]), audio[controls], video[controls]';
