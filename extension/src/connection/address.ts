// Addresses of the daemon. It is always on this machine.
import type { ExtensionQuery } from '../wire';

export function extensionAddress(
  scheme: 'ws' | 'http',
  port: number,
  { token, profile, protocol, version }: ExtensionQuery,
): string {
  const query = new URLSearchParams({ profile, protocol: String(protocol), version });
  if (token !== null) query.set('token', token);
  return `${scheme}://127.0.0.1:${port}/extension?${query.toString()}`;
}

export function pairAddress(port: number): string {
  return `http://127.0.0.1:${port}/pair`;
}
