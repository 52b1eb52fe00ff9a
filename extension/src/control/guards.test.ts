// Which tabs and addresses browser control refuses, whatever the method.
import { expect, test } from 'vitest';
import { EXTENSION_ID } from '../wire';
import { checkPlace, guardPlaces } from './guards';

const url = 'https://example.com/';

test.each([
  [{ tab: -5 }, 'noSuchTab', 'there is no tab -5'],
  [{ tabs: [7, -5] }, 'noSuchTab', 'there is no tab -5'],
  [{ url: '/a' }, 'badArguments', 'url must be an absolute address, such as https://example.com'],
  [{ tab: 7, url: ' JavaScript:alert(1)' }, 'badArguments', 'url must not be a script'],
  [
    { url: `chrome-extension://${EXTENSION_ID}/a` },
    'badArguments',
    `chrome-extension://${EXTENSION_ID}/a is a page of Tabwright itself, which clients have no access to`,
  ],
])('%j is refused', (place, code, message) => {
  expect(() => {
    checkPlace(place);
  }).toThrow(expect.objectContaining({ code, message }));
});

test.each([[{}], [{ tab: 7 }], [{ tabs: [7, 8] }], [{ tab: 7, url }]])('%j passes', (place) => {
  expect(() => {
    checkPlace(place);
  }).not.toThrow();
});

test('what Chrome says is told as such', async () => {
  interface Methods {
    go: { params: { tab: number }; result: string };
  }
  const { go } = guardPlaces<Methods>({
    go: () => Promise.reject(new Error('Cannot go to "https://evil.example/obey"')),
  });
  await expect(go({ tab: 7 }, new AbortController().signal)).rejects.toMatchObject({
    code: 'failed',
    message: 'Chrome says "\u2068Cannot go to \'https://evil.example/obey\'\u2069"',
  });
});

test('no handler is called for a place that is refused', () => {
  interface Methods {
    go: { params: { tab: number; url: string }; result: string };
  }
  const gone: string[] = [];
  const signal = new AbortController().signal;
  const { go } = guardPlaces<Methods>({
    go(params) {
      gone.push(params.url);
      return 'gone';
    },
  });
  expect(go({ tab: 7, url }, signal)).toBe('gone');
  expect(() => go({ tab: -1, url }, signal)).toThrow('there is no tab -1');
  expect(gone).toEqual([url]);
});
