// Colours and titles of groups.
import { expect, test } from 'vitest';
import { colorOf, createGroupTitles } from './tab-groups';

test('a title has one colour, and different titles have different ones', () => {
  expect(colorOf('playwright')).toBe(colorOf('playwright'));
  const colors = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(colorOf);
  expect(new Set(colors).size).toBe(8);
  expect(colorOf('')).toBe('blue');
});

test('a title is news when it changes', () => {
  const titles = createGroupTitles();
  expect(titles.isNew(5, 'Work')).toBe(true);
  expect(titles.isNew(5, 'Work')).toBe(false);
  expect(titles.isNew(5, 'Play')).toBe(true);
  titles.forget(5);
  expect(titles.isNew(5, 'Play')).toBe(true);
});
