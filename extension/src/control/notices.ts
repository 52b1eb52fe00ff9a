// Sends the notices of browser control to the daemon. They are not queued: without a welcomed
// connection they are dropped.
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

/** `connection` returns the current connection after its welcome, or undefined. */
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
