// The invokes we made and still wait for. Each ends exactly once: by its answer, its deadline, its
// abort, or the loss of the connection.
import type { CallId, Message } from '../wire';
import type { InvokeOptions } from './contract';
import { disconnected, RpcError } from './errors';

export type Answer = Extract<Message, { type: 'invokeResult' | 'invokeError' }>;

export interface Outgoing {
  invoke(channel: string, name: string, params: unknown, options: InvokeOptions): Promise<unknown>;
  /** Says what is wrong with an answer that nobody can have asked for. */
  settle(channel: string, answer: Answer): string | undefined;
  disconnect(): void;
}

interface Pending {
  channel: string;
  settle(outcome: { result: unknown } | { error: RpcError }): void;
}

export function createOutgoing(
  send: (channel: string, message: Message) => void,
  pendingMax: number,
): Outgoing {
  const pending = new Map<CallId, Pending>();
  let lastCallId = 0;

  function invoke(channel: string, name: string, params: unknown, options: InvokeOptions) {
    const { deadlineMs, signal } = options;
    return new Promise<unknown>((resolve, reject) => {
      if (signal?.aborted) throw aborted(name);
      if (pending.size >= pendingMax) {
        throw new RpcError('busy', `${pendingMax} calls already wait for an answer`);
      }
      lastCallId += 1;
      const callId = lastCallId;

      const giveUp = (error: RpcError) => {
        pending.get(callId)?.settle({ error });
        send(channel, { type: 'cancel', callId });
      };
      const onAbort = () => {
        giveUp(aborted(name));
      };
      const timer =
        deadlineMs === undefined
          ? undefined
          : setTimeout(() => {
              giveUp(new RpcError('timeout', `${name} gave no answer within ${deadlineMs} ms`));
            }, deadlineMs);
      signal?.addEventListener('abort', onAbort, { once: true });

      pending.set(callId, {
        channel,
        settle(outcome) {
          pending.delete(callId);
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.result);
        },
      });
      try {
        send(channel, { type: 'invoke', callId, name, args: [params] });
      } catch (error) {
        pending.get(callId)?.settle({ error: asRpcError(error) });
      }
    });
  }

  function settle(channel: string, answer: Answer): string | undefined {
    const { callId } = answer;
    const call = pending.get(callId);
    if (!call) {
      // An answer may cross our cancel on the way; one to a call we never made is a fault.
      return callId > lastCallId ? `answer to call ${callId}, which was never made` : undefined;
    }
    if (call.channel !== channel) {
      return `answer to call ${callId} of ${call.channel} came on ${channel}`;
    }
    if (answer.type === 'invokeResult') call.settle({ result: answer.result });
    else call.settle({ error: new RpcError(answer.error.code, answer.error.message) });
    return undefined;
  }

  function disconnect() {
    for (const call of [...pending.values()]) call.settle({ error: disconnected() });
  }

  return { invoke, settle, disconnect };
}

function asRpcError(error: unknown): RpcError {
  return error instanceof RpcError ? error : new RpcError('failed', String(error));
}

function aborted(name: string): RpcError {
  return new RpcError('aborted', `${name} was given up by its caller`);
}
