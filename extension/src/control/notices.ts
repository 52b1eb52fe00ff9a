// Sends the notices of browser control to the daemon: at once or not at all. Without a welcomed
// connection nothing is sent and nothing is kept.
import type { Channel } from '../rpc/contract';
import { RpcError } from '../rpc/errors';
import type { AgentServiceNotices } from '../wire';

export type Notify = Channel<{ tells: AgentServiceNotices }>['call'];

/** The part of a session that a notice needs. */
export interface Connection {
  agentService: { call: Notify };
}

export interface Notices {
  notify: Notify;
  isConnected: () => boolean;
}

/** `connection` gives the welcomed connection of this moment, if there is one. */
export function createNotices(connection: () => Connection | undefined): Notices {
  return {
    notify(name, params) {
      try {
        connection()?.agentService.call(name, params);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        console.warn(`a notice (${name}) was lost: ${error.message}`);
      }
    },
    isConnected: () => connection() !== undefined,
  };
}
