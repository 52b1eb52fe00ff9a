// Waits until a condition holds, and at the timeout reports what is there instead.
import { quote } from '../../page-words';
import type { Condition, WaitUntilParams, Waited } from '../../wire';
import { changeBell, nextFrame, nextTurn } from './clock';
import type { KitContext } from '../context';
import { describe, factsOf } from '../dom/facts';
import { findAny } from '../find/find';
import { describeTarget } from '../find/describe-target';
import { Refusal } from '../refusal';
import { rootsOf } from '../dom/roots';
import { hiddenSaying, readableText, says } from './text';
import { isVisible } from '../dom/visibility';
import { watchQuiet } from './quiet';

export async function waitUntil(context: KitContext, params: WaitUntilParams): Promise<Waited> {
  const { condition, timeoutMs } = params;
  const { window, numbers } = context;
  const begun = performance.now();
  const waited = (element?: Element): Waited => ({
    waitedMs: Math.round(performance.now() - begun),
    ...(element && { element: factsOf(element, numbers) }),
  });
  if (condition.type === 'quiet') {
    const quiet = watchQuiet(window, condition.quietMs);
    try {
      const reached = await quiet.reached(timeoutMs);
      if (reached) return waited();
      throw new Refusal('timeout', `after ${timeoutMs} ms ${quiet.describe()}`);
    } finally {
      quiet.stop();
    }
  }
  const bell = changeBell(window, rootsOf(window.document));
  try {
    for (;;) {
      const found = check(context, condition);
      if (found.so) {
        if (condition.type === 'interactive') await freeThread(window);
        return waited(found.element);
      }
      const left = begun + timeoutMs - performance.now();
      if (left <= 0) throw new Refusal('timeout', `after ${timeoutMs} ms ${found.instead()}`);
      await bell.next(left);
    }
  } finally {
    bell.stop();
  }
}

type Finding = { so: true; element?: Element } | { so: false; instead: () => string };

function check(context: KitContext, condition: Exclude<Condition, { type: 'quiet' }>): Finding {
  const { document } = context.window;
  switch (condition.type) {
    case 'element':
      return checkElement(context, condition);
    case 'text': {
      const shown = says(document, condition.text);
      if (shown !== condition.gone) return { so: true };
      return { so: false, instead: () => insteadOfText(document, condition) };
    }
    case 'load': {
      const state = document.readyState;
      if (state === 'complete' || (!condition.complete && state === 'interactive')) {
        return { so: true };
      }
      return { so: false, instead: () => `the page is still ${state}` };
    }
    case 'interactive':
      if (document.readyState !== 'loading') return { so: true };
      return { so: false, instead: () => 'the page is still being parsed' };
  }
}

function checkElement(
  context: KitContext,
  { target, state }: Extract<Condition, { type: 'element' }>,
): Finding {
  const found = findAny(context, target);
  const visible = found.filter(isVisible);
  const [first] = visible.length > 0 ? visible : found;
  const nth = typeof target === 'object' && 'nth' in target ? target.nth : undefined;
  const chosen = nth === undefined ? first : (visible.length > 0 ? visible : found)[nth];
  const seen = !!chosen && isVisible(chosen);
  const so = { attached: !!chosen, detached: !chosen, visible: seen, hidden: !seen }[state];
  if (so) return chosen ? { so, element: chosen } : { so };
  return {
    so,
    instead: () => {
      const words = describeTarget(target);
      if (!chosen) {
        return found.length > 0
          ? `only ${found.length} elements match ${words}`
          : `no element matches ${words}${elsewhere(context, target)}`;
      }
      if (state === 'visible') {
        return `${matching(found.length)} ${words}, but none is visible: ${describe(chosen)}`;
      }
      return `${describe(chosen)} matches ${words} and is still ${seen ? 'visible' : 'there, hidden'}`;
    },
  };
}

/** A selector that fits nothing is often one word off: its last name may be a class or an id. */
function elsewhere(context: KitContext, target: Parameters<typeof findAny>[1]): string {
  if (typeof target !== 'object' || !('selector' in target)) return '';
  const name = /^[.#]([\w-]+)$/.exec(target.selector.trim())?.[1];
  if (!name) return '';
  const other = target.selector.trim().startsWith('#') ? `.${name}` : `#${name}`;
  const found = findAny(context, { selector: other });
  if (found.length === 0) return '';
  return `; ${matching(found.length)} "${other}"${found.some(isVisible) ? '' : ' but not visible'}`;
}

function matching(elements: number): string {
  return elements === 1 ? '1 element matches' : `${elements} elements match`;
}

function insteadOfText(
  document: Document,
  { text, gone }: { text: string; gone: boolean },
): string {
  if (gone) return `the page still says "${text}"`;
  const said = readableText(document).replace(/\s+/g, ' ').trim();
  const hidden = hiddenSaying(document, text);
  if (hidden) return `"${text}" is in the page, but hidden: ${describe(hidden)}`;
  return said
    ? `the page does not say "${text}"; it begins ${quote(said, 80)}`
    : 'the page says nothing';
}

/** Two tasks and a frame go by: the main thread is not held. */
async function freeThread(window: Window): Promise<void> {
  await nextTurn();
  await nextFrame(window);
  await nextTurn();
}
