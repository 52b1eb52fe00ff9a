// When a new tab is told, with Chrome's events in the orders that were seen.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPromise } from '../rpc/test-pair';
import { createTabCreation, DECISION_MS_MAX } from './tab-created';
import { createOpeners } from './openers';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const OPENER = 3;
const TAB = 7;

function createChrome() {
  const told: string[] = [];
  const openers = createOpeners();
  const tabCreation = createTabCreation(
    {
      changed: (tab) => told.push(`${tab} opened by ${openers.of(tab) ?? 'nobody'}`),
      removed: (tab) => told.push(`${tab} gone`),
    },
    openers,
  );
  return { told, ...tabCreation };
}

test('a tab without an opener is told at once', () => {
  const { told, created } = createChrome();
  created({ id: TAB, pendingUrl: 'https://a.example/' });
  expect(told).toEqual(['7 opened by nobody']);
});

test('so is a new tab page, whatever tab Chrome names', () => {
  const { told, created } = createChrome();
  created({ id: TAB, openerTabId: OPENER, pendingUrl: 'chrome://newtab/' });
  expect(told).toEqual(['7 opened by nobody']);
});

test('one that a page opened is told when Chrome says so, once', async () => {
  const { told, created, opened } = createChrome();
  created({ id: TAB, openerTabId: OPENER });
  expect(told).toEqual([]);
  opened(TAB, OPENER);
  await vi.runAllTimersAsync();
  expect(told).toEqual(['7 opened by 3']);
});

test('also when it says so first', () => {
  const { told, created, opened } = createChrome();
  opened(TAB, OPENER);
  created({ id: TAB, openerTabId: OPENER });
  expect(told).toEqual(['7 opened by 3', '7 opened by 3']);
});

test('one beside another is told with its first change', async () => {
  const { told, created, changed, navigated } = createChrome();
  created({ id: TAB, openerTabId: OPENER, pendingUrl: 'https://a.example/' });
  changed(TAB);
  expect(told).toEqual([]);
  navigated(TAB);
  await vi.runAllTimersAsync();
  expect(told).toEqual(['7 opened by nobody']);
});

test('and without any, when the limit is reached', () => {
  const { told, created } = createChrome();
  created({ id: TAB, openerTabId: OPENER, pendingUrl: 'https://slow.example/' });
  vi.advanceTimersByTime(DECISION_MS_MAX - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['7 opened by nobody']);
});

test('one that is gone before that is told as gone and no more', async () => {
  const { told, created, removed } = createChrome();
  created({ id: TAB, openerTabId: OPENER });
  removed(TAB);
  await vi.runAllTimersAsync();
  expect(told).toEqual(['7 gone']);
});

test('one that is made for a group is told when it is in it', async () => {
  const { told, created, changed, hold } = createChrome();
  const grouped = createPromise<undefined>();
  const made = hold(() => grouped.promise);
  created({ id: TAB });
  changed(TAB);
  expect(told).toEqual([]);
  grouped.resolve(undefined);
  await made;
  expect(told).toEqual(['7 opened by nobody']);
});
