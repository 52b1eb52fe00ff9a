// What differs between two texts.
import { expect, test } from 'vitest';
import { diffLines } from './text-diff';

const shown = (before: string, after: string) =>
  diffLines(before, after)?.map(({ kind, text }) => {
    const sign = { same: ' ', added: '+', removed: '-' }[kind];
    return `${sign}${text}`;
  });

test.each([
  ['a\nb', 'a\nb', [' a', ' b']],
  ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
  ['a', 'a\nb', [' a', '+b']],
  ['a\nb', 'b', ['-a', ' b']],
  ['', 'a', ['+a']],
  ['a\na\nb', 'a\nb', [' a', '-a', ' b']],
  ['a\n\n b ', 'a\nb', [' a', ' b']],
])('%j to %j', (before, after, lines) => {
  expect(shown(before, after)).toEqual(lines);
});

test('texts that are too long are not compared', () => {
  const text = (sign: string) =>
    Array.from({ length: 2_001 }, (_, at) => `${sign}${at}`).join('\n');
  expect(diffLines(text('a'), text('b'))).toBeUndefined();
  expect(diffLines(text('a'), `${text('a')}\nmore`)).toHaveLength(2_002);
});
