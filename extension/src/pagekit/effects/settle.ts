// Waits until a frame has come to rest after an action, and tells what the action changed.
import type { Effects, SettleParams } from '../../wire';
import { nextFrame, nextTurn, pause } from '../wait/clock';
import type { KitContext } from '../context';
import { animatedMs, mayAnimate, mayMove } from './animations';
import { factsOf } from '../dom/facts';
import type { GuardReport } from './guard';
import { isConnected } from '../dom/native';
import { activeElementOf } from '../perform/focus';
import { isConcealed } from '../dom/secrets';
import { takesSecret } from '../ready/sensitive';
import type { Watch } from './mutation-log';
import type { Observation } from './observation';

/** A page that never comes to rest is left to itself after this time, if nothing is being animated. */
const UNREST_MS_MAX = 400;
/** What a script moves takes longer: jQuery has 400 ms for it, unless told otherwise. */
const MOTION_MS_MAX = 600;
/** Frameworks go from one step of a transition to the next within so many frames. */
const FRAMES_TO_TRANSITION = 2;

export async function settle(
  { window, numbers }: KitContext,
  observation: Observation,
  guarded: () => GuardReport | undefined,
  { number, timeoutMs }: SettleParams,
): Promise<Effects> {
  const { watch } = observation;
  await rest(window, observation, timeoutMs);
  const acted = number === undefined ? undefined : numbers.element(number);
  const { leavingFor, movedTo } = watch.way();
  const sight = observation.sight(numbers, acted);
  const active = activeElementOf(window.document);
  const focused = watch.focusMoved() && active !== window.document.body ? active : undefined;
  const unchanged =
    watch.changedAt() === undefined &&
    !watch.focusMoved() &&
    leavingFor === undefined &&
    movedTo === undefined &&
    sight.appearedCount + sight.disappearedCount + sight.changedCount === 0;
  return {
    // Without a guard nobody looked: the page that was guarded may be gone already.
    pointerCame: true,
    dragBegan: false,
    ...guarded(),
    ...(leavingFor !== undefined && { leavingFor }),
    ...(movedTo !== undefined && { movedTo }),
    ...(focused && { focused: factsOf(focused, numbers) }),
    ...sight,
    ...(acted && isConnected(acted) && { element: factsOf(acted, numbers) }),
    unchanged,
    ...secretIn(active),
  };
}

/** What a password field holds, for the daemon to know it as a secret. What was typed by reference it knows. */
function secretIn(active: Element | null): Pick<Effects, 'secret'> {
  if (!(active instanceof HTMLInputElement) || isConcealed(active) || !takesSecret(active))
    return {};
  return active.value ? { secret: active.value } : {};
}

/**
 * Microtasks and tasks that the action left behind have run, no change came with them or none for a frame, and
 * what was set in motion has come to its place.
 */
async function rest(
  window: Window,
  { watch, animations }: Observation,
  timeoutMs: number,
): Promise<void> {
  const began = performance.now();
  const end = began + timeoutMs;
  const unrestEnd = began + Math.min(timeoutMs, UNREST_MS_MAX);
  watch.catchUp();
  const before = watch.changedAt();
  await Promise.all([nextTurn(), pause(window, 0)]);
  watch.catchUp();
  if (watch.changedAt() !== before) await quiet(window, watch, unrestEnd);
  const isLeaving = () => watch.way().leavingFor !== undefined;
  if (!isLeaving() && mayAnimate(watch.restyled())) {
    await calm(window, watch, unrestEnd);
  }
  if (!isLeaving() && mayMove(watch.moved())) {
    await calm(window, watch, began + Math.min(timeoutMs, MOTION_MS_MAX));
  }
  for (;;) {
    const now = performance.now();
    const left = Math.min(animatedMs(window.document, animations), end - now);
    if (left <= 0 || isLeaving()) return;
    await pause(window, left);
    // What went is taken away when its transition has ended.
    await nextFrame(window);
    await quiet(window, watch, Math.min(end, performance.now() + UNREST_MS_MAX));
  }
}

/** Until no change came for so long that a framework would have begun its transition. */
async function calm(window: Window, watch: Watch, end: number): Promise<void> {
  let frames = 0;
  while (frames < FRAMES_TO_TRANSITION && performance.now() < end) {
    const changedAt = watch.changedAt();
    await nextFrame(window);
    watch.catchUp();
    frames = watch.changedAt() === changedAt ? frames + 1 : 0;
  }
}

/** Until no change came for a frame. */
async function quiet(window: Window, watch: Watch, end: number): Promise<void> {
  for (;;) {
    watch.catchUp();
    const now = performance.now();
    const quietAt = (watch.changedAt() ?? 0) + QUIET_MS;
    if (now >= quietAt || now >= end || watch.way().leavingFor !== undefined) return;
    await pause(window, Math.min(quietAt, end) - now);
  }
}

const QUIET_MS = 16;
