// The states a connection to the daemon can be in, as the badge and the pages show them.
import type { Problem } from '../wire';

export type ConnectionState =
  | { kind: 'connecting' }
  | { kind: 'connected'; daemonVersion: string }
  | { kind: 'daemonNotRunning'; reason?: string }
  /** There is no native host and no pairing. `reason` is Chrome's message about the host. */
  | { kind: 'notPaired'; reason: string }
  | { kind: 'badToken' }
  | { kind: 'slotTaken'; problem: Problem }
  | { kind: 'protocolMismatch'; problem: Problem }
  /** The daemon refused for a reason that has no state of its own. */
  | { kind: 'refused'; problem: Problem }
  /** This profile connected a second time and the newer connection won. */
  | { kind: 'replaced' };
