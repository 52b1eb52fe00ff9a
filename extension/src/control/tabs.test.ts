// Tabs as Chrome tells them, and as the daemon hears of them.
import { expect, test } from 'vitest';
import { EXTENSION_ID } from '../wire';
import { joinTabs, type Seen } from './tabs';

type ChromeTab = Seen['tabs'][number];

const NO_GROUP = -1;
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
  ['with a page of our own', { url: `chrome-extension://${EXTENSION_ID}/options.html` }],
])('a tab %s is not told of', (_what, tab) => {
  expect(list(tab)).toEqual([]);
});
