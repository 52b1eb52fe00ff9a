// Where something happens, told so that `example.com.evil.org` is seen for what it is.
import { sanitize } from './sanitize';

export interface Place {
  /** To be shown large, and whole: what counts stands at its end. */
  name: string;
  /** To be shown small, where it says more than the name. */
  address?: string;
}

const ADDRESS_LENGTH_MAX = 300;

/** Nothing where there is no page. A host in foreign letters is given in its plain ones (`xn--`). */
export function placeOf(url: string): Place | undefined {
  if (url === '') return undefined;
  const address = sanitize(url, ADDRESS_LENGTH_MAX);
  if (!URL.canParse(url)) return { name: 'an address that makes no sense', address };
  const { protocol, host } = new URL(url);
  if (isWeb(protocol)) return { name: host, address };
  if (protocol === 'file:') return { name: 'a file of this computer', address };
  return { name: `a page that is not on the web (${protocol})`, address };
}

/** The host that a rule about this page names; nothing where a rule cannot name it. */
export function siteOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return isWeb(protocol) && canBeNamed(hostname) ? hostname : undefined;
}

/** In a rule `*` stands for any letters: a name with one would speak of others, too. */
export function canBeNamed(name: string): boolean {
  return name !== '' && !name.includes('*');
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
