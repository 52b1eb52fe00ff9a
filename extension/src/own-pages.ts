// Our own pages. Chrome lets us debug them, and whoever runs code there has all our rights: so no
// client of CDP hears of one, opens one or attaches to one.
import { EXTENSION_ID } from './wire';

export function isOwnPage(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, pathname } = new URL(address);
  if (protocol === 'blob:' || protocol === 'filesystem:') return isOwnPage(pathname);
  return protocol === 'chrome-extension:' && hostname.toLowerCase() === EXTENSION_ID;
}

export function ownPageRefusal(address: string): string {
  return `${address} is a page of Tabwright itself, which clients have no access to`;
}
