// Fields that take text through an EditContext: the page draws the text itself, and the element that
// the keyboard writes to is often nothing but a place for the focus.
import { hasAttribute, tagOf } from './native';

interface EditContextLike {
  readonly text: string;
}

/** What such an element edits, if it is one. */
export function editContextOf(element: Element): EditContextLike | undefined {
  if (!mayHaveOne(element)) return undefined;
  // Chrome before 121 has none.
  const { editContext } = element as { editContext?: EditContextLike | null };
  return editContext ?? undefined;
}

/** To ask every element of a page would be dear; what takes the keyboard says so, or is a canvas. */
function mayHaveOne(element: Element): boolean {
  return (
    hasAttribute(element, 'tabindex') ||
    hasAttribute(element, 'role') ||
    tagOf(element) === 'canvas'
  );
}
