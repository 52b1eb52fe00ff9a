// Acting on the page, waiting for it, and telling what changed: a table of contents.
import type { PageAction, Ready } from '../wire';
import type { KitContext } from './context';
import type { KitHandlers } from './contract';
import { nextTurn } from './wait/clock';
import { factsOf } from './dom/facts';
import { guard, type Guard } from './effects/guard';
import { createScriptGuard } from './effects/script-guard';
import { caretToEnd, focusForKeys, focusOn } from './perform/focus';
import { needFor, performAction, pressesEnter } from './perform/perform';
import { makeReady, type Fit } from './ready/ready';
import { refuseSensitive, takesSecret } from './ready/sensitive';
import { scroll } from './perform/scrolling';
import { settle } from './effects/settle';
import { passThrough } from './overlay';
import { boxOf } from './dom/visibility';
import { waitUntil } from './wait/waiting';
import { watch, type Watch } from './effects/mutation-log';

/** Most pages are looked through in this time. */
const LOOK_MS = 2;

export function actionHandlers(
  context: KitContext,
): KitHandlers<
  'ready' | 'perform' | 'scroll' | 'watch' | 'settle' | 'waitUntil' | 'guardScripts' | 'releaseHeld'
> {
  const { window, numbers } = context;
  const scripts = createScriptGuard(context);
  let watching: Watch | undefined;
  let guarding: Guard | undefined;
  const rest = () => {
    watching?.stop();
    guarding?.end();
    watching = undefined;
    guarding = undefined;
    passThrough(context, false);
  };
  const begin = (near?: Element): Watch => {
    rest();
    passThrough(context, true);
    watching = watch(window, near);
    return watching;
  };
  // What is shown to the person must not stand in the way.
  const prepare = async (params: Parameters<typeof makeReady>[1], action?: PageAction) => {
    passThrough(context, true);
    try {
      const fit = await makeReady(context, params);
      const { deny = [] } = params;
      if (action && deny.length > 0 && pressesEnter(action)) {
        refuseSensitive(fit.element, 'enter', deny);
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
    return { element: factsOf(element, numbers), point, rect, field, secret: takesSecret(element) };
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
      const watched = begin(element);
      passThrough(context, true, point);
      if (params.guard) guarding = guard(window, element, partners, point);
      if (params.need === 'focus' || params.need === 'enter') focusForKeys(element);
      if (params.need === 'edit' && focusOn(element)) caretToEnd(element);
      // A pointer may come at once, and `:hover` changes the page before any event tells of it.
      watched.hidden.take(LOOK_MS);
      // The answer is on its way while this looks through the rest of a large page.
      void nextTurn().then(() => {
        watched.hidden.take();
      });
      return answerOf(fit);
    },
    async perform(params) {
      const { action } = params;
      const fit = await prepare({ ...params, need: needFor(action) }, action);
      begin(fit.element).hidden.take();
      await scripts.exempt(() => performAction(context, fit, params));
      return { element: factsOf(fit.element, numbers) };
    },
    scroll: (params) => scroll(context, params),
    watch() {
      if (!watching?.isPressed()) begin().hidden.take();
      return {};
    },
    async settle(params) {
      const watched = watching ?? begin();
      try {
        return await settle(context, watched, () => guarding?.report(), params);
      } finally {
        // While the button is down, a drag goes on: its end tells all that came of it.
        if (!watched.isPressed()) rest();
      }
    },
    waitUntil: (params) => waitUntil(context, params),
    guardScripts({ deny }) {
      scripts.begin(deny);
      return {};
    },
    releaseHeld({ deny }) {
      const held = scripts.release(deny);
      return held ? { held } : {};
    },
  };
}
