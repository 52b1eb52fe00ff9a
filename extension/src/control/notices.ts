// Where notices of this room leave for the daemon: at once or not at all. Without a welcomed
// connection nothing is sent and nothing is kept.
import type { Channel } from '../rpc/contract';
import { RpcError } from '../rpc/errors';
import type { AgentServiceNotices } from '../wire';

export type Tell = Channel<{ tells: AgentServiceNotices }>['call'];

/** The part of a session that a notice needs. */
export interface Line {
  agentService: { call: Tell };
}

export interface Notices {
  tell: Tell;
  isHeard: () => boolean;
}

/** `line` gives the welcomed connection of this moment, if there is one. */
export function createNotices(line: () => Line | undefined): Notices {
  return {
    tell(name, params) {
      try {
        line()?.agentService.call(name, params);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        console.warn(`a notice (${name}) was lost: ${error.message}`);
      }
    },
    isHeard: () => line() !== undefined,
  };
}
