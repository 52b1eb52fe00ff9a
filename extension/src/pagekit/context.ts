// What every part of the kit in one frame shares.
import type { Numbers } from './numbers';

export interface KitContext {
  window: Window & typeof globalThis;
  numbers: Numbers;
  /** Aborted when a newer kit takes over. */
  left: AbortSignal;
  /** The person pressed Stop. */
  onStop?: (() => void) | undefined;
}
