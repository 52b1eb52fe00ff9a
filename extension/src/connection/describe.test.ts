// What the toolbar button shows when there is more than one thing to show.
import { expect, test } from 'vitest';
import { faceOf } from './describe';

const CONNECTED = { kind: 'connected', daemonVersion: '1' } as const;

test('connected, and nothing waits', () => {
  expect(faceOf(CONNECTED, 0)).toEqual({ title: 'Tabwright: Connected' });
});

test.each([
  [1, 'Tabwright: a question waits for you'],
  [3, 'Tabwright: 3 questions wait for you'],
])('%d waiting', (waiting, title) => {
  expect(faceOf(CONNECTED, waiting)).toEqual({ title, badge: { text: '?', tone: 'warning' } });
});

test('what is wrong with the connection comes before questions that cannot be answered', () => {
  expect(faceOf({ kind: 'connecting' }, 2)).toEqual(faceOf({ kind: 'connecting' }, 0));
  expect(faceOf({ kind: 'replaced' }, 2).badge?.text).toBe('off');
});
