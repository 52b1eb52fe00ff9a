// Cookies between Chrome's shape and CDP's (`Network.Cookie`, `Network.CookieParam`). Pure.
import type { Browser } from 'wxt/browser';
import { bad, isRecord } from '../rpc/readers';

type ChromeCookie = Browser.cookies.Cookie;
type SetDetails = Browser.cookies.SetDetails;
type CdpCookie = Record<string, unknown>;

const SAME_SITE = { strict: 'Strict', lax: 'Lax', no_restriction: 'None' } as const;
const SESSION = -1;
const PORT_UNKNOWN = -1;

export function toCdp(cookie: ChromeCookie): CdpCookie {
  const { name, value, domain, hostOnly, secure, sameSite, expirationDate, partitionKey } = cookie;
  return {
    name,
    value,
    domain: hostOnly || domain.startsWith('.') ? domain : `.${domain}`,
    path: cookie.path,
    expires: expirationDate ?? SESSION,
    size: utf8Bytes(name) + utf8Bytes(value),
    httpOnly: cookie.httpOnly,
    secure,
    session: cookie.session,
    ...(sameSite === 'unspecified' ? {} : { sameSite: SAME_SITE[sameSite] }),
    priority: 'Medium',
    // Extensions do not learn the source scheme of a cookie; only a secure one implies it.
    sourceScheme: secure ? 'Secure' : 'Unset',
    sourcePort: PORT_UNKNOWN,
    ...(partitionKey ? { partitionKey } : {}),
  };
}

/** Throws `badArguments` for a malformed cookie. */
export function fromCdp(cookie: CdpCookie): SetDetails {
  const { name, value, httpOnly, expires } = cookie;
  if (typeof name !== 'string') throw bad('a cookie must have a name');
  if (typeof value !== 'string') throw bad(`cookie ${name} must have a value`);
  const source = readUrl(name, cookie.url);
  const domain = readDomain(name, cookie.domain, source);
  const path = typeof cookie.path === 'string' && cookie.path !== '' ? cookie.path : '/';
  const secure = cookie.secure === true || source?.protocol === 'https:';
  const sameSite = readSameSite(name, cookie.sameSite);
  const partitionKey = readPartitionKey(name, cookie.partitionKey);
  const host = domain.replace(/^\./, '');
  return {
    url: cookieUrl({ host, path, secure }),
    name,
    value,
    // Without a domain it is a host-only cookie.
    ...(domain.startsWith('.') ? { domain: host } : {}),
    path,
    secure,
    httpOnly: httpOnly === true,
    sameSite,
    ...(typeof expires === 'number' && expires >= 0 ? { expirationDate: expires } : {}),
    ...(partitionKey ? { partitionKey } : {}),
  };
}

/** The details by which Chrome finds a cookie to remove. */
export function identify(cookie: ChromeCookie): Browser.cookies.CookieDetails {
  const { name, domain, path, secure, storeId, partitionKey } = cookie;
  return {
    url: cookieUrl({ host: domain.replace(/^\./, ''), path, secure }),
    name,
    storeId,
    ...(partitionKey ? { partitionKey } : {}),
  };
}

/** Undefined while there is no incognito window that we may see. */
export function findIncognitoStore(
  stores: readonly Browser.cookies.CookieStore[],
  tabs: readonly Pick<Browser.tabs.Tab, 'id' | 'incognito'>[],
): string | undefined {
  const incognito = new Set(tabs.filter((tab) => tab.incognito).map(({ id }) => id));
  return stores.find(({ tabIds }) => tabIds.some((tab) => incognito.has(tab)))?.id;
}

function cookieUrl({ host, path, secure }: { host: string; path: string; secure: boolean }) {
  return `${secure ? 'https' : 'http'}://${host}${path.startsWith('/') ? path : '/'}`;
}

function readUrl(name: string, url: unknown): URL | undefined {
  if (url === undefined || url === null || url === '') return undefined;
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw bad(`cookie ${name} must have an http or https url`);
  }
  return parsed;
}

function readDomain(name: string, domain: unknown, source: URL | undefined): string {
  if (typeof domain === 'string' && domain !== '') return domain;
  if (source) return source.hostname;
  throw bad(`cookie ${name} must have a url or a domain`);
}

function readSameSite(name: string, sameSite: unknown): NonNullable<SetDetails['sameSite']> {
  switch (sameSite) {
    case undefined:
    case null:
      return 'unspecified';
    case 'Strict':
      return 'strict';
    case 'Lax':
      return 'lax';
    case 'None':
      return 'no_restriction';
    default:
      throw bad(`cookie ${name} must have sameSite Strict, Lax or None`);
  }
}

function readPartitionKey(name: string, key: unknown): SetDetails['partitionKey'] {
  if (key === undefined || key === null) return undefined;
  if (!isRecord(key) || typeof key.topLevelSite !== 'string') {
    throw bad(`cookie ${name} must have a partitionKey with a topLevelSite`);
  }
  const { topLevelSite, hasCrossSiteAncestor } = key;
  return typeof hasCrossSiteAncestor === 'boolean'
    ? { topLevelSite, hasCrossSiteAncestor }
    : { topLevelSite };
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
