// What the toolbar button shows when there is more than one thing to show.
import { expect, test } from 'vitest';
import { describeToolbarButton } from './describe';

const CONNECTED = { kind: 'connected', daemonVersion: '1' } as const;

test('connected, and nothing waits', () => {
  expect(describeToolbarButton(CONNECTED, 0, false)).toEqual({ title: 'Tabwright: Connected' });
});

test.each([
  [1, 'Tabwright: 1 question for you'],
  [3, 'Tabwright: 3 questions for you'],
])('%d waiting', (waiting, title) => {
  expect(describeToolbarButton(CONNECTED, waiting, true)).toEqual({
    title,
    badge: { text: '?', tone: 'warning' },
  });
});

test('what is wrong with the connection comes before questions that cannot be answered', () => {
  expect(describeToolbarButton({ kind: 'connecting' }, 2, false)).toEqual(
    describeToolbarButton({ kind: 'connecting' }, 0, false),
  );
  expect(describeToolbarButton({ kind: 'replaced' }, 2, false).badge?.text).toBe('off');
});

test('a recording is a red dot, also while the daemon is away', () => {
  const badge = { text: '●', tone: 'fault' };
  expect(describeToolbarButton(CONNECTED, 0, true)).toEqual({
    title: 'Tabwright: Recording',
    badge,
  });
  expect(describeToolbarButton({ kind: 'connecting' }, 2, true)).toEqual({
    title: 'Tabwright: Recording. Connecting…',
    badge,
  });
});
