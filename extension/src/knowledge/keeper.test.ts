// Which pages are read and when, with Chrome, the daemon and the clock played here.
import { expect, test } from 'vitest';
import type { KeepPageParams, KnowledgeSettings } from '../wire';
import { createKeeper, type FrontTab, type KeeperApi, type Visits } from './keeper';

const ON: KnowledgeSettings = { automatic: true, sitesOff: ['off.example'], intranetHosts: [] };
const PAGE: FrontTab = {
  id: 7,
  url: 'https://news.example/trains',
  title: 'Trains',
  incognito: false,
  isComplete: true,
};

/** A browser with a person in front of it. */
function createScene() {
  const kept: KeepPageParams[] = [];
  const scene = {
    now: 1_000_000,
    front: PAGE as FrontTab | undefined,
    settings: ON as KnowledgeSettings | undefined,
    isConnected: true,
    driven: new Set<number>(),
    visits: {} as Visits,
    reads: 0,
    /** Happens while the page is read. */
    whileReading: undefined as (() => void) | undefined,
    kept,
  };
  let timers: { at: number; done: () => void }[] = [];
  const api: KeeperApi = {
    now: () => scene.now,
    wait(ms, done) {
      const timer = { at: scene.now + ms, done };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    front: () => Promise.resolve(scene.front),
    isDriven: (tab) => Promise.resolve(scene.driven.has(tab)),
    isConnected: () => scene.isConnected,
    settings: () => Promise.resolve(scene.settings),
    loadVisits: () => Promise.resolve(structuredClone(scene.visits)),
    saveVisits(visits) {
      scene.visits = structuredClone(visits);
      return Promise.resolve();
    },
    read() {
      scene.reads += 1;
      scene.whileReading?.();
      return Promise.resolve({ html: '<p>words</p>', isTruncated: false });
    },
    keep(page) {
      kept.push(page);
      return Promise.resolve();
    },
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
  let keeper = createKeeper(api);
  return Object.assign(scene, {
    async happens(event: 'look' | 'navigated' | 'closed') {
      if (event === 'look') keeper.look();
      else if (event === 'closed') keeper.closed(PAGE.id);
      else keeper.navigated(scene.front?.id ?? PAGE.id, scene.front?.url ?? '');
      await settled();
    },
    async passes(seconds: number) {
      scene.now += seconds * 1000;
      for (const timer of timers.filter(({ at }) => at <= scene.now)) {
        timers = timers.filter((one) => one !== timer);
        timer.done();
      }
      await settled();
    },
    /** The worker is stopped, and another one started. */
    restartWorker() {
      timers = [];
      keeper = createKeeper(api);
    },
  });
}

test('a page that was in front for a while is kept once', async () => {
  const scene = createScene();
  await scene.happens('navigated');
  await scene.passes(7);
  expect(scene.reads).toBe(0);
  await scene.passes(1);
  expect(scene.kept).toEqual([
    {
      url: PAGE.url,
      title: 'Trains',
      html: '<p>words</p>',
      isTruncated: false,
      seenMs: 1_000_000,
      stayedMs: 8_000,
      tab: PAGE.id,
    },
  ]);
  await scene.happens('look');
  await scene.passes(60);
  await scene.happens('navigated');
  expect(scene.reads).toBe(1);
});

test('the time in front adds up, and the time behind does not', async () => {
  const scene = createScene();
  await scene.happens('navigated');
  await scene.passes(5);
  scene.front = undefined;
  await scene.happens('look');
  await scene.passes(100);
  scene.front = PAGE;
  await scene.happens('look');
  await scene.passes(2);
  expect(scene.reads).toBe(0);
  await scene.passes(1);
  expect(scene.kept[0]?.stayedMs).toBe(8_000);
});

test('a page within a page is one of its own, and a place in it is not', async () => {
  const scene = createScene();
  await scene.happens('navigated');
  await scene.passes(8);
  scene.front = { ...PAGE, url: `${PAGE.url}#below` };
  await scene.happens('navigated');
  await scene.passes(20);
  expect(scene.reads).toBe(1);
  scene.front = { ...PAGE, url: 'https://news.example/coast' };
  await scene.happens('navigated');
  await scene.passes(8);
  expect(scene.kept.map(({ url }) => url)).toEqual([PAGE.url, 'https://news.example/coast']);
});

test.each<[string, (scene: ReturnType<typeof createScene>) => void]>([
  ['in a private window', (scene) => (scene.front = { ...PAGE, incognito: true })],
  ['of the browser', (scene) => (scene.front = { ...PAGE, url: 'chrome://settings/' })],
  ['in a file', (scene) => (scene.front = { ...PAGE, url: 'file:///home/me/a.html' })],
  ['without an address', (scene) => (scene.front = { ...PAGE, url: '' })],
  ['on a site that is off', (scene) => (scene.front = { ...PAGE, url: 'https://off.example/' })],
  [
    'below a site that is off',
    (scene) => (scene.front = { ...PAGE, url: 'https://a.off.example/' }),
  ],
  ['that is still loading', (scene) => (scene.front = { ...PAGE, isComplete: false })],
  ['that an agent drives', (scene) => scene.driven.add(PAGE.id)],
  ['while it is off', (scene) => (scene.settings = { ...ON, automatic: false })],
  ['while it is paused', (scene) => (scene.settings = { ...ON, pausedUntilMs: 9_000_000 })],
  ['while nothing is known of the settings', (scene) => (scene.settings = undefined)],
  ['while there is no daemon', (scene) => (scene.isConnected = false)],
  ['that is not in front', (scene) => (scene.front = undefined)],
])('no page is read %s', async (_, arrange) => {
  const scene = createScene();
  arrange(scene);
  await scene.happens('navigated');
  await scene.passes(60);
  await scene.happens('look');
  await scene.passes(60);
  expect(scene.reads).toBe(0);
  expect(scene.visits).toEqual({});
});

test('a site whose name only ends alike is another one', async () => {
  const scene = createScene();
  scene.front = { ...PAGE, url: 'https://notoff.example/' };
  await scene.happens('navigated');
  await scene.passes(8);
  expect(scene.reads).toBe(1);
});

test('a pause ends', async () => {
  const scene = createScene();
  scene.settings = { ...ON, pausedUntilMs: scene.now + 30_000 };
  await scene.happens('look');
  await scene.passes(31);
  await scene.happens('look');
  await scene.passes(8);
  expect(scene.reads).toBe(1);
});

test.each<[string, (scene: ReturnType<typeof createScene>) => void]>([
  ['goes to another page', (scene) => (scene.front = { ...PAGE, url: 'https://bank.example/' })],
  ['leaves the front', (scene) => (scene.front = undefined)],
  ['comes to be driven', (scene) => scene.driven.add(PAGE.id)],
  ['is not wanted any more', (scene) => (scene.settings = { ...ON, automatic: false })],
])('a page that %s while it is read is not kept', async (_, meanwhile) => {
  const scene = createScene();
  await scene.happens('navigated');
  scene.whileReading = () => {
    meanwhile(scene);
  };
  await scene.passes(8);
  expect(scene.reads).toBe(1);
  expect(scene.kept).toEqual([]);
});

test('a page that cannot be read is tried again, but not again and again', async () => {
  const scene = createScene();
  scene.whileReading = () => {
    throw new Error('the page gave no answer');
  };
  await scene.happens('navigated');
  for (let tries = 0; tries < 20; tries += 1) {
    await scene.passes(8);
    await scene.happens('look');
  }
  expect(scene.reads).toBe(3);
});

test('a page that was busy once is read later, though nothing happens meanwhile', async () => {
  const scene = createScene();
  scene.whileReading = () => {
    scene.whileReading = undefined;
    throw new Error('the page gave no answer');
  };
  await scene.happens('navigated');
  await scene.passes(8);
  expect(scene.kept).toEqual([]);
  await scene.passes(8);
  expect(scene.kept).toHaveLength(1);
});

test.each<[string, Partial<ReturnType<typeof createScene>>]>([
  ['was still loading', { front: { ...PAGE, isComplete: false } }],
  ['was driven', { driven: new Set([PAGE.id]) }],
  ['came before the daemon answered', { settings: undefined }],
])('a page that %s is read for all that, and no event tells when', async (_, before) => {
  const scene = createScene();
  const ready = { front: PAGE, driven: new Set<number>(), settings: ON };
  Object.assign(scene, before);
  await scene.happens('navigated');
  await scene.passes(8);
  Object.assign(scene, ready);
  await scene.passes(8);
  expect(scene.reads).toBe(0);
  await scene.passes(8);
  expect(scene.kept.map(({ stayedMs }) => stayedMs)).toEqual([8_000]);
});

test('a worker that was stopped goes on at the next event, and keeps nothing twice', async () => {
  const scene = createScene();
  await scene.happens('navigated');
  await scene.passes(5);
  scene.restartWorker();
  await scene.passes(60);
  expect(scene.reads).toBe(0);
  await scene.happens('look');
  await scene.passes(8);
  expect(scene.reads).toBe(1);
  scene.restartWorker();
  await scene.happens('look');
  await scene.passes(60);
  expect(scene.reads).toBe(1);
});

test('what is remembered of a tab goes with it', async () => {
  const scene = createScene();
  await scene.happens('navigated');
  expect(Object.keys(scene.visits)).toEqual(['7']);
  await scene.happens('closed');
  expect(scene.visits).toEqual({});
});

test('tabs that were closed unheard are forgotten at last', async () => {
  const scene = createScene();
  for (let id = 1; id <= 250; id += 1) {
    scene.now += 1;
    scene.front = { ...PAGE, id };
    await scene.happens('look');
  }
  expect(Object.keys(scene.visits)).toHaveLength(200);
});
