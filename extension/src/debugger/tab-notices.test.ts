// What is told of targets: the order, and how often Chrome is asked.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TabId, TabTarget } from '../wire';
import { createTabNotices, WORKER_START_MS } from './tab-notices';
import type { Notify } from './notifier';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const LOOK_MS = 5;
const WORKER = -1;

function createChrome({ isConnected = true } = {}) {
  const targets = new Map<TabId, TabTarget>();
  const told: string[] = [];
  const forgotten: TabId[] = [];
  let looks = 0;
  const notify: Notify = (name, params) => {
    const { tab, title } = params as Partial<TabTarget>;
    told.push(title === undefined ? `${name} ${tab ?? ''}` : `${name} ${tab ?? ''} ${title}`);
  };
  const notices = createTabNotices(
    async () => {
      looks += 1;
      const seen = [...targets.values()];
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      return seen;
    },
    { notify, isConnected: () => isConnected },
    { forget: (tab) => tab < 0 && forgotten.push(tab) },
  );

  function set(tab: TabId, title: string) {
    targets.set(tab, {
      tab,
      kind: tab < 0 ? 'sharedWorker' : 'page',
      targetId: `target ${tab}`,
      windowId: 1,
      title,
      url: '',
      loading: false,
      incognito: false,
    });
  }

  return {
    ...notices,
    told,
    forgotten,
    looks: () => looks,
    set,
    /** The target is no longer listed, and Chrome has no event for it. */
    hide: (tab: TabId) => targets.delete(tab),
    list() {
      notices.listed([...targets.values()]);
    },
    change(tab: TabId, title: string) {
      set(tab, title);
      notices.changed(tab);
    },
    remove(tab: TabId) {
      targets.delete(tab);
      notices.removed(tab);
    },
    settle: () => vi.runAllTimersAsync(),
  };
}

test('a burst is looked up once, and each tab told as it then is', async () => {
  const chrome = createChrome();
  for (let tab = 1; tab <= 50; tab += 1) chrome.change(tab, 'empty');
  for (let tab = 1; tab <= 50; tab += 1) chrome.change(tab, 'loaded');
  await chrome.settle();
  expect(chrome.looks()).toBe(1);
  expect(chrome.told).toHaveLength(50);
  expect(chrome.told[0]).toBe('tabCreated 1 loaded');
});

test('what changes during a look is looked up again, in order', async () => {
  const chrome = createChrome();
  chrome.change(1, 'empty');
  await vi.advanceTimersByTimeAsync(LOOK_MS - 1);
  chrome.change(1, 'loading');
  chrome.change(1, 'loaded');
  await chrome.settle();
  expect(chrome.looks()).toBe(2);
  expect(chrome.told).toEqual(['tabCreated 1 empty', 'tabChanged 1 loaded']);
});

test('a tab that was in the list is not new', async () => {
  const chrome = createChrome();
  chrome.set(1, 'listed');
  chrome.list();
  chrome.change(1, 'changed');
  await chrome.settle();
  expect(chrome.told).toEqual(['tabChanged 1 changed']);
});

test.each([0, LOOK_MS - 1])('a tab gone after %i ms is told as gone and no more', async (ms) => {
  const chrome = createChrome();
  chrome.change(1, 'short-lived');
  await vi.advanceTimersByTimeAsync(ms);
  chrome.remove(1);
  await chrome.settle();
  expect(chrome.told).toEqual(['tabRemoved 1']);
});

test('an id that comes back is a new tab', async () => {
  const chrome = createChrome();
  chrome.change(1, 'old');
  await chrome.settle();
  chrome.remove(1);
  chrome.change(1, 'new');
  await chrome.settle();
  expect(chrome.told).toEqual(['tabCreated 1 old', 'tabRemoved 1', 'tabCreated 1 new']);
});

test('a tab is gone while it shows a page of ours', async () => {
  const chrome = createChrome();
  chrome.change(1, 'theirs');
  await chrome.settle();
  chrome.hide(1);
  chrome.changed(1);
  await chrome.settle();
  chrome.changed(1);
  await chrome.settle();
  chrome.change(1, 'theirs again');
  await chrome.settle();
  expect(chrome.told).toEqual(['tabCreated 1 theirs', 'tabRemoved 1', 'tabCreated 1 theirs again']);
});

test('a shared worker is told at the look for a tab, once', async () => {
  const chrome = createChrome();
  chrome.set(WORKER, 'worker');
  chrome.change(1, 'loaded');
  await chrome.settle();
  chrome.change(1, 'changed');
  await chrome.settle();
  expect(chrome.told.sort()).toEqual([
    'tabChanged 1 changed',
    'tabCreated -1 worker',
    'tabCreated 1 loaded',
  ]);
});

test('one that starts after its page has loaded is told a moment later', async () => {
  const chrome = createChrome();
  chrome.change(1, 'loaded');
  chrome.lookForWorkersSoon();
  await vi.advanceTimersByTimeAsync(WORKER_START_MS - 1);
  chrome.set(WORKER, 'late');
  await chrome.settle();
  expect(chrome.told).toEqual(['tabCreated 1 loaded', 'tabCreated -1 late']);
});

test('a shared worker goes with the last tab that used it', async () => {
  const chrome = createChrome();
  chrome.set(WORKER, 'worker');
  chrome.list();
  chrome.hide(WORKER);
  chrome.remove(1);
  await chrome.settle();
  expect(chrome.told).toEqual(['tabRemoved 1', 'tabRemoved -1']);
  expect(chrome.forgotten).toEqual([WORKER]);
});

test('a worker that was listed during a look is not taken for gone', async () => {
  const chrome = createChrome();
  chrome.change(1, 'loading');
  await vi.advanceTimersByTimeAsync(LOOK_MS - 1);
  chrome.set(WORKER, 'worker');
  chrome.list();
  await chrome.settle();
  expect(chrome.told).toEqual(['tabChanged 1 loading']);
});

test('while nobody hears, Chrome is not even asked', async () => {
  const chrome = createChrome({ isConnected: false });
  chrome.change(1, 'unheard');
  chrome.lookForWorkers();
  await chrome.settle();
  expect(chrome.looks()).toBe(0);
  expect(chrome.told).toEqual([]);
});
