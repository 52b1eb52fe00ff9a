// Keeps secrets out of pictures: their letters are drawn as dots, like those of a password. What has other
// letters than text is not drawn at all.
import { tagOf } from '../dom/native';
import { concealedElements } from '../dom/secrets';
import { mirrorsOf } from './mirrors';

type Styled = HTMLElement | SVGElement;

interface Before {
  property: string;
  value: string;
  priority: string;
}

const DOTS: [string, string][] = [['-webkit-text-security', 'disc']];
/** Without a transition, which would let it be seen for a while longer. */
const UNDRAWN: [string, string][] = [
  ['transition', 'none'],
  ['opacity', '0'],
];
const blurred = new Map<Styled, Before[]>();

/** Blurs what a secret was typed into and what shows one of the values, or ends that. Returns whether
 * anything was changed. */
export function blurSecrets(
  document: Document,
  on: boolean,
  values: readonly string[] = [],
): boolean {
  if (!on) return clear();
  for (const element of concealedElements()) blur(element, DOTS);
  for (const element of mirrorsOf(document, values)) {
    blur(element, drawsDots(element) ? DOTS : UNDRAWN);
  }
  return blurred.size > 0;
}

function blur(element: Element, properties: [string, string][]): void {
  if (!(element instanceof HTMLElement || element instanceof SVGElement)) return;
  if (blurred.has(element)) return;
  const { style } = element;
  const before: Before[] = [];
  for (const [property, value] of properties) {
    before.push({
      property,
      value: style.getPropertyValue(property),
      priority: style.getPropertyPriority(property),
    });
    style.setProperty(property, value, 'important');
  }
  blurred.set(element, before);
}

/** Whether all its letters can be drawn as dots; the hint of a field cannot. */
function drawsDots(element: Element): boolean {
  return element instanceof HTMLElement && !FIELDS.has(tagOf(element));
}

function clear(): boolean {
  const had = blurred.size > 0;
  for (const [{ style }, before] of blurred) {
    for (const { property, value, priority } of before) {
      if (value) style.setProperty(property, value, priority);
      else style.removeProperty(property);
    }
  }
  blurred.clear();
  return had;
}

const FIELDS = new Set(['input', 'textarea', 'select', 'img']);
