// Which element a person means who points somewhere: the first on the way out that can be acted on.
import type { KnownListeners } from '../listeners/known-listeners';
import { signOf } from '../dom/clickable';
import { attributeNamesOf, queryAll, tagOf } from '../dom/native';
import { editingHostOf } from '../dom/fields';

/** A box that holds more is not itself what was meant. */
const TEXT_CHARS_MAX = 300;
const CONTROLS = 'a[href], button, input, select, textarea, [role=button], [role=link]';

/** None where nothing on the way can be acted on. */
export function actedOn(
  path: readonly EventTarget[],
  listeners: KnownListeners,
): Element | undefined {
  // What is in a frame is told from there; until it has come, a press in its place means nothing.
  if (isFrame(path[0])) return undefined;
  let reacting: Element | undefined;
  let pointed: Element | undefined;
  let isPointed = true;
  for (const at of path) {
    if (!(at instanceof Element)) continue;
    const tag = tagOf(at);
    if (tag === 'body' || tag === 'html') break;
    if (at instanceof HTMLLabelElement && at.control) return at.control;
    const sign = signOf(at, tag, attributeNamesOf(at), listeners);
    if (sign === 'control') return at;
    if (sign === 'edit') return at instanceof HTMLElement ? editingHostOf(at) : at;
    if (sign === 'handler' || sign === 'focus' || sign === 'listener' || sign === 'drag') {
      if (!reacting && isMeant(at)) reacting = at;
    }
    isPointed &&= getComputedStyle(at).cursor === 'pointer';
    if (isPointed && isMeant(at)) pointed = at;
  }
  return reacting ?? pointed;
}

/** What was hit, where nothing there reacts for all we know; never the page itself. */
export function hitOn(path: readonly EventTarget[]): Element | undefined {
  const [hit] = path;
  if (!(hit instanceof Element) || isFrame(hit)) return undefined;
  const tag = tagOf(hit);
  return tag === 'body' || tag === 'html' ? undefined : hit;
}

function isMeant(element: Element): boolean {
  return element.textContent.length <= TEXT_CHARS_MAX && queryAll(element, CONTROLS).length === 0;
}

function isFrame(target: EventTarget | undefined): boolean {
  return (
    target instanceof Element && ['iframe', 'frame', 'object', 'embed'].includes(tagOf(target))
  );
}
