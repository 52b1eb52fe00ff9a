import { expect, test } from 'vitest';
import { addressOfTab } from './tab-address';

test.each([
  ['a page that is there', { url: 'https://a.example/' }, 'https://a.example/'],
  [
    'one that is being left',
    { url: 'https://a.example/', pendingUrl: 'https://b.example/' },
    'https://a.example/',
  ],
  ['the first page, on its way', { url: '', pendingUrl: 'chrome://version/' }, 'chrome://version/'],
  ['nothing that Chrome tells', {}, ''],
])('%s', (_, tab, address) => {
  expect(addressOfTab(tab)).toBe(address);
});
