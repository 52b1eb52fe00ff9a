// What the toolbar button shows when there is more than one thing to show.
import { expect, test } from 'vitest';
import { describeToolbarButton } from './describe';

const CONNECTED = { kind: 'connected', daemonVersion: '1' } as const;

test('connected, and nothing waits', () => {
  expect(describeToolbarButton(CONNECTED, 0)).toEqual({ title: 'Tabwright: Connected' });
});

test.each([
  [1, 'Tabwright: 1 question for you'],
  [3, 'Tabwright: 3 questions for you'],
])('%d waiting', (waiting, title) => {
  expect(describeToolbarButton(CONNECTED, waiting)).toEqual({
    title,
    badge: { text: '?', tone: 'warning' },
  });
});

test('what is wrong with the connection comes before questions that cannot be answered', () => {
  expect(describeToolbarButton({ kind: 'connecting' }, 2)).toEqual(
    describeToolbarButton({ kind: 'connecting' }, 0),
  );
  expect(describeToolbarButton({ kind: 'replaced' }, 2).badge?.text).toBe('off');
});
