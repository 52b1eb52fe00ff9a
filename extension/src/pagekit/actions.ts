// Acting on the page, waiting for it, and telling what changed: a table of contents.
import type { PageAction, Ready } from '../wire';
import type { KitContext } from './context';
import type { KitHandlers } from './contract';
import { factsOf } from './dom/facts';
import { guard, type Guard } from './effects/guard';
import { createScriptGuard } from './effects/script-guard';
import { caretToEnd, focusForKeys, focusOn } from './perform/focus';
import { needFor, performAction, pressesEnter, pressesSpace } from './perform/perform';
import { editableOf } from './perform/editing';
import { findOption, isOpen, staysOpen } from './perform/options';
import { awaitSuggestions, suggests } from './perform/suggestions';
import { numbered } from './find/numbered';
import { attributeOf } from './dom/native';
import { makeReady, type Fit } from './ready/ready';
import { writingOf } from './dom/writing';
import { refuseSensitive, takesSecret } from './ready/sensitive';
import { scroll } from './perform/scrolling';
import { settle } from './effects/settle';
import { passThrough } from './overlay';
import type { PointerPlace } from './show/overlay';
import { boxOf } from './dom/visibility';
import { waitUntil } from './wait/waiting';
import { observe, type Observation } from './effects/observation';
import type { KnownListeners } from './listeners/known-listeners';

export function actionHandlers(
  context: KitContext,
  listeners: KnownListeners,
): KitHandlers<
  | 'ready'
  | 'perform'
  | 'findOption'
  | 'awaitSuggestions'
  | 'scroll'
  | 'watch'
  | 'settle'
  | 'waitUntil'
  | 'guardScripts'
  | 'releaseHeld'
> {
  const { window, numbers } = context;
  const scripts = createScriptGuard(context);
  let observing: Observation | undefined;
  let guarding: Guard | undefined;
  /** An action of several steps is between two of them. */
  let goesOn = false;
  const release = () => {
    guarding?.end();
    guarding = undefined;
    passThrough(context, false);
  };
  const rest = () => {
    observing?.watch.stop();
    observing = undefined;
    goesOn = false;
    release();
  };
  const begin = (near?: Element, place?: PointerPlace): Observation => {
    if (goesOn && observing) {
      release();
      goesOn = false;
      passThrough(context, true, place);
      return observing;
    }
    rest();
    passThrough(context, true, place);
    observing = observe(context, listeners, near);
    return observing;
  };
  // What is shown to the person must not stand in the way. While an element is only looked for, which may take
  // seconds, no pointer of ours comes, so that the person can press Stop.
  const prepare = async (params: Parameters<typeof makeReady>[1], action?: PageAction) => {
    passThrough(context, true, 'nowhere');
    try {
      const fit = await makeReady(context, params);
      const { deny = [] } = params;
      if (action && deny.length > 0) {
        if (pressesEnter(action)) refuseSensitive(fit.element, 'enter', deny);
        if (pressesSpace(action)) refuseSensitive(fit.element, 'click', deny);
      }
      return fit;
    } catch (error) {
      passThrough(context, false);
      throw error;
    }
  };
  const answerOf = ({ element, point, field }: Fit): Ready => {
    const { x, y, width, height } = boxOf(element);
    const rect = { x, y, width, height };
    const writing = writingOf(element);
    const [secret, suggesting] = [takesSecret(element), suggests(element)];
    const facts = factsOf(element, numbers);
    return { element: facts, point, rect, field, writing, suggests: suggesting, secret };
  };
  context.left.addEventListener('abort', rest);

  return {
    async ready(params) {
      // Who only looks may do so in the middle of an action, which goes on.
      if (params.need === 'exist' || params.need === 'view') {
        return answerOf(await makeReady(context, params));
      }
      const fit = await prepare(params);
      const { element, partners, point } = fit;
      const observation = begin(element, point);
      if (params.guard) guarding = guard(window, element, partners, point);
      // A pointer may come at once, and `:hover` changes the page before any event tells of it. What the
      // focus brings, such as a list of suggestions, is an effect too.
      observation.look();
      if (params.need === 'focus' || params.need === 'enter') focusForKeys(element);
      if (params.need === 'edit' && focusOn(element)) caretToEnd(element);
      return answerOf(fit);
    },
    async perform(params) {
      const { action } = params;
      const fit = await prepare({ ...params, need: needFor(action) }, action);
      // Keys follow `ready`, and one action they are.
      const isContinued = action.type === 'focus' && observing?.near === fit.element;
      // What the kit does itself needs no pointer.
      if (!isContinued) begin(fit.element, 'nowhere').look();
      await scripts.exempt(() => performAction(context, fit, params));
      return { element: factsOf(fit.element, numbers) };
    },
    async findOption({ number, words, timeoutMs }) {
      const element = numbered(context, number);
      const state = { open: isOpen(element), typable: editableOf(element) !== undefined };
      if (words === undefined) {
        const open = await staysOpen(context, element, timeoutMs);
        return { ...state, open, selected: false };
      }
      const option = await findOption(context, element, words, timeoutMs);
      const selected = attributeOf(option, 'aria-selected') === 'true';
      return { ...state, option: factsOf(option, numbers), selected };
    },
    async awaitSuggestions({ number, timeoutMs }) {
      await awaitSuggestions(context, numbered(context, number), timeoutMs);
      return {};
    },
    scroll: (params) => scroll(context, params),
    watch() {
      if (!observing?.watch.isPressed()) begin().look();
      return {};
    },
    async settle(params) {
      const observation = observing ?? begin();
      try {
        return await settle(context, observation, () => guarding?.report(), params);
      } finally {
        if (params.goesOn) {
          release();
          goesOn = true;
        }
        // While the button is down, a drag goes on: its end tells all that came of it.
        else if (!observation.watch.isPressed()) rest();
      }
    },
    waitUntil: (params) => waitUntil(context, params),
    guardScripts({ deny, event }) {
      scripts.arm(deny, event);
      return {};
    },
    releaseHeld({ deny }) {
      const held = scripts.release(deny);
      return held ? { held } : {};
    },
  };
}
