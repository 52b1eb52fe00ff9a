// The cookies of this profile, partitioned ones too.
import { browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { CookieList, NoResult } from '../wire';
import { fromCdp, identify, toCdp } from './cookies';
import { textOf } from './refusal';

/** An empty partition key means every partition, and none. */
const EVERYWHERE = { partitionKey: {} };

export async function getCookies(): Promise<CookieList> {
  return { cookies: (await browser.cookies.getAll(EVERYWHERE)).map(toCdp) };
}

/** All are read before the first is set, so that a malformed one changes nothing. */
export async function setCookies({ cookies }: CookieList): Promise<NoResult> {
  await Promise.all(cookies.map(fromCdp).map(setCookie));
  return {};
}

export async function clearCookies(): Promise<NoResult> {
  const cookies = await browser.cookies.getAll(EVERYWHERE);
  await Promise.all(cookies.map((cookie) => browser.cookies.remove(identify(cookie))));
  return {};
}

async function setCookie(details: ReturnType<typeof fromCdp>): Promise<void> {
  try {
    await browser.cookies.set(details);
  } catch (error) {
    const cookie = `cookie ${details.name ?? ''} of ${details.url}`;
    throw new HandlerError('failed', `${cookie} was not set: ${textOf(error)}`);
  }
}
