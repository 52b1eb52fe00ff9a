// Tabs as Chrome tells them, and as the daemon hears of them.
import { describe, expect, test, vi } from 'vitest';
import { EXTENSION_ID } from '../wire';
import { createTabFinder, joinTabs, type Seen } from './tabs';

/** What a Chrome has: one window used last, if any, and its tabs. */
const chrome = vi.hoisted(() => ({
  lastWindow: undefined as number | undefined,
  tabs: [] as { id?: number | undefined; windowId: number }[],
  groups: [] as { id: number; title: string }[],
}));

vi.mock('wxt/browser', () => {
  const one = <T>(found: T | undefined) =>
    found === undefined ? Promise.reject(new Error('there is none')) : Promise.resolve(found);
  return {
    browser: {
      tabs: { get: (id: number) => one(chrome.tabs.find((tab) => tab.id === id)) },
      tabGroups: {
        TAB_GROUP_ID_NONE: -1,
        get: (id: number) => one(chrome.groups.find((group) => group.id === id)),
      },
      windows: {
        getLastFocused({ populate }: { populate: boolean }) {
          const { lastWindow: id, tabs } = chrome;
          if (id === undefined) return one(undefined);
          return one({ id, ...(populate && { tabs: tabs.filter((tab) => tab.windowId === id) }) });
        },
      },
    },
  };
});

type ChromeTab = Seen['tabs'][number];

const NO_GROUP = -1;
const ownPage = `chrome-extension://${EXTENSION_ID}/options.html`;
const nobody = () => undefined;

function chromeTab(tab: Partial<ChromeTab>): ChromeTab {
  return {
    id: 7,
    windowId: 1,
    index: 0,
    groupId: NO_GROUP,
    title: 'Trains',
    url: 'https://trains.example/',
    active: false,
    status: 'complete',
    pinned: false,
    discarded: false,
    incognito: false,
    ...tab,
  };
}

function list(tab: Partial<ChromeTab>, seen: Partial<Seen> = {}) {
  return joinTabs({ tabs: [chromeTab(tab)], groups: [], lastWindow: 1, ...seen }, nobody);
}

test('a tab with all that is known of it', () => {
  const seen = { tabs: [chromeTab({ groupId: 5 })], groups: [{ id: 5, title: 'Work' }] };
  expect(joinTabs({ ...seen, lastWindow: 1 }, (tab) => tab + 1)).toEqual([
    {
      id: 7,
      windowId: 1,
      index: 0,
      title: 'Trains',
      url: 'https://trains.example/',
      active: false,
      focused: false,
      loading: false,
      pinned: false,
      audible: false,
      discarded: false,
      incognito: false,
      group: 'Work',
      opener: 8,
    },
  ]);
});

test.each([
  ['in front of the window used last', { active: true }, { focused: true }],
  ['in front of another window', { active: true, windowId: 2 }, { focused: false }],
  ['behind', { active: false }, { focused: false }],
  ['loading', { status: 'loading' }, { loading: true }],
  ['audible', { audible: true }, { audible: true }],
  ['asleep', { status: 'unloaded', discarded: true }, { loading: false, discarded: true }],
  [
    'without a page yet',
    { url: '', pendingUrl: 'https://a.example/' },
    { url: 'https://a.example/' },
  ],
] satisfies [string, Partial<ChromeTab>, object][])('a tab %s', (_what, tab, expected) => {
  expect(list(tab)).toMatchObject([expected]);
});

test('a group without a title is no group to name', () => {
  expect(list({ groupId: 5 }, { groups: [{ id: 5, title: '' }] })[0]).not.toHaveProperty('group');
});

test.each([
  ['of a devtools window', { id: -1 }],
  ['with a page of our own', { url: ownPage }],
])('a tab %s is not told of', (_what, tab) => {
  expect(list(tab)).toEqual([]);
});

describe('one tab is found', () => {
  const find = createTabFinder((tab) => (tab === 8 ? 7 : undefined), nobody);
  const open = (lastWindow: number | undefined, ...tabs: Partial<ChromeTab>[]) => {
    chrome.lastWindow = lastWindow;
    chrome.tabs = tabs.map(chromeTab);
    chrome.groups = [{ id: 5, title: 'Work' }];
  };

  test('in front of the window used last', async () => {
    open(2, { active: true }, { id: 8, windowId: 2, active: true, groupId: 5 });
    expect(await find({})).toMatchObject({
      tab: { id: 8, windowId: 2, focused: true, group: 'Work', opener: 7 },
    });
  });

  test('by its id, wherever it is', async () => {
    open(2, {}, { id: 8, windowId: 2, active: true });
    expect(await find({ tab: 7 })).toMatchObject({ tab: { id: 7, windowId: 1, focused: false } });
    expect(await find({ tab: 8 })).toMatchObject({ tab: { id: 8, focused: true } });
  });

  test('without its group, where that is gone meanwhile', async () => {
    open(1, { groupId: 6 });
    expect((await find({ tab: 7 })).tab).not.toHaveProperty('group');
  });

  test.each([
    ['no window is open', undefined, {}, {}],
    ['the tab is gone', 1, {}, { tab: 99 }],
    ['a page of our own is in front', 1, { active: true, url: ownPage }, {}],
    ['a page of our own is asked for', 1, { url: ownPage }, { tab: 7 }],
  ])('not where %s', async (_where, lastWindow, tab, params) => {
    open(lastWindow, tab);
    expect(await find(params)).toEqual({});
  });
});
