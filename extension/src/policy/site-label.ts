// The site of a question, shown so that `example.com.evil.org` is not mistaken for example.com.
import { sanitize } from './sanitize';

export interface Place {
  /** Shown large and never truncated: the part that matters is at its end. */
  name: string;
  /** The full address, shown small. */
  address?: string;
}

const ADDRESS_LENGTH_MAX = 300;

/** Undefined where there is no page. International hosts are shown in punycode (`xn--`). */
export function placeOf(url: string): Place | undefined {
  if (url === '') return undefined;
  const address = sanitize(url, ADDRESS_LENGTH_MAX);
  if (!URL.canParse(url)) return { name: 'an invalid address', address };
  const { protocol, host } = new URL(url);
  if (isWeb(protocol)) return { name: host, address };
  if (protocol === 'file:') return { name: 'a file on this computer', address };
  return { name: `a page that is not on the web (${protocol})`, address };
}

/** The host for a rule about this page; undefined where a rule cannot name it. */
export function siteOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return isWeb(protocol) && canBeNamed(hostname) ? hostname : undefined;
}

/** In a rule `*` is a wildcard: a name that contains one would match others, too. */
export function canBeNamed(name: string): boolean {
  return name !== '' && !name.includes('*');
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
