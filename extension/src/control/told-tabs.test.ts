// What the daemon hears of tabs that it was told of.
import { expect, test, vi } from 'vitest';
import { createToldTabs } from './told-tabs';

test('a change is told once, and only of a tab that was told of', () => {
  const notify = vi.fn();
  const tabs = createToldTabs(notify);
  tabs.changed(7);
  tabs.changed();
  expect(notify).not.toHaveBeenCalled();
  tabs.tell(7);
  tabs.changed(8);
  tabs.changed(7);
  tabs.changed(7);
  expect(notify.mock.calls).toEqual([[{ tab: 7 }]]);
});

test('what may change any tab is told of all at once', () => {
  const notify = vi.fn();
  const tabs = createToldTabs(notify);
  tabs.tell(7);
  tabs.tell(8);
  tabs.changed();
  tabs.changed(7);
  tabs.changed();
  expect(notify.mock.calls).toEqual([[{}]]);
});
