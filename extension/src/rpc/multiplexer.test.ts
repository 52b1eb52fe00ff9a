// The rules of a channel, told with both ends in one process.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DISCONNECTED } from '../wire';
import { CHANNEL, createTestPair, createHeld } from './test-pair';
import { HandlerError } from './errors';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const echo = (params: unknown) => params;

describe('an invoke', () => {
  test('brings back its result', async () => {
    const { near } = createTestPair({ far: { invokes: { echo } } });
    await expect(near.channel.invoke('echo', { text: 'hello' })).resolves.toEqual({
      text: 'hello',
    });
  });

  test('numbers its calls upwards from one, over all channels', async () => {
    const { near, far } = createTestPair({ far: { invokes: { echo } } });
    const other = near.multiplexer.channel<{ asks: { echo: { params: null; result: null } } }>(
      'other',
      { invokes: {}, calls: {} },
    );
    far.multiplexer.channel<{ serves: { echo: { params: null; result: null } } }>('other', {
      invokes: { echo: () => null },
      calls: {},
    });
    await near.channel.invoke('echo', 1);
    await other.invoke('echo', null);
    await near.channel.invoke('echo', 2);
    expect(near.sent).toMatchObject([{ callId: 1 }, { callId: 2 }, { callId: 3 }]);
  });

  test('of a handler without a result brings back null', async () => {
    const { near } = createTestPair({ far: { invokes: { nothing: () => undefined } } });
    await expect(near.channel.invoke('nothing', {})).resolves.toBeNull();
  });

  test('starts in the order of arrival and runs beside the others', async () => {
    const started: unknown[] = [];
    const held = createHeld();
    const { near } = createTestPair({
      far: {
        invokes: {
          slow: (params, signal) => {
            started.push(params);
            return held.handler(params, signal);
          },
          echo,
        },
      },
    });
    const slow = [near.channel.invoke('slow', 1), near.channel.invoke('slow', 2)];
    await expect(near.channel.invoke('echo', 3)).resolves.toBe(3);
    expect(started).toEqual([1, 2]);
    held.release('done');
    await expect(Promise.all(slow)).resolves.toEqual(['done', 'done']);
  });

  const failures: [what: string, method: string, code: string, message: RegExp][] = [
    ['a handler that throws', 'throws', 'failed', /^broken$/],
    ['a handler that throws no Error', 'throwsText', 'failed', /^plain$/],
    ['a handler that chooses its code', 'chooses', 'noSuchTab', /^gone$/],
    ['an unknown method', 'nowhere', 'unknownMethod', /no method nowhere/],
    ['a method every object inherits', 'constructor', 'unknownMethod', /no method constructor/],
    ['a result that JSON cannot carry', 'circular', 'failed', /not expressible as JSON/],
    ['a result above the limit', 'huge', 'tooLarge', /\d{4} bytes exceed the limit of 1000/],
  ];
  test.each(failures)('of %s fails', async (_what, method, code, message) => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const { near } = createTestPair({
      far: {
        frameBytesMax: 1000,
        invokes: {
          throws: () => {
            throw new Error('broken');
          },
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the case
          throwsText: () => Promise.reject('plain'),
          chooses: () => {
            throw new HandlerError('noSuchTab', 'gone');
          },
          circular: () => circular,
          // 400 units, 1200 bytes: only counting in UTF-8 finds it too large.
          huge: () => '€'.repeat(400),
        },
      },
    });
    await expect(near.channel.invoke(method, {})).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message) as string,
    });
  });

  test('above the size limit is not sent', async () => {
    const { near } = createTestPair({ near: { frameBytesMax: 200 }, far: { invokes: { echo } } });
    await expect(near.channel.invoke('echo', 'x'.repeat(200))).rejects.toMatchObject({
      code: 'tooLarge',
    });
    expect(near.sent).toEqual([]);
    await expect(near.channel.invoke('echo', 'small')).resolves.toBe('small');
  });

  test('is busy when too many wait already', async () => {
    const held = createHeld();
    const { near } = createTestPair({
      near: { pendingMax: 2 },
      far: { invokes: { held: held.handler } },
    });
    const waiting = [near.channel.invoke('held', 1), near.channel.invoke('held', 2)];
    await expect(near.channel.invoke('held', 3)).rejects.toMatchObject({ code: 'busy' });
    held.release(null);
    await Promise.all(waiting);
    await expect(near.channel.invoke('held', 4)).resolves.toBeNull();
  });

  test('is answered busy when too many are under way', async () => {
    const held = createHeld();
    const { near } = createTestPair({ far: { pendingMax: 1, invokes: { held: held.handler } } });
    const first = near.channel.invoke('held', 1);
    await expect(near.channel.invoke('held', 2)).rejects.toMatchObject({ code: 'busy' });
    held.release('late but there');
    await expect(first).resolves.toBe('late but there');
  });

  test('and its result are busy while the carrier is congested', async () => {
    let isCongested = true;
    const { near, far } = createTestPair({
      near: { isCongested: () => isCongested, invokes: { echo } },
      far: { invokes: { echo } },
    });
    await expect(near.channel.invoke('echo', 1)).rejects.toMatchObject({ code: 'busy' });
    expect(() => {
      near.channel.call('tick', 1);
    }).toThrow('too much already waits');
    await expect(far.channel.invoke('echo', 1)).rejects.toMatchObject({ code: 'busy' });
    isCongested = false;
    await expect(near.channel.invoke('echo', 2)).resolves.toBe(2);
  });
});

