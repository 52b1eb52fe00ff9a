// What goes together and what goes at once.
import { expect, test } from 'vitest';
import { BUNDLE_LENGTH_MAX } from '../wire';
import { createBundler } from './bundler';

function createTestBundler() {
  const sent: string[] = [];
  const turns: (() => void)[] = [];
  const bundler = createBundler(
    (text) => sent.push(text),
    (then) => turns.push(then),
  );
  return { sent, bundler, flush: () => turns.shift()?.() };
}

test('a frame by itself goes at once, and as it is', () => {
  const { sent, bundler, flush } = createTestBundler();
  bundler.send('{"a":1}');
  expect(sent).toEqual(['{"a":1}']);
  flush();
  bundler.send('{"b":2}');
  expect(sent).toEqual(['{"a":1}', '{"b":2}']);
});

test('those that follow in the same turn go together, in their order', () => {
  const { sent, bundler, flush } = createTestBundler();
  for (const frame of ['1', '2', '3']) bundler.send(frame);
  expect(sent).toEqual(['1']);
  expect(bundler.waiting()).toBe(2);
  flush();
  expect(sent).toEqual(['1', '[2,3]']);
  expect(bundler.waiting()).toBe(0);
});

test('a stream goes on being bundled', () => {
  const { sent, bundler, flush } = createTestBundler();
  bundler.send('1');
  bundler.send('2');
  flush();
  bundler.send('3');
  bundler.send('4');
  flush();
  expect(sent).toEqual(['1', '2', '[3,4]']);
});

test('a large frame waits for nothing that is large too', () => {
  const { sent, bundler } = createTestBundler();
  const large = 'x'.repeat(BUNDLE_LENGTH_MAX);
  for (const frame of ['1', '2', large, '3']) bundler.send(frame);
  expect(sent).toEqual(['1', '2', large]);
  bundler.flush();
  expect(sent).toEqual(['1', '2', large, '3']);
});
