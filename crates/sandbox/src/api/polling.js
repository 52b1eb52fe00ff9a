// Looking again until something is so: often at first, then less often.

import { now, sleep } from 'host';

const WAITS_MS = [20, 50, 100, 200, 400, 500];

/** How long to wait before look number `turn`, from 0. */
export function pause(turn, waits = WAITS_MS) {
  return waits[Math.min(turn, waits.length - 1)];
}

/** What `look` finds as soon as it is not undefined; `late` says what to throw at the deadline. */
export async function until(look, timeoutMs, late, waits = WAITS_MS) {
  const end = now() + timeoutMs;
  for (let turn = 0; ; turn += 1) {
    const found = await look();
    if (found !== undefined) return found;
    const left = end - now();
    if (left <= 0) throw late();
    await sleep(Math.min(pause(turn, waits), left));
  }
}
