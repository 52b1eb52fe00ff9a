// For tests: two multiplexers joined in one process, with every frame on record.
import type { Message } from '../wire';
import type { Channel, Handlers } from './contract';
import { createMultiplexer, type Multiplexer, type MultiplexerOptions } from './multiplexer';

type Anything = Record<string, { params: unknown; result: unknown }>;
export interface AnySides {
  serves: Anything;
  hears: Anything;
  asks: Anything;
  tells: Anything;
}

export interface End {
  multiplexer: Multiplexer;
  channel: Channel<AnySides>;
  /** Messages this end has sent. */
  sent: Message[];
  faults: string[];
}

export interface TestPair {
  near: End;
  far: End;
}

interface EndOptions extends Partial<MultiplexerOptions> {
  invokes?: Handlers<AnySides>['invokes'];
  calls?: Handlers<AnySides>['calls'];
}

export const CHANNEL = 'test';

export function createTestPair(options: { near?: EndOptions; far?: EndOptions } = {}): TestPair {
  const near: End = createEnd(options.near ?? {}, (frame) => {
    deliver(far, frame);
  });
  const far: End = createEnd(options.far ?? {}, (frame) => {
    deliver(near, frame);
  });
  return { near, far };
}

function createEnd(options: EndOptions, carry: (frame: string) => void): End {
  const { invokes = {}, calls = {}, ...rest } = options;
  const sent: Message[] = [];
  const faults: string[] = [];
  const multiplexer = createMultiplexer(
    (frame) => {
      sent.push(open(frame).message);
      carry(frame);
    },
    { onProtocolError: (text) => faults.push(text), ...rest },
  );
  const channel = multiplexer.channel<AnySides>(CHANNEL, { invokes, calls });
  return { multiplexer, channel, sent, faults };
}

function deliver(end: End, frame: string) {
  const { name, message } = open(frame);
  end.multiplexer.receive(name, message);
}

function open(frame: string) {
  return JSON.parse(frame) as { name: string; message: Message };
}

/** A handler that stays under way until it is released, and keeps the signal it was given. */
export function createHeld() {
  const signals: AbortSignal[] = [];
  const { promise, resolve } = createPromise<unknown>();
  const handler = (_params: unknown, signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  return { handler, signals, release: resolve };
}

/** `Promise.withResolvers`, which Node 20 does not have. */
export function createPromise<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
