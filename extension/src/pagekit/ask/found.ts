// An element with the facts that were asked for.
import type { FoundElement, QueryFact, QueryParams } from '../../wire';
import { checkedOf, cut, labelOf, valueOf } from '../dom/facts';
import { fieldKind, isReadOnly } from '../dom/fields';
import { attributeOf, checkVisibility, tagOf } from '../dom/native';
import { roleOf } from '../dom/roles';
import { DOTS, isInConcealed, isSecret, redacted } from '../dom/secrets';
import { activeIn } from '../dom/tree';
import { boxOf, isDisabled, isVisible } from '../dom/visibility';
import type { Numbers } from '../numbers';
import { clipOf } from '../ready/reach';
import { innerMarkup } from './markup';

type Asked = Pick<QueryParams, 'facts' | 'attribute' | 'charsMax'>;
type Facts = Omit<FoundElement, 'number'>;

export function foundElement(
  element: Element,
  { facts, attribute, charsMax }: Asked,
  numbers: Numbers,
): FoundElement {
  const found: FoundElement = { number: numbers.of(element) };
  for (const fact of facts) Object.assign(found, FACTS[fact](element, charsMax));
  if (attribute === undefined) return found;
  const value = attributeTold(element, attribute);
  return value === null ? found : { ...found, attribute: cut(value, charsMax) };
}

const FACTS: Record<QueryFact, (element: Element, charsMax: number) => Facts> = {
  name: (element) => ({ role: roleOf(element) || tagOf(element), name: labelOf(element) }),
  state: stateOf,
  textContent: (element, charsMax) => ({
    textContent: cut(textTold(element, element.textContent), charsMax),
  }),
  innerText: (element, charsMax) => ({
    // What is drawn and no HTML has only this.
    innerText: cut(
      textTold(element, element instanceof HTMLElement ? element.innerText : element.textContent),
      charsMax,
    ),
  }),
  innerHtml: (element, charsMax) => ({ innerHtml: cut(innerMarkup(element), charsMax) }),
  inputValue(element, charsMax) {
    const value = inputValueOf(element);
    return value === undefined ? {} : { inputValue: cut(value, charsMax) };
  },
  rect(element) {
    const { x, y, width, height } = boxOf(element);
    return { rect: { x, y, width, height } };
  },
};

function stateOf(element: Element): Facts {
  const checked = checkedOf(element);
  const enabled = !isDisabled(element);
  return {
    visible: isVisible(element),
    enabled,
    editable: enabled && fieldKind(element) !== 'none' && !isReadOnly(element),
    ...(checked !== undefined && { checked }),
    focused: activeIn(element.ownerDocument) === element,
    inView: isInView(element),
  };
}

/** Any part of it, as far as what is around it lets it be seen. */
function isInView(element: Element): boolean {
  if (!checkVisibility(element)) return false;
  const box = boxOf(element);
  const clip = clipOf(element);
  return (
    Math.min(box.right, clip.right) > Math.max(box.left, clip.left) &&
    Math.min(box.bottom, clip.bottom) > Math.max(box.top, clip.top)
  );
}

/** As the page's own scripts would get it: of a choice its value, not its label. */
function inputValueOf(element: Element): string | undefined {
  if (element instanceof HTMLInputElement && element.type !== 'file') {
    return element.value && isSecret(element) ? DOTS : element.value;
  }
  if (element instanceof HTMLSelectElement) return isSecret(element) ? DOTS : element.value;
  return fieldKind(element) === 'none' ? undefined : valueOf(element);
}

function textTold(element: Element, text: string): string {
  return isInConcealed(element) && text.trim() !== '' ? DOTS : redacted(text);
}

function attributeTold(element: Element, name: string): string | null {
  const value = attributeOf(element, name);
  return value && name.toLowerCase() === 'value' && isSecret(element) ? DOTS : value;
}
