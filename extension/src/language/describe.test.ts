import { expect, test } from 'vitest';
import { literalPrefix } from './describe';

test.each([
  ['scroll down', 'scroll down'],
  ['open <site>', 'open '],
  ['search <query> on <provider>', 'search '],
])('of %j the person is given %j to go on with', (phrasing, beginning) => {
  expect(literalPrefix(phrasing)).toBe(beginning);
});
