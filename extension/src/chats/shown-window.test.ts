import { expect, test } from 'vitest';
import { hiddenCount } from './shown-window';

test.each<[sizes: number[], sizeMax: number, hidden: number]>([
  [[], 10, 0],
  [[5, 5], 10, 0],
  [[1, 5, 5], 10, 1],
  [[1, 1, 100], 10, 2],
  [[100], 10, 0],
  [[4, 4, 4, 4], 10, 2],
  // Nothing before a hidden one is shown, even where it would fit.
  [[1, 100, 5], 10, 2],
])('of %j with room for %i, %i are hidden', (sizes, sizeMax, hidden) => {
  expect(hiddenCount(sizes, sizeMax)).toBe(hidden);
});
