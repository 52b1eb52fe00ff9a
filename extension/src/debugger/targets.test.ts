// Tabs and targets joined, and who opened whom.
import { expect, test } from 'vitest';
import { createOpeners } from './openers';
import { joinTargets } from './targets';

const TAB = { id: 7, windowId: 1, title: 'Seven', url: 'https://a.example/', incognito: false };
const PAGE = { id: 'T7', tabId: 7, type: 'page' as const };

test('a tab with its target', () => {
  const tab = { ...TAB, status: 'loading' as const, openerTabId: 3 };
  expect(joinTargets([tab], [PAGE], createOpeners())).toEqual([
    {
      tab: 7,
      targetId: 'T7',
      windowId: 1,
      title: 'Seven',
      url: 'https://a.example/',
      loading: true,
      incognito: false,
      opener: 3,
    },
  ]);
});

test('a tab without a target is left out, and targets that are no tabs', () => {
  const worker = { id: 'W', type: 'worker' as const };
  expect(joinTargets([{ ...TAB, id: 8 }], [PAGE, worker], createOpeners())).toEqual([]);
});

test('a tab that has no page yet is where it is going', () => {
  const tab = { ...TAB, url: '', pendingUrl: 'https://next.example/' };
  const [target] = joinTargets([tab], [PAGE], createOpeners());
  expect(target).toMatchObject({ url: 'https://next.example/' });
});

test('an opener that Chrome forgets is remembered for as long as the tab lives', () => {
  const openers = createOpeners();
  openers.noteCreated({ ...TAB, openerTabId: 3 });
  openers.note(8, 4);
  expect(openers.of(TAB)).toBe(3);
  expect(openers.of({ ...TAB, id: 8 })).toBe(4);
  openers.move(7, 9);
  expect(openers.of({ ...TAB, id: 9 })).toBe(3);
  openers.forget(9);
  expect(openers.of({ ...TAB, id: 9 })).toBeUndefined();
});

test('a new tab page was opened by the person', () => {
  const openers = createOpeners();
  const tab = { ...TAB, url: '', pendingUrl: 'chrome://newtab/', openerTabId: 3 };
  openers.noteCreated(tab);
  expect(openers.of(tab)).toBeUndefined();
});
