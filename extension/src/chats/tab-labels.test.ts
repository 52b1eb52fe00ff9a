import { expect, test, vi } from 'vitest';
import { createTabLabels, type TabFacts } from './tab-labels';

const RAIL: TabFacts = { title: 'Rail: connections', url: 'https://rail.example/from' };

/** A browser with tab 7, and a chip that shows it. */
async function watched(facts: TabFacts = RAIL) {
  const look = vi.fn((tab: number) =>
    tab === 7 ? Promise.resolve(facts) : Promise.reject(new Error('no such tab')),
  );
  const labels = createTabLabels(look);
  const watcher = vi.fn();
  const stop = labels.watch(7, watcher);
  await settled();
  return { labels, look, watcher, stop };
}

const settled = () => new Promise(setImmediate);

test('a tab is called by its title and its host', async () => {
  const { labels, watcher } = await watched();
  expect(labels.get(7)).toEqual({ title: 'Rail: connections', host: 'rail.example' });
  expect(watcher).toHaveBeenCalledOnce();
});

test('it follows the page, and goes with the tab', async () => {
  const { labels, watcher } = await watched();
  labels.changed(7, { title: 'Tickets', url: 'https://rail.example/tickets' });
  expect(labels.get(7)?.title).toBe('Tickets');
  labels.changed(7, { title: 'Tickets', url: 'https://rail.example/tickets?page=2' });
  expect(watcher).toHaveBeenCalledTimes(2);
  labels.removed(7);
  expect(labels.get(7)).toBeUndefined();
  expect(watcher).toHaveBeenCalledTimes(3);
});

test('a tab that is not there has no label', async () => {
  const { labels } = await watched();
  const watcher = vi.fn();
  labels.watch(8, watcher);
  await settled();
  expect(labels.get(8)).toBeUndefined();
  expect(watcher).not.toHaveBeenCalled();
});

test('is looked up once for all who watch, and forgotten with the last of them', async () => {
  const { labels, look, stop } = await watched();
  const stopOther = labels.watch(7, () => undefined);
  expect(look).toHaveBeenCalledOnce();
  stop();
  expect(labels.get(7)).toBeDefined();
  stopOther();
  expect(labels.get(7)).toBeUndefined();
  labels.changed(7, RAIL);
  expect(labels.get(7)).toBeUndefined();
});

test('what Chrome tells while it is looked up is newer', async () => {
  const labels = createTabLabels(() => Promise.resolve(RAIL));
  labels.watch(7, () => undefined);
  labels.changed(7, { title: 'Tickets', url: 'https://rail.example/' });
  await settled();
  expect(labels.get(7)?.title).toBe('Tickets');
});

test('a page cannot put much there, or lines over ours', async () => {
  const title = `Bank\n\u202E${'x'.repeat(500)}`;
  const url = `https://${'bank.example.'.repeat(10)}evil.example/`;
  const { labels } = await watched({ title, url });
  const label = labels.get(7);
  expect(label?.title).toMatch(/^Bank x+…$/);
  expect(label?.title).toHaveLength(60);
  expect(label?.host).toMatch(/^….*evil\.example$/);
  expect(label?.host).toHaveLength(32);
});

test.each(['chrome://settings/', 'file:///home/ada/a.pdf', '', undefined])(
  'a page that is not on the web (%s) has no host',
  async (url) => {
    const { labels } = await watched({ title: 'Something', url });
    expect(labels.get(7)).toEqual({ title: 'Something', host: '' });
  },
);
