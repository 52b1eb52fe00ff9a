// Exponential backoff with jitter: the delay before the next attempt to connect.
import { RECONNECT_MS_MAX, RECONNECT_MS_MIN } from '../wire';

const GROWTH = 1.5;
const JITTER = 0.2;

/** `failures` counts attempts since the last welcome; `random` is in [0, 1). */
export function reconnectDelayMs(failures: number, random: number): number {
  const grown = RECONNECT_MS_MIN * GROWTH ** Math.max(0, failures - 1);
  const jittered = Math.min(grown, RECONNECT_MS_MAX) * (1 + JITTER * (2 * random - 1));
  return Math.min(Math.round(jittered), RECONNECT_MS_MAX);
}
