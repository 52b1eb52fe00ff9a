// The state that all parts of the kit in one frame share.
import type { Numbers } from './numbers';

export interface KitContext {
  window: Window & typeof globalThis;
  numbers: Numbers;
  /** Aborted when a newer kit takes over. */
  left: AbortSignal;
  /** The person pressed Stop. */
  onStop?: (() => void) | undefined;
}
