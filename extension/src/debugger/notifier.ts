// Sends notices to the daemon without a queue: without a welcomed connection they are dropped, and so
// is a notice that a congested socket refuses (backpressure). The daemon's log is told of the first
// loss of each connection.
import type { Channel } from '../rpc/contract';
import { RpcError } from '../rpc/errors';
import type { AgentServiceNotices, CdpNotices } from '../wire';

export type Notify = Channel<{ tells: CdpNotices }>['call'];

/** The part of a session that a notice needs. */
export interface Connection {
  cdp: { call: Notify };
  agentService: Pick<Channel<{ tells: AgentServiceNotices }>, 'call'>;
}

export interface Notifier {
  notify: Notify;
  isConnected: () => boolean;
}

interface Loss {
  on: Connection;
  message: string;
  isReported: boolean;
}

/** `connection` returns the current connection after its welcome, or undefined. */
export function createNotifier(connection: () => Connection | undefined): Notifier {
  let loss: Loss | undefined;

  const notify: Notify = (name, params) => {
    const current = connection();
    if (!current) return;
    try {
      current.cdp.call(name, params);
    } catch (error) {
      lose(current, name, error);
      return;
    }
    if (loss !== undefined) report(loss, current);
  };

  function lose(on: Connection, name: keyof CdpNotices, error: unknown) {
    if (!(error instanceof RpcError)) throw error;
    // Losing this one is harmless: the next change of the tab reports its whole state.
    if (error.code === 'disconnected' || name === 'tabChanged' || loss?.on === on) return;
    const message = `a notice (${name}) was lost, and more may be: ${error.message}`;
    loss = { on, message, isReported: false };
    report(loss, on);
  }

  return { notify, isConnected: () => connection() !== undefined };
}

/** On a congested socket this fails, too. It is retried after the next notice that was sent. */
function report(loss: Loss, current: Connection) {
  if (loss.isReported || loss.on !== current) return;
  try {
    current.agentService.call('report', { level: 'warn', message: loss.message });
    loss.isReported = true;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
  }
}
