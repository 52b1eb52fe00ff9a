// What comes from inside pages is read before it is believed.
import { expect, test } from 'vitest';
import { readSeen } from './messages';

const click = {
  kind: 'click',
  target: {
    role: 'button',
    name: 'Save',
    tag: 'button',
    attributes: [],
    alike: 1,
    place: 0,
    neighbours: [],
  },
  button: 'left',
  count: 1,
  modifiers: [],
};
const good = { id: 'a', at: 5, url: 'https://a.example/', what: click };

test('a gesture is read whole', () => {
  expect(readSeen([good])).toEqual([good]);
  const child = { index: 1, viewWidth: 10, viewHeight: 20 };
  expect(readSeen([{ ...good, child, tab: 9, more: 1 }])).toEqual([{ ...good, child }]);
});

test.each([
  ['nothing', undefined],
  ['another kind', { ...good, what: { kind: 'dance' } }],
  ['no target', { ...good, what: { ...click, target: 'Save' } }],
  ['no address', { ...good, url: 7 }],
  ['a long id', { ...good, id: 'x'.repeat(65) }],
  ['more than a gesture holds', { ...good, url: 'x'.repeat(300_000) }],
])('%s is left out, and what comes after it is not', (_, bad) => {
  expect(readSeen([bad, good])).toEqual([good]);
});

test('what is no list holds nothing', () => {
  expect(readSeen('all of them')).toEqual([]);
  expect(readSeen(Array.from({ length: 500 }, () => good))).toHaveLength(100);
});
