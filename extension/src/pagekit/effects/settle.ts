// Waits until a frame has come to rest after an action, and tells what the action changed.
import type { Effects, SettleParams } from '../../wire';
import { nextTurn, pause } from '../wait/clock';
import type { KitContext } from '../context';
import { sightOf } from './effects';
import { factsOf } from '../dom/facts';
import type { GuardReport } from './guard';
import { isConnected } from '../dom/native';
import { activeElementOf } from '../perform/focus';
import { isConcealed } from '../dom/secrets';
import { takesSecret } from '../ready/sensitive';
import type { Watch } from './mutation-log';

const QUIET_MS = 16;

export async function settle(
  { window, numbers }: KitContext,
  watch: Watch,
  guarded: () => GuardReport | undefined,
  { number, timeoutMs }: SettleParams,
): Promise<Effects> {
  await rest(window, watch, timeoutMs);
  const sight = sightOf(watch, numbers);
  const { leavingFor, movedTo } = watch.way();
  const active = activeElementOf(window.document);
  const focused = watch.focusMoved() && active !== window.document.body ? active : undefined;
  const acted = number === undefined ? undefined : numbers.element(number);
  const unchanged =
    watch.changedAt() === undefined &&
    !watch.focusMoved() &&
    leavingFor === undefined &&
    movedTo === undefined &&
    sight.appearedCount === 0;
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
 * Microtasks and tasks that the action left behind have run, and no change came with them; or none
 * for a frame.
 */
async function rest(window: Window, watch: Watch, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  watch.catchUp();
  const before = watch.changedAt();
  await Promise.all([nextTurn(), pause(window, 0)]);
  watch.catchUp();
  if (watch.changedAt() === before) return;
  for (;;) {
    const now = performance.now();
    const quietAt = (watch.changedAt() ?? 0) + QUIET_MS;
    if (now >= quietAt || now >= end || watch.way().leavingFor !== undefined) return;
    await pause(window, Math.min(quietAt, end) - now);
    watch.catchUp();
  }
}
