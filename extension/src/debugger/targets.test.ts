// Tabs, groups, workers and targets joined, and who opened whom.
import { expect, test } from 'vitest';
import { EXTENSION_ID } from '../wire';
import { createOpeners } from './openers';
import { createSharedWorkers } from './shared-workers';
import { joinTargets, type Seen } from './targets';

const TAB = {
  id: 7,
  windowId: 1,
  groupId: -1,
  title: 'Seven',
  url: 'https://a.example/',
  incognito: false,
};
const PAGE = { id: 'T7', tabId: 7, type: 'page' as const, title: '', url: '' };
const WORKER = { id: 'W', type: 'worker' as const, title: '', url: 'https://a.example/w.js' };
const OWN = `chrome-extension://${EXTENSION_ID}`;

function join(seen: Partial<Seen>, openers = createOpeners()) {
  return joinTargets(
    { tabs: [TAB], targets: [PAGE], groups: [], ...seen },
    openers,
    createSharedWorkers(),
  );
}

test('a tab with its target, its group and its opener', () => {
  const openers = createOpeners();
  openers.note(7, 3);
  const tabs = [{ ...TAB, status: 'loading' as const, groupId: 5 }];
  expect(join({ tabs, groups: [{ id: 5, title: 'Work' }] }, openers)).toEqual([
    {
      tab: 7,
      kind: 'page',
      targetId: 'T7',
      windowId: 1,
      title: 'Seven',
      url: 'https://a.example/',
      loading: true,
      incognito: false,
      opener: 3,
      group: 'Work',
    },
  ]);
});

test('a shared worker', () => {
  expect(join({ tabs: [], targets: [WORKER] })).toEqual([
    {
      tab: -1,
      kind: 'sharedWorker',
      targetId: 'W',
      windowId: -1,
      title: '',
      url: 'https://a.example/w.js',
      loading: false,
      incognito: false,
    },
  ]);
});

test.each([
  ['a tab without a target', { tabs: [{ ...TAB, id: 8 }] }],
  ['a target that is no tab', { tabs: [], targets: [{ ...PAGE, type: 'other' as const }] }],
  [
    'a service worker',
    { tabs: [], targets: [{ ...WORKER, title: 'Service Worker https://a.example/w.js' }] },
  ],
  ['a page of our own', { tabs: [{ ...TAB, url: `${OWN}/popup.html` }] }],
  ['one on its way', { tabs: [{ ...TAB, url: '', pendingUrl: `${OWN}/options.html` }] }],
  ['one that Chrome has seen first', { targets: [{ ...PAGE, url: `${OWN}/options.html` }] }],
])('left out: %s', (_what, seen) => {
  expect(join(seen)).toEqual([]);
});

test('a tab that has no page yet is where it is going', () => {
  const tabs = [{ ...TAB, url: '', pendingUrl: 'https://next.example/' }];
  expect(join({ tabs })).toMatchObject([{ url: 'https://next.example/' }]);
});

test('a group without a title is none', () => {
  const tabs = [{ ...TAB, groupId: 5 }];
  const [target] = join({ tabs, groups: [{ id: 5, title: '' }] });
  expect(target).not.toHaveProperty('group');
});

test('an opener is remembered for as long as the tab lives', () => {
  const openers = createOpeners();
  openers.note(7, 3);
  openers.move(7, 9);
  expect(openers.of(7)).toBeUndefined();
  expect(openers.of(9)).toBe(3);
  openers.forget(9);
  expect(openers.of(9)).toBeUndefined();
});
