// The worker's part of recording, with storage and pages of the test's own: what is kept, in which order, and what
// is not.
import { expect, test } from 'vitest';
import type { RecordingState } from '../connection/storage';
import type { SeenGesture } from '../pagekit/record/recording';
import type { Gesture, GesturesKept, RecordGesturesParams } from '../wire';
import type { RecorderInjection } from './injection';
import type { FrameSender } from './messages';
import { createRecorder } from './recorder';
import type { RecorderStore } from './state';

const SITE = 'https://shop.example';

interface Stage {
  recorder: ReturnType<typeof createRecorder>;
  /** As if Chrome had stopped the worker and started another one. */
  restart: () => ReturnType<typeof createRecorder>;
  told: RecordGesturesParams[];
  ids: () => string[];
  calls: string[];
  daemon: { answer?: (params: RecordGesturesParams) => Promise<GesturesKept> };
}

/** What is in Chrome's storage outlives a worker. */
interface Stored {
  state?: RecordingState | undefined;
  gestures: Gesture[];
}

function storeOn(stored: Stored): RecorderStore {
  let turn: Promise<unknown> = Promise.resolve();
  const copy = <T>(value: T): T => structuredClone(value);
  return {
    read: () => Promise.resolve(copy(stored.state)),
    write: (state) => {
      stored.state = copy(state);
      return Promise.resolve();
    },
    clear: () => {
      stored.state = undefined;
      stored.gestures = [];
      return Promise.resolve();
    },
    gestures: () => Promise.resolve(copy(stored.gestures)),
    keep: (gestures) => {
      stored.gestures = copy(gestures);
      return Promise.resolve();
    },
    inTurn(change) {
      const done = turn.then(change, change);
      turn = done.catch(() => undefined);
      return done;
    },
  };
}

function createStage(): Stage {
  const stored: Stored = { gestures: [] };
  const told: RecordGesturesParams[] = [];
  const calls: string[] = [];
  const call = (name: string) => {
    calls.push(name);
    return Promise.resolve();
  };
  const injection: RecorderInjection = {
    begin: (closed) => call(`begin without [${closed.join()}]`),
    end: () => call('end'),
    enter: (tab, isOpen) => call(`enter ${tab} ${isOpen(`${SITE}/x`) ? 'open' : 'closed'}`),
    watchDialogs: (tab) => call(`dialogs in ${tab}`),
    leave: (tab) => call(`leave ${tab}`),
    nameFrame: () => Promise.resolve('Payment'),
    addressOf: () => Promise.resolve(`${SITE}/page`),
  };
  const daemon: Stage['daemon'] = {
    answer: ({ gestures }) => Promise.resolve({ done: gestures.map(({ id }) => id) }),
  };
  let clock = 1000;
  const create = () =>
    createRecorder({
      store: storeOn(stored),
      injection,
      tell: () =>
        daemon.answer &&
        ((params) => {
          told.push(params);
          return daemon.answer ? daemon.answer(params) : Promise.reject(new Error('gone'));
        }),
      onChange: () => call('badge'),
      now: () => (clock += 1),
    });
  return {
    recorder: create(),
    restart: create,
    told,
    ids: () => told.flatMap(({ gestures }) => gestures.map(({ id }) => id)),
    calls,
    daemon,
  };
}

const begin = { recording: 'r1', tabs: [7], closed: [] };
const from = (tab: number, more: Partial<FrameSender> = {}): FrameSender => ({
  id: 'us',
  tab: { id: tab },
  frameId: 0,
  documentId: 'd',
  url: `${SITE}/page`,
  origin: SITE,
  ...more,
});
const gesture = (id: string, more: Partial<SeenGesture> = {}): SeenGesture => ({
  id,
  at: 1,
  url: `${SITE}/page`,
  what: { kind: 'press', keys: 'Enter' },
  ...more,
});

