// Our own pages. Code that runs there has all rights of the extension, and Chrome would let us debug
// them. So no CDP client may see, open or attach to one.
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
