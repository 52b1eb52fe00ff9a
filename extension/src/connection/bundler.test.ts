// What goes together and what goes at once.
import { expect, test } from 'vitest';
import { BUNDLE_LENGTH_MAX } from '../wire';
import { createBundler } from './bundler';

function createBed() {
  const sent: string[] = [];
  const breaths: (() => void)[] = [];
  const bundler = createBundler(
    (text) => sent.push(text),
    (then) => breaths.push(then),
  );
  return { sent, bundler, breathe: () => breaths.shift()?.() };
}

test('a frame by itself goes at once, and as it is', () => {
  const { sent, bundler, breathe } = createBed();
  bundler.send('{"a":1}');
  expect(sent).toEqual(['{"a":1}']);
  breathe();
  bundler.send('{"b":2}');
  expect(sent).toEqual(['{"a":1}', '{"b":2}']);
});

test('those that follow in the same breath go together, in their order', () => {
  const { sent, bundler, breathe } = createBed();
  for (const frame of ['1', '2', '3']) bundler.send(frame);
  expect(sent).toEqual(['1']);
  expect(bundler.waiting()).toBe(2);
  breathe();
  expect(sent).toEqual(['1', '[2,3]']);
  expect(bundler.waiting()).toBe(0);
});

test('a stream goes on being bundled', () => {
  const { sent, bundler, breathe } = createBed();
  bundler.send('1');
  bundler.send('2');
  breathe();
  bundler.send('3');
  bundler.send('4');
  breathe();
  expect(sent).toEqual(['1', '2', '[3,4]']);
});

test('a large frame waits for nothing that is large too', () => {
  const { sent, bundler } = createBed();
  const large = 'x'.repeat(BUNDLE_LENGTH_MAX);
  for (const frame of ['1', '2', large, '3']) bundler.send(frame);
  expect(sent).toEqual(['1', '2', large]);
  bundler.flush();
  expect(sent).toEqual(['1', '2', large, '3']);
});
