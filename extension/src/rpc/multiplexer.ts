// Many named channels over one connection. Knows frames and messages, never what carries them:
// the owner sends text through `send`, passes incoming text to `receive`, and reports the end.
import { FRAME_BYTES_MAX, PENDING_CALLS_MAX, type CallId, type Message } from '../wire';
import type { Channel, Handlers, Sides } from './contract';
import { disconnected, RpcError } from './errors';
import { encodeFrame } from './frame';
import { createIncoming, failure, type Handler, type Outcome } from './incoming';
import { parseMessage } from './message';
import { createOutgoing } from './outgoing';

export interface MultiplexerOptions {
  /** Told about everything the other side does wrong; nothing of that is ever thrown. */
  onProtocolError: (text: string) => void;
  /** While the carrier is congested, invokes and results fail with `busy` instead of piling up. */
  isCongested?: () => boolean;
  pendingMax?: number;
  frameBytesMax?: number;
}

export interface Multiplexer {
  channel<S extends Sides>(name: string, handlers: Handlers<S>): Channel<S>;
  receive(name: string, message: unknown): void;
  disconnect(): void;
}

/** What the wire hands to a handler is unknown; the handler's own types hold from there on. */
type Handling = Handlers<{
  serves: Record<string, { params: unknown; result: unknown }>;
  hears: Record<string, { params: unknown }>;
}>;

export function createMultiplexer(
  sendText: (frame: string) => void,
  options: MultiplexerOptions,
): Multiplexer {
  const { onProtocolError, isCongested = () => false } = options;
  const { pendingMax = PENDING_CALLS_MAX, frameBytesMax = FRAME_BYTES_MAX } = options;
  const channels = new Map<string, Handling>();
  let isOpen = true;

  const outgoing = createOutgoing(send, pendingMax);
  const incoming = createIncoming(answer, pendingMax);

  function send(channel: string, message: Message) {
    if (!isOpen) throw disconnected();
    sendText(encodeFrame(channel, message, frameBytesMax));
  }

  function refuseWhenCongested() {
    if (isCongested()) throw new RpcError('busy', 'too much already waits to be sent');
  }

  function answer(channel: string, callId: CallId, outcome: Outcome) {
    try {
      if ('error' in outcome) {
        send(channel, { type: 'invokeError', callId, error: outcome.error });
      } else {
        refuseWhenCongested();
        // JSON would drop an undefined result, and the answer would no longer be one.
        send(channel, { type: 'invokeResult', callId, result: outcome.result ?? null });
      }
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      const { code, message } = error;
      if (code === 'disconnected' || code === 'aborted') return;
      if ('error' in outcome) onProtocolError(`answer to call ${callId} was not sent: ${message}`);
      else answer(channel, callId, failure(code, `the result was not sent: ${message}`));
    }
  }

  function channel<S extends Sides>(name: string, handlers: Handlers<S>): Channel<S> {
    if (channels.has(name)) throw new Error(`channel ${name} exists already`);
    channels.set(name, handlers as unknown as Handling);
    const untyped = {
      async invoke(method: string, params: unknown, invokeOptions = {}) {
        refuseWhenCongested();
        return outgoing.invoke(name, method, params, invokeOptions);
      },
      call(method: string, params: unknown) {
        refuseWhenCongested();
        send(name, { type: 'call', name: method, args: [params] });
      },
    };
    return untyped as Channel<S>;
  }

  function receive(name: string, value: unknown) {
    if (!isOpen) return;
    const handling = channels.get(name);
    if (!handling) {
      onProtocolError(`there is no channel ${name.slice(0, 40)}`);
      return;
    }
    const parsed = parseMessage(value);
    const fault = 'malformed' in parsed ? parsed.malformed : handle(name, handling, parsed.message);
    if (fault !== undefined) onProtocolError(`${name}: ${fault}`);
  }

  function handle(name: string, handling: Handling, message: Message): string | undefined {
    switch (message.type) {
      case 'invoke':
        return incoming.start(name, message, own<Handler>(handling.invokes, message.name));
      case 'invokeResult':
      case 'invokeError':
        return outgoing.settle(name, message);
      case 'cancel':
        incoming.cancel(message.callId);
        return undefined;
      case 'call':
        return hear(own(handling.calls, message.name), message.name, message.args[0]);
    }
  }

  function disconnect() {
    isOpen = false;
    outgoing.disconnect();
    incoming.disconnect();
  }

  return { channel, receive, disconnect };
}

function hear(handler: ((params: unknown) => void) | undefined, name: string, params: unknown) {
  if (!handler) return `nobody listens to ${name}`;
  try {
    handler(params);
    return undefined;
  } catch (error) {
    return `listening to ${name} failed: ${String(error)}`;
  }
}

/** Method names come from outside: `constructor` must not find what objects inherit. */
function own<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
