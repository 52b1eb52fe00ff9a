// The other side's invokes that our handlers are working on. Each gets exactly one answer, unless
// it is cancelled or the connection is lost: then its signal aborts and nothing is sent.
import type { CallId, Message, RemoteError } from '../wire';
import { disconnected, HandlerError, RpcError } from './errors';

export type Invoke = Extract<Message, { type: 'invoke' }>;
export type Handler = (params: unknown, signal: AbortSignal) => unknown;

export interface Incoming {
  /** Says what is wrong with an invoke that must not be answered. */
  start(channel: string, invoke: Invoke, handler: Handler | undefined): string | undefined;
  cancel(callId: CallId): void;
  disconnect(): void;
}

export function createIncoming(
  answer: (channel: string, callId: CallId, outcome: Outcome) => void,
  underWayMax: number,
): Incoming {
  const underWay = new Map<CallId, AbortController>();

  function start(channel: string, invoke: Invoke, handler: Handler | undefined) {
    const { callId, name, args } = invoke;
    if (underWay.has(callId)) return `invoke ${callId} of ${name} is already under way`;
    if (!handler) {
      answer(channel, callId, failure('unknownMethod', `${channel} has no method ${name}`));
    } else if (underWay.size >= underWayMax) {
      answer(channel, callId, failure('busy', `${underWayMax} calls are already under way`));
    } else {
      void run(channel, callId, handler, args[0]);
    }
    return undefined;
  }

  async function run(channel: string, callId: CallId, handler: Handler, params: unknown) {
    const controller = new AbortController();
    underWay.set(callId, controller);
    const outcome = await attempt(handler, params, controller.signal);
    if (controller.signal.aborted) return;
    underWay.delete(callId);
    answer(channel, callId, outcome);
  }

  function cancel(callId: CallId) {
    const controller = underWay.get(callId);
    underWay.delete(callId);
    controller?.abort(new RpcError('aborted', 'the caller no longer waits'));
  }

  function disconnect() {
    const controllers = [...underWay.values()];
    underWay.clear();
    for (const controller of controllers) controller.abort(disconnected());
  }

  return { start, cancel, disconnect };
}

export type Outcome = { result: unknown } | { error: RemoteError };

export function failure(code: RemoteError['code'], message: string): Outcome {
  return { error: { code, message } };
}

/** Up to its first `await` the handler runs at once: invokes start in the order they came. */
async function attempt(handler: Handler, params: unknown, signal: AbortSignal): Promise<Outcome> {
  try {
    return { result: await handler(params, signal) };
  } catch (error) {
    if (error instanceof HandlerError) return failure(error.code, error.message);
    return failure('failed', error instanceof Error ? error.message : String(error));
  }
}