test('gestures of recorded tabs go to the daemon, and no others', async () => {
  const { recorder, told, ids, calls } = createStage();
  expect(await recorder.pages.came(from(7))).toEqual({ isWanted: false });
  await recorder.handlers.startRecorder(begin);
  expect(calls).toEqual(['begin without []', 'enter 7 open', 'badge']);
  expect(await recorder.pages.came(from(7))).toEqual({ isWanted: true });
  expect(await recorder.pages.came(from(8))).toEqual({ isWanted: false });
  expect(await recorder.pages.seen([gesture('a'), gesture('b')], from(7))).toEqual({
    isWanted: true,
  });
  expect(await recorder.pages.seen([gesture('c')], from(8))).toEqual({ isWanted: false });
  await recorder.connected();
  expect(ids()).toEqual(['a', 'b']);
  expect(told[0]).toMatchObject({ recording: 'r1', gestures: [{ id: 'a', tab: 7 }, { id: 'b' }] });
});

test('what the daemon does not answer waits for it, through workers, in order and once', async () => {
  const stage = createStage();
  await stage.recorder.handlers.startRecorder(begin);
  const { answer } = stage.daemon;
  delete stage.daemon.answer;
  await stage.recorder.pages.seen([gesture('a')], from(7));
  // The page had no answer in time, and sends it again with the next.
  const second = stage.restart();
  await second.pages.seen([gesture('a'), gesture('b')], from(7));
  stage.daemon.answer = () => Promise.reject(new Error('the daemon was killed'));
  await second.connected();
  expect(stage.ids()).toEqual(['a', 'b']);
  if (answer) stage.daemon.answer = answer;
  const third = stage.restart();
  await third.connected();
  expect(stage.ids()).toEqual(['a', 'b', 'a', 'b']);
  await third.pages.seen([gesture('b'), gesture('c')], from(7));
  await third.connected();
  expect(stage.ids().slice(4)).toEqual(['c']);
});

test('no more than a recording can hold waits', async () => {
  const stage = createStage();
  await stage.recorder.handlers.startRecorder(begin);
  const { answer } = stage.daemon;
  delete stage.daemon.answer;
  for (let at = 0; at < 6; at += 1) {
    const many = Array.from({ length: 100 }, (_, one) => gesture(`${at}-${one}`));
    await stage.recorder.pages.seen(many, from(7));
  }
  if (answer) stage.daemon.answer = answer;
  await stage.recorder.connected();
  expect(stage.ids()).toHaveLength(500);
  expect(stage.told.every(({ gestures }) => gestures.length <= 50)).toBe(true);
});

test('where the daemon said no, nothing is recorded', async () => {
  const stage = createStage();
  const { recorder } = stage;
  await recorder.handlers.startRecorder({ ...begin, closed: ['https://bank.example'] });
  expect(stage.calls[0]).toBe('begin without [https://bank.example]');
  const bank = from(7, { url: 'https://bank.example/in', origin: 'https://bank.example' });
  expect(await recorder.pages.came(bank)).toEqual({ isWanted: false });
  expect(await recorder.pages.seen([gesture('a')], bank)).toEqual({ isWanted: false });
  // And where it says so later.
  stage.daemon.answer = ({ gestures }) =>
    Promise.resolve({ done: gestures.map(({ id }) => id), closed: [SITE] });
  await recorder.pages.seen([gesture('b')], from(7));
  await recorder.connected();
  expect(stage.calls.at(-1)).toBe(`begin without [https://bank.example,${SITE}]`);
  expect(await recorder.pages.seen([gesture('c')], from(7))).toEqual({ isWanted: false });
  await recorder.browserTells.committed(7, { url: `${SITE}/next`, transitionType: 'link' });
  expect(stage.ids()).toEqual(['b']);
});

test('a daemon that knows the recording no more ends it', async () => {
  const stage = createStage();
  await stage.recorder.handlers.startRecorder(begin);
  stage.daemon.answer = () => Promise.resolve({ done: [], isOver: true });
  await stage.recorder.pages.seen([gesture('a')], from(7));
  await stage.recorder.connected();
  expect(stage.calls.slice(-2)).toEqual(['end', 'badge']);
  expect(await stage.recorder.isRecording()).toBe(false);
});

test('stopping asks the pages for what they have, then tells which tabs there were', async () => {
  const stage = createStage();
  await stage.recorder.handlers.startRecorder(begin);
  expect(await stage.recorder.handlers.stopRecorder({ recording: 'other' })).toEqual({ tabs: [] });
  expect(await stage.recorder.isRecording()).toBe(true);
  expect(await stage.recorder.handlers.stopRecorder({ recording: 'r1' })).toEqual({ tabs: [7] });
  expect(stage.calls.slice(3)).toEqual(['end', 'leave 7', 'end', 'badge']);
  expect(await stage.recorder.isRecording()).toBe(false);
});

