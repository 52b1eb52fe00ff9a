// Addresses at a sentence, as the specification of text fragments wants them.
import { expect, test } from 'vitest';
import { addressAtSentence, webAddress } from './text-fragment';

const LONG =
  'In purely residential areas the limit at night is 35 dB(A), measured half a metre outside the neighbour’s open window.';

test.each([
  ['https://a.example/x', 'Tea is hot.', 'https://a.example/x#:~:text=Tea%20is%20hot.'],
  ['https://a.example/x#part', 'Tea', 'https://a.example/x#part:~:text=Tea'],
  ['https://a.example/x#:~:text=old', 'Tea', 'https://a.example/x#:~:text=Tea'],
  [
    'https://a.example/',
    'well-known, A & B',
    'https://a.example/#:~:text=well%2Dknown%2C%20A%20%26%20B',
  ],
  ['https://a.example/', '  one \n two ', 'https://a.example/#:~:text=one%20two'],
  ['https://a.example/', 'half \uD800 pair', 'https://a.example/#:~:text=half%20%20pair'],
  [
    'https://a.example/',
    '夜は三十五デシベル。',
    `https://a.example/#:~:text=${encodeURIComponent('夜は三十五デシベル。')}`,
  ],
  [
    'https://a.example/',
    LONG,
    'https://a.example/#:~:text=In%20purely%20residential%20areas%20the,outside%20the%20neighbour%E2%80%99s%20open%20window.',
  ],
])('%s at "%s"', (url, sentence, address) => {
  expect(addressAtSentence(url, sentence)).toBe(address);
  expect(decodeURIComponent(new URL(address).hash)).toContain(':~:text=');
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'chrome://settings',
  'chrome-extension://other/page.html',
  'blob:https://a.example/1',
  '//a.example',
  '',
])('%s is no link', (url) => {
  expect(webAddress(url)).toBeUndefined();
  expect(addressAtSentence(url, 'words')).toBeUndefined();
});

test('nothing is no sentence', () => {
  expect(addressAtSentence('https://a.example/', ' \n')).toBeUndefined();
});
