// What is told of tabs: the order, and how often Chrome is asked.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TabId, TabTarget } from '../wire';
import { createTabNotices } from './tab-notices';
import type { Tell } from './teller';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const LOOK_MS = 5;

function createChrome({ isHeard = true } = {}) {
  const tabs = new Map<TabId, TabTarget>();
  const told: string[] = [];
  let looks = 0;
  const tell: Tell = (name, params) => {
    const { tab, title } = params as Partial<TabTarget>;
    told.push(title === undefined ? `${name} ${tab ?? ''}` : `${name} ${tab ?? ''} ${title}`);
  };
  const notices = createTabNotices(
    async () => {
      looks += 1;
      const seen = [...tabs.values()];
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      return seen;
    },
    { tell, isHeard: () => isHeard },
  );

  function set(tab: TabId, title: string) {
    tabs.set(tab, {
      tab,
      targetId: `target ${tab}`,
      windowId: 1,
      title,
      url: '',
      loading: false,
      incognito: false,
    });
  }

  return {
    told,
    looks: () => looks,
    create(tab: TabId, title: string) {
      set(tab, title);
      notices.created(tab);
    },
    change(tab: TabId, title: string) {
      set(tab, title);
      notices.changed(tab);
    },
    remove(tab: TabId) {
      tabs.delete(tab);
      notices.removed(tab);
    },
    settle: () => vi.runAllTimersAsync(),
  };
}

test('a burst is looked up once, and each tab told as it then is', async () => {
  const chrome = createChrome();
  for (let tab = 1; tab <= 50; tab += 1) chrome.create(tab, 'empty');
  for (let tab = 1; tab <= 50; tab += 1) chrome.change(tab, 'loaded');
  await chrome.settle();
  expect(chrome.looks()).toBe(1);
  expect(chrome.told).toHaveLength(50);
  expect(chrome.told[0]).toBe('tabCreated 1 loaded');
});

test('what changes during a look is looked up again, in order', async () => {
  const chrome = createChrome();
  chrome.create(1, 'empty');
  await vi.advanceTimersByTimeAsync(LOOK_MS - 1);
  chrome.change(1, 'loading');
  chrome.change(1, 'loaded');
  await chrome.settle();
  expect(chrome.looks()).toBe(2);
  expect(chrome.told).toEqual(['tabCreated 1 empty', 'tabChanged 1 loaded']);
});

test.each([0, LOOK_MS - 1])('a tab gone after %i ms is told as gone and no more', async (ms) => {
  const chrome = createChrome();
  chrome.create(1, 'short-lived');
  await vi.advanceTimersByTimeAsync(ms);
  chrome.remove(1);
  await chrome.settle();
  expect(chrome.told).toEqual(['tabRemoved 1']);
});

test('an id that comes back is a new tab', async () => {
  const chrome = createChrome();
  chrome.change(1, 'old');
  chrome.remove(1);
  chrome.create(1, 'new');
  await chrome.settle();
  expect(chrome.told).toEqual(['tabRemoved 1', 'tabCreated 1 new']);
});

test('while nobody hears, Chrome is not even asked', async () => {
  const chrome = createChrome({ isHeard: false });
  chrome.create(1, 'unheard');
  chrome.change(1, 'unheard');
  await chrome.settle();
  expect(chrome.looks()).toBe(0);
  expect(chrome.told).toEqual([]);
});
