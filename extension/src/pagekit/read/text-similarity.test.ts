// Which of some texts fits the words better.
import { expect, test } from 'vitest';
import { textSimilarity } from './text-similarity';

test('from the same words down to most of them', () => {
  const fallingOff = [
    'Train times',
    'Train times today',
    'All train times',
    'Train departure times',
    'Times of the train',
    'Trian tiems',
  ];
  const fits = fallingOff.map((text) => textSimilarity(text, 'train times'));
  expect(fits).toEqual([...fits].sort((one, other) => other - one));
  expect(new Set(fits).size).toBe(fits.length);
  expect(fits.every((fit) => fit > 0)).toBe(true);
});

test.each([
  ['case and accents aside', 'CAFÉ MENÜ', 'cafe menu', true],
  ['signs aside', 'Sign-in →', 'sign in', true],
  ['the beginning of a word', 'Documentation', 'doc', true],
  ['one slip in a short word', 'Setings', 'settings', true],
  ['most of several words', 'Reset the password', 'reset my password', true],
  ['other scripts', '設定 ページ', '設定', true],
  ['half of the words', 'Reset', 'reset password', false],
  ['another short word', 'cat', 'car', false],
  ['nothing said', '', 'car', false],
  ['nothing wanted', 'car', '!', false],
])('%s', (_, text, words, fits) => {
  expect(textSimilarity(text, words) > 0).toBe(fits);
});

test('of two that fit alike, the shorter', () => {
  expect(textSimilarity('Help for you', 'help')).toBeGreaterThan(
    textSimilarity('Help for all of you', 'help'),
  );
});
