// Which addresses are ours.
import { expect, test } from 'vitest';
import { EXTENSION_ID } from './wire';
import { isOwnPage } from './own-pages';

const OWN = `chrome-extension://${EXTENSION_ID}`;

test.each([
  `${OWN}/popup.html`,
  OWN,
  ` ${OWN}/options.html#x`,
  `CHROME-EXTENSION://${EXTENSION_ID.toUpperCase()}/popup.html`,
  `chrome-extension://someone@${EXTENSION_ID}/popup.html`,
  `blob:${OWN}/0e0b-4d9a`,
])('ours: %s', (address) => {
  expect(isOwnPage(address)).toBe(true);
});

test.each([
  '',
  'about:blank',
  'https://a.example/',
  `https://a.example/?next=${OWN}/popup.html`,
  `https://${EXTENSION_ID}/`,
  `chrome-extension://${EXTENSION_ID.replace('c', 'd')}/popup.html`,
])('not ours: %s', (address) => {
  expect(isOwnPage(address)).toBe(false);
});
