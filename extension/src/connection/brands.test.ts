// Brand lists as real browsers send them.
import { expect, test } from 'vitest';
import { productOf } from './brands';

const cases: [list: string, product: string, productVersion: string][] = [
  ['Not/A)Brand 8, Chromium 126.0.1, Google Chrome 126.0.2', 'Google Chrome', '126.0.2'],
  ['Microsoft Edge 120.5, Not_A Brand 24, Chromium 120', 'Microsoft Edge', '120.5'],
  ['Chromium 131, Not?A_Brand 99, Brave 131.1', 'Brave', '131.1'],
  [' Not A;Brand 99, Chromium 120.1', 'Chromium', '120.1'],
  ['Not=A?Brand 24', 'Chromium', ''],
  ['', 'Chromium', ''],
];

test.each(cases)('"%s" is %s', (list, product, productVersion) => {
  expect(productOf(parse(list))).toEqual({ product, productVersion });
});

function parse(list: string) {
  return list
    .split(',')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const space = entry.lastIndexOf(' ');
      return { brand: entry.slice(0, space).trim(), version: entry.slice(space + 1) };
    });
}
