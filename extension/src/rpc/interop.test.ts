// The same rules against the Rust twin: both sides must read them alike.
import { afterEach, describe, expect, test } from 'vitest';
import { DISCONNECTED } from '../wire';
import { createPromise } from './test-pair';
import type { Handlers } from './contract';
import { startPeer, type Peer, type PeerSides } from './test-peer';

const executable = process.env.TABWRIGHT_RPC_PEER;
if (executable === undefined) {
  const how = 'TABWRIGHT_RPC_PEER must name the Rust peer executable';
  if (process.env.CI !== undefined) throw new Error(how);
  console.info(`Interop tests are skipped: ${how}.`);
}

describe.skipIf(executable === undefined)('with the Rust peer', () => {
  const peers: Peer[] = [];

  function meet(handlers: Partial<Handlers<PeerSides>> = {}): Peer {
    const peer = startPeer(executable ?? '', handlers);
    peers.push(peer);
    return peer;
  }

  afterEach(async () => {
    for (const peer of peers.splice(0)) {
      await peer.leave();
      expect(peer.faults).toEqual([]);
    }
  });

  const values: [what: string, value: unknown][] = [
    ['an object', { text: 'hello', deep: { list: [1, 2, [3]] } }],
    ['null', null],
    ['text with every kind of character', 'tab\t "quote" \\ \u0000 é 漢 👩‍🚀 \u2028'],
    ['numbers', [0, -1, 1.5, 1e21, Number.MAX_SAFE_INTEGER]],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ];
  test.each(values)('echo gives back %s', async (_what, value) => {
    await expect(meet().channel.invoke('echo', value)).resolves.toEqual(value);
  });

  test('a failing handler and an unknown method are errors with their codes', async () => {
    const { channel } = meet();
    await expect(channel.invoke('fail', { message: 'as asked' })).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('as asked') as string,
    });
    await expect(channel.invoke('nowhere', {})).rejects.toMatchObject({ code: 'unknownMethod' });
  });

  test('10,000 concurrent echoes are all answered, each with its own', async () => {
    const { channel } = meet();
    const numbers = Array.from({ length: 10_000 }, (_, n) => n);
    await expect(Promise.all(numbers.map((n) => channel.invoke('echo', n)))).resolves.toEqual(
      numbers,
    );
  });

  test('a burst of calls arrives in order, before the answer that follows it', async () => {
    const ticks: number[] = [];
    const { channel } = meet({
      calls: { tick: ({ n }) => ticks.push(n), cancelled: () => undefined },
    });
    await expect(channel.invoke('burst', { count: 1000 })).resolves.toEqual({ sent: 1000 });
    expect(ticks).toEqual(Array.from({ length: 1000 }, (_, n) => n));
  });

  test('a deadline cancels the handler on the other side', async () => {
    const cancelled = createPromise<string>();
    const { channel } = meet({
      calls: {
        tick: () => undefined,
        cancelled: ({ name }) => {
          cancelled.resolve(name);
        },
      },
    });
    await expect(channel.invoke('wait', {}, { deadlineMs: 20 })).rejects.toMatchObject({
      code: 'timeout',
    });
    await expect(cancelled.promise).resolves.toBe('wait');
  });

  test('it invokes us while we invoke it', async () => {
    const { channel } = meet({
      invokes: { double: (params) => 2 * (params as { n: number }).n },
    });
    await expect(channel.invoke('ask', { method: 'double', params: { n: 21 } })).resolves.toBe(42);
    await expect(channel.invoke('ask', { method: 'missing', params: {} })).rejects.toMatchObject({
      message: expect.stringContaining('missing') as string,
    });
  });

  test('its cancel aborts our handler', async () => {
    const aborted = createPromise<unknown>();
    const peer = meet({
      invokes: {
        linger: (_params, signal) => {
          signal.addEventListener('abort', aborted.resolve);
          peer.channel.call('started', {});
          return new Promise(() => undefined);
        },
      },
    });
    await expect(peer.channel.invoke('askAndCancel', { method: 'linger' })).resolves.toEqual({
      cancelled: true,
    });
    await aborted.promise;
  });

  test('when it is killed, everything pending fails as disconnected', async () => {
    const peer = meet();
    await peer.channel.invoke('echo', 'alive');
    const pending = [1, 2, 3].map(() =>
      expect(peer.channel.invoke('wait', {})).rejects.toThrow(DISCONNECTED),
    );
    peer.kill();
    await Promise.all(pending);
    await expect(peer.channel.invoke('echo', 'late')).rejects.toThrow(DISCONNECTED);
  });
});
