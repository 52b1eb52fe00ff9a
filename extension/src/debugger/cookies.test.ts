// Cookies both ways, held against what Chrome's own CDP makes of the same input.
import type { Browser } from 'wxt/browser';
import { describe, expect, test } from 'vitest';
import { findIncognitoStore, fromCdp, identify, toCdp } from './cookies';

const CHROME: Browser.cookies.Cookie = {
  name: 'id',
  value: '1',
  domain: 'example.com',
  hostOnly: true,
  path: '/',
  secure: false,
  httpOnly: false,
  session: true,
  sameSite: 'unspecified',
  storeId: '0',
};
const PARTITION = { topLevelSite: 'https://top.example', hasCrossSiteAncestor: true };

test('a session cookie of one host', () => {
  expect(toCdp(CHROME)).toEqual({
    name: 'id',
    value: '1',
    domain: 'example.com',
    path: '/',
    expires: -1,
    size: 3,
    httpOnly: false,
    secure: false,
    session: true,
    priority: 'Medium',
    sourceScheme: 'Unset',
    sourcePort: -1,
  });
});

test.each<[string, Partial<Browser.cookies.Cookie>, Record<string, unknown>]>([
  ['for subdomains', { domain: '.example.com', hostOnly: false }, { domain: '.example.com' }],
  ['for subdomains, no dot', { hostOnly: false }, { domain: '.example.com' }],
  ['that expires', { session: false, expirationDate: 9.5 }, { session: false, expires: 9.5 }],
  ['that is secure', { secure: true }, { secure: true, sourceScheme: 'Secure' }],
  ['that scripts do not see', { httpOnly: true }, { httpOnly: true }],
  ['of a path', { path: '/deep' }, { path: '/deep' }],
  ['strict', { sameSite: 'strict' }, { sameSite: 'Strict' }],
  ['lax', { sameSite: 'lax' }, { sameSite: 'Lax' }],
  ['none', { sameSite: 'no_restriction' }, { sameSite: 'None' }],
  ['of a partition', { partitionKey: PARTITION }, { partitionKey: PARTITION }],
  ['counted in bytes', { name: 'é', value: '€' }, { size: 5 }],
])('to CDP, a cookie %s', (_what, chrome, cdp) => {
  expect(toCdp({ ...CHROME, ...chrome })).toMatchObject(cdp);
});

describe('from CDP', () => {
  const SET = { name: 'id', value: '1', path: '/', secure: false, httpOnly: false };

  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ url: 'http://example.com/x/y' }, { url: 'http://example.com/' }],
    [{ url: 'https://example.com/x' }, { url: 'https://example.com/', secure: true }],
    [
      { url: 'https://example.com/', secure: false },
      { url: 'https://example.com/', secure: true },
    ],
    [{ domain: 'example.com' }, { url: 'http://example.com/' }],
    [{ domain: '.example.com' }, { url: 'http://example.com/', domain: 'example.com' }],
    [
      { domain: 'example.com', path: '/p' },
      { url: 'http://example.com/p', path: '/p' },
    ],
    [
      { domain: 'example.com', secure: true },
      { url: 'https://example.com/', secure: true },
    ],
    [
      { url: 'https://sub.example.com/', domain: '.example.com' },
      { url: 'https://example.com/', domain: 'example.com', secure: true },
    ],
  ])('%j is set as %j', (cdp, details) => {
    const set = fromCdp({ name: 'id', value: '1', ...cdp });
    expect(set).toEqual({ ...SET, sameSite: 'unspecified', ...details });
  });

  test.each<[Record<string, unknown>, Record<string, unknown>]>([
    [{ expires: -1 }, { expirationDate: undefined }],
    [{ expires: 0 }, { expirationDate: 0 }],
    [{ expires: 9.5 }, { expirationDate: 9.5 }],
    [{ httpOnly: true }, { httpOnly: true }],
    [{ sameSite: 'Strict' }, { sameSite: 'strict' }],
    [{ sameSite: 'Lax' }, { sameSite: 'lax' }],
    [{ sameSite: 'None' }, { sameSite: 'no_restriction' }],
    [{ partitionKey: PARTITION }, { partitionKey: PARTITION }],
  ])('%j gives %j', (cdp, details) => {
    const { expirationDate, ...rest } = fromCdp({
      name: 'id',
      value: '1',
      domain: 'a.example',
      ...cdp,
    });
    expect({ expirationDate, ...rest }).toMatchObject(details);
  });

  test.each<[Record<string, unknown>, string]>([
    [{ value: '1', domain: 'a.example' }, 'a cookie must have a name'],
    [{ name: 'id', domain: 'a.example' }, 'cookie id must have a value'],
    [{ name: 'id', value: '1' }, 'cookie id must have a url or a domain'],
    [{ name: 'id', value: '1', url: 'ftp://a/' }, 'cookie id must have an http or https url'],
    [{ name: 'id', value: '1', url: 'nowhere' }, 'cookie id must have an http or https url'],
    [
      { name: 'id', value: '1', domain: 'a.example', sameSite: 'odd' },
      'cookie id must have sameSite Strict, Lax or None',
    ],
    [
      { name: 'id', value: '1', domain: 'a.example', partitionKey: 'https://top.example' },
      'cookie id must have a partitionKey with a topLevelSite',
    ],
  ])('%j is refused: %s', (cdp, message) => {
    expect(() => fromCdp(cdp)).toThrow(expect.objectContaining({ code: 'badArguments', message }));
  });
});

test('what was read can be set again', () => {
  const secure = { ...CHROME, secure: true, hostOnly: false, domain: '.example.com', path: '/p' };
  expect(fromCdp(toCdp(secure))).toMatchObject({
    url: 'https://example.com/p',
    domain: 'example.com',
    path: '/p',
  });
});

test('a cookie is removed by the address it is for', () => {
  const cookie = { ...CHROME, domain: '.example.com', path: '/p', partitionKey: PARTITION };
  expect(identify(cookie)).toEqual({
    url: 'http://example.com/p',
    name: 'id',
    storeId: '0',
    partitionKey: PARTITION,
  });
});

test('the incognito store is the one that incognito tabs use', () => {
  const stores = [
    { id: '0', tabIds: [1] },
    { id: '1', tabIds: [2, 3] },
  ];
  const ordinary = { id: 1, incognito: false };
  expect(findIncognitoStore(stores, [ordinary, { id: 3, incognito: true }])).toBe('1');
  expect(findIncognitoStore(stores.slice(0, 1), [ordinary])).toBeUndefined();
});
