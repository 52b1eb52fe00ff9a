// Where something happens, as the person sees it and as a rule names it.
import { expect, test } from 'vitest';
import { canBeNamed, placeOf, siteOf } from './site-label';

test.each([
  ['https://example.com.evil.org/login', 'example.com.evil.org'],
  ['https://example.com@evil.org/', 'evil.org'],
  ['http://localhost:3000/x', 'localhost:3000'],
  ['https://еxample.com/', 'xn--xample-2of.com'],
  ['https://[::1]:8080/', '[::1]:8080'],
  ['file:///etc/passwd', 'a file on this computer'],
  ['about:blank', 'a page that is not on the web (about:)'],
  ['data:text/html,<h1>bank.example</h1>', 'a page that is not on the web (data:)'],
  ['no address', 'an invalid address'],
])('%s is on %s', (url, name) => {
  expect(placeOf(url)).toEqual({ name, address: url });
});

test('there may be no page', () => {
  expect(placeOf('')).toBeUndefined();
});

test('a long host stays whole, a long address does not', () => {
  const host = `${'a.'.repeat(100)}evil.org`;
  const place = placeOf(`https://${host}/${'p'.repeat(1_000)}`);
  expect(place?.name).toBe(host);
  expect(place?.address).toHaveLength(300);
});

test.each([
  ['https://docs.example.com:8443/a', 'docs.example.com'],
  ['http://127.0.0.1/', '127.0.0.1'],
  ['https://*.example.com/', undefined],
  ['chrome://settings/', undefined],
  ['file:///tmp/a.html', undefined],
  ['', undefined],
])('the site of %s is %s', (url, site) => {
  expect(siteOf(url)).toBe(site);
});

test('a client cannot call itself everybody', () => {
  expect(['claude', '*', 'clau*', ''].map(canBeNamed)).toEqual([true, false, false, false]);
});
