// Whether a frame says something that a person could read: the text that reading gives, values of
// fields with it.
import { isInConcealed } from '../dom/secrets';
import { isField, shownValueOf } from '../dom/shown-values';
import { deepQueryAll, shadowRootsIn } from '../dom/tree';
import { fold } from '../find/marks';
import { smallestSaying } from '../find/text';
import { renderedTreeOf } from '../read/rendered-tree';
import { textOf } from '../read/text';
import { isVisible } from '../dom/visibility';

export function readableText(document: Document): string {
  const body = document.body as HTMLElement | null;
  const tree = body && renderedTreeOf(body);
  return tree ? textOf(tree).text : '';
}

export function says(document: Document, text: string): boolean {
  const wanted = fold(text);
  // To read a page takes much longer than to see that it cannot say this.
  if (!mayContain(document, wanted)) return false;
  return fold(readableText(document)).includes(wanted);
}

/** The smallest hidden element that says it, if one does. */
export function hiddenSaying(document: Document, text: string): Element | undefined {
  const wanted = fold(text);
  const isShown = (element: Element): boolean => {
    const tree = isVisible(element) ? renderedTreeOf(element) : undefined;
    return tree !== undefined && fold(textOf(tree).text).includes(wanted);
  };
  return smallestSaying(document, wanted).find(
    (element) => !isInConcealed(element) && !isShown(element),
  );
}

/** By all text that is there, hidden or not, whatever spaces there are between its parts. */
function mayContain(document: Document, wanted: string): boolean {
  const body = document.body as HTMLElement | null;
  if (!body) return false;
  const bare = withoutSpaces(wanted);
  const holds = (text: string | null) => withoutSpaces(fold(text ?? '')).includes(bare);
  if (holds(body.textContent)) return true;
  const shadows = shadowRootsIn(body);
  // Parts of it may be in different trees, or be what fields hold.
  const fields = deepQueryAll(body, 'input, select, textarea, [aria-checked]');
  if (shadows.length === 0 && fields.length === 0) return false;
  if (shadows.length === 0 && fields.every((field) => isField(field.localName))) {
    return fields.some((field) => sharesEnds(shownValueOf(field), bare));
  }
  return true;
}

/** Whether a value holds it, or an end of it that text around the field may complete. */
function sharesEnds(value: string, bare: string): boolean {
  const held = withoutSpaces(fold(value));
  if (held === '') return false;
  return held.includes(bare) || bare.includes(held) || overlap(held, bare) || overlap(bare, held);
}

function overlap(first: string, second: string): boolean {
  for (let length = Math.min(first.length, second.length); length > 0; length -= 1) {
    if (first.endsWith(second.slice(0, length))) return true;
  }
  return false;
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '');
}