test('tabs that a recorded page opens are recorded, and their coming and going', async () => {
  const stage = createStage();
  const { browserTells, pages } = stage.recorder;
  await stage.recorder.handlers.startRecorder(begin);
  await browserTells.activated(7, `${SITE}/page`);
  await browserTells.opened(9, 7, `${SITE}/new`);
  await browserTells.activated(9, `${SITE}/new`);
  await browserTells.opened(10, 3, 'https://other.example/');
  expect(await pages.came(from(9))).toEqual({ isWanted: true });
  expect(await pages.came(from(10))).toEqual({ isWanted: false });
  await browserTells.committed(9, { url: `${SITE}/new`, transitionType: 'link' });
  await browserTells.committed(7, { url: `${SITE}/typed`, transitionType: 'typed' });
  await browserTells.committed(3, { url: 'https://other.example/', transitionType: 'typed' });
  await browserTells.activated(7, `${SITE}/typed`);
  await browserTells.closed(9);
  await browserTells.closed(3);
  await stage.recorder.connected();
  const told = stage.told.flatMap(({ gestures }) => gestures);
  expect(told.map(({ tab, what }) => [tab, what])).toEqual([
    [9, { kind: 'openTab', byPerson: false, url: `${SITE}/new` }],
    [9, { kind: 'switchTab' }],
    [9, { kind: 'arrived', url: `${SITE}/new`, title: '' }],
    [7, { kind: 'navigate', how: 'address', url: `${SITE}/typed` }],
    [7, { kind: 'switchTab' }],
    [9, { kind: 'closeTab' }],
  ]);
});

test('what is done in a frame says in which, and on which page', async () => {
  const stage = createStage();
  await stage.recorder.handlers.startRecorder(begin);
  const target = {
    role: 'button',
    name: 'Pay',
    tag: 'button',
    attributes: [],
    alike: 1,
    place: 0,
    neighbours: [],
  };
  const seen = gesture('a', {
    url: 'https://pay.example/frame?session=1',
    child: { index: 0, viewWidth: 300, viewHeight: 100 },
    what: { kind: 'click', target, button: 'left', count: 1, modifiers: [] },
  });
  await stage.recorder.pages.seen([seen], from(7, { frameId: 4, origin: 'https://pay.example' }));
  await stage.recorder.connected();
  expect(stage.told[0]?.gestures[0]).toMatchObject({
    tab: 7,
    url: `${SITE}/page`,
    what: { target: { frame: { address: 'https://pay.example/frame', title: 'Payment' } } },
  });
  expect(stage.told[0]?.gestures[0]).not.toHaveProperty('child');
});

test('where a page led to is told at once, and its title when it has one', async () => {
  const stage = createStage();
  const { browserTells } = stage.recorder;
  await stage.recorder.handlers.startRecorder(begin);
  const there = `${SITE}/there`;
  await browserTells.committed(7, { url: there, transitionType: 'link' });
  await browserTells.committed(7, { url: there, transitionType: 'link', isSameDocument: true });
  await browserTells.titled(7, there, 'There');
  await browserTells.titled(7, there, 'There again');
  await stage.recorder.connected();
  const told = stage.told.flatMap(({ gestures }) => gestures);
  expect(told).toMatchObject([
    { what: { kind: 'arrived', title: '' } },
    { insteadOf: told[0]?.id, what: { kind: 'arrived', url: there, title: 'There' } },
  ]);
});

test('a tab that is told of twice is opened once, with its address', async () => {
  const stage = createStage();
  const { browserTells } = stage.recorder;
  await stage.recorder.handlers.startRecorder(begin);
  await Promise.all([
    browserTells.opened(9, 7, ''),
    browserTells.opened(9, 7, `${SITE}/new`),
    browserTells.opened(9, 7, `${SITE}/new`),
  ]);
  await stage.recorder.connected();
  const told = stage.told.flatMap(({ gestures }) => gestures);
  expect(told).toMatchObject([
    { tab: 9, what: { kind: 'openTab', url: '' } },
    { insteadOf: told[0]?.id, what: { kind: 'openTab', url: `${SITE}/new` } },
  ]);
  expect(told).toHaveLength(2);
});
