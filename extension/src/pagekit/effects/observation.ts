// A frame from before an action to after it: how it looked, and what happened to it since.
import type { KitContext } from '../context';
import type { KnownListeners } from '../listeners/known-listeners';
import type { Numbers } from '../numbers';
import { runningNow } from './animations';
import { describeBeyond, describePage, type Description } from './description';
import { NO_CHANGES, sightOf, type Sight } from './effects';
import { watch, type Watch } from './mutation-log';

export interface Observation {
  watch: Watch;
  /** The element that the action is about. */
  near: Element | undefined;
  /** What was in motion before. */
  animations: ReadonlySet<Animation>;
  /** Notes how the page looks, once, before anything is done to it. */
  look(): void;
  /** What is otherwise now. */
  sight(numbers: Numbers, acted: Element | undefined): Sight;
}

export function observe(
  context: KitContext,
  listeners: KnownListeners,
  near?: Element,
): Observation {
  let before: Description | undefined;
  const look = () => {
    if (before) return;
    before = describePage(context, listeners);
    if (before.mode === 'viewport') watched.hidden.take();
  };
  const watched = watch(context.window, near, look);
  return {
    watch: watched,
    near,
    animations: runningNow(context.window.document),
    look,
    sight(numbers, acted) {
      if (!before) return NO_CHANGES;
      const now = describePage(context, listeners, before.mode);
      const isPart = before.mode === 'viewport';
      const beyond = isPart ? describeBeyond(context, listeners, watched.touched()) : [];
      return sightOf(before, now, watched, beyond, numbers, acted);
    },
  };
}