describe('giving up', () => {
  const ways: [what: string, code: string][] = [
    ['a deadline', 'timeout'],
    ['an abort', 'aborted'],
  ];
  test.each(ways)(
    'by %s cancels the handler, and its late answer is ignored',
    async (way, code) => {
      const held = createHeld();
      const { near, far } = createTestPair({ far: { invokes: { held: held.handler } } });
      const caller = new AbortController();
      const options = way === 'a deadline' ? { deadlineMs: 50 } : { signal: caller.signal };
      const outcome = expect(near.channel.invoke('held', {}, options)).rejects.toMatchObject({
        code,
      });
      if (way === 'a deadline') vi.advanceTimersByTime(50);
      else caller.abort();
      await outcome;

      expect(near.sent.at(-1)).toEqual({ type: 'cancel', callId: 1 });
      expect(held.signals[0]?.aborted).toBe(true);
      held.release('too late');
      await vi.runAllTimersAsync();
      expect(far.sent).toEqual([]);
      near.multiplexer.receive(CHANNEL, { type: 'invokeResult', callId: 1, result: 'crossed' });
      expect(near.faults).toEqual([]);
    },
  );

  test('before it began sends nothing', async () => {
    const { near } = createTestPair();
    const invoke = near.channel.invoke('echo', {}, { signal: AbortSignal.abort() });
    await expect(invoke).rejects.toMatchObject({ code: 'aborted' });
    expect(near.sent).toEqual([]);
  });

  test('is over once the answer is there', async () => {
    const { near } = createTestPair({ far: { invokes: { echo } } });
    const caller = new AbortController();
    await near.channel.invoke('echo', 1, { deadlineMs: 50, signal: caller.signal });
    caller.abort();
    vi.advanceTimersByTime(100);
    expect(near.sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a call', () => {
  test('is heard in order and not answered', () => {
    const heard: unknown[] = [];
    const { near, far } = createTestPair({ far: { calls: { tick: (n) => heard.push(n) } } });
    for (let n = 0; n < 100; n += 1) near.channel.call('tick', n);
    expect(heard).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(far.sent).toEqual([]);
  });

  test('whose handler fails is reported', () => {
    const tick = () => {
      throw new Error('broken');
    };
    const { near, far } = createTestPair({ far: { calls: { tick } } });
    near.channel.call('tick', 1);
    expect(far.faults).toEqual(['test: listening to tick failed: Error: broken']);
  });
});

describe('a message against the rules is reported, never thrown:', () => {
  const invoke = { type: 'invoke', callId: 7, name: 'held', args: [{}] };
  const faults: [what: string, message: unknown, fault: RegExp][] = [
    ['null', null, /must be an object/],
    ['a list', [], /must be an object/],
    ['no type', { callId: 1 }, /unknown message type/],
    ['an unknown type', { type: 'sing', callId: 1 }, /unknown message type sing/],
    ['no callId', { ...invoke, callId: undefined }, /invoke without a callId/],
    ['a callId that is text', { ...invoke, callId: '7' }, /without a callId/],
    ['a callId that is a fraction', { ...invoke, callId: 1.5 }, /without a callId/],
    ['no method', { ...invoke, name: undefined }, /invoke 7 without a name/],
    ['no arguments', { ...invoke, args: [] }, /without its one argument/],
    ['too many arguments', { ...invoke, args: [1, 2] }, /without its one argument/],
    ['a call nobody hears', { type: 'call', name: 'sing', args: [1] }, /nobody listens to sing/],
    ['a nameless call', { type: 'call', args: [1] }, /call without a name/],
    ['an answer nobody asked for', { type: 'invokeResult', callId: 9, result: 1 }, /never made/],
  ];
  test.each(faults)('%s', (_what, message, fault) => {
    const { near } = createTestPair({ near: { invokes: { held: createHeld().handler } } });
    near.multiplexer.receive(CHANNEL, message);
    expect(near.faults).toEqual([expect.stringMatching(fault)]);
    expect(near.sent).toEqual([]);
  });

  test('an unknown channel', () => {
    const { near } = createTestPair();
    near.multiplexer.receive('nowhere', { type: 'cancel', callId: 1 });
    expect(near.faults).toEqual(['there is no channel nowhere']);
  });

  test('an invoke whose callId is under way', async () => {
    const held = createHeld();
    const { near } = createTestPair({ near: { invokes: { held: held.handler } } });
    near.multiplexer.receive(CHANNEL, invoke);
    near.multiplexer.receive(CHANNEL, invoke);
    expect(near.faults).toEqual(['test: invoke 7 of held is already under way']);
    held.release('once');
    await vi.runAllTimersAsync();
    expect(near.sent).toEqual([{ type: 'invokeResult', callId: 7, result: 'once' }]);
  });

  test('an answer on another channel', () => {
    const { near } = createTestPair({ far: { invokes: { held: createHeld().handler } } });
    near.multiplexer.channel('other', { invokes: {}, calls: {} });
    void near.channel.invoke('held', {});
    near.multiplexer.receive('other', { type: 'invokeResult', callId: 1, result: 1 });
    expect(near.faults).toEqual(['other: answer to call 1 of test came on other']);
  });

  test('but an error we cannot read still ends its call', async () => {
    const { near } = createTestPair({ far: { invokes: { held: createHeld().handler } } });
    const outcome = expect(near.channel.invoke('held', {})).rejects.toMatchObject({
      code: 'unknown',
    });
    near.multiplexer.receive(CHANNEL, { type: 'invokeError', callId: 1, error: 'what?' });
    await outcome;
  });
});

describe('a disconnect', () => {
  test('fails everything pending, aborts handlers and refuses what comes later', async () => {
    const held = createHeld();
    const { near, far } = createTestPair({ far: { invokes: { held: held.handler } } });
    const disconnectedError = { code: 'disconnected', message: DISCONNECTED };
    const pending = [1, 2, 3].map((n) =>
      expect(near.channel.invoke('held', n, { deadlineMs: 1000 })).rejects.toMatchObject(
        disconnectedError,
      ),
    );
    near.multiplexer.disconnect();
    far.multiplexer.disconnect();
    await Promise.all(pending);

    expect(held.signals.map((signal) => signal.aborted)).toEqual([true, true, true]);
    expect(vi.getTimerCount()).toBe(0);
    await expect(near.channel.invoke('held', 4)).rejects.toMatchObject(disconnectedError);
    expect(() => {
      near.channel.call('tick', 5);
    }).toThrow(DISCONNECTED);
    held.release('too late');
    await vi.runAllTimersAsync();
    expect(far.sent).toEqual([]);
  });
});
