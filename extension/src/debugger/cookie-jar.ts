// The cookies of this profile, partitioned ones too: one store for ordinary windows, and one for
// incognito windows while there are any.
import { browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { CookieList, NoResult, SetCookiesParams, StoreParams } from '../wire';
import { findIncognitoStore, fromCdp, identify, toCdp } from './cookies';
import { textOf } from './refusal';

export async function getCookies({ incognito }: StoreParams): Promise<CookieList> {
  return { cookies: (await allCookies(incognito)).map(toCdp) };
}

/** Validates all cookies before the first is set, so that a malformed one changes nothing. */
export async function setCookies({ cookies, incognito }: SetCookiesParams): Promise<NoResult> {
  const details = cookies.map(fromCdp);
  const storeId = await storeOf(incognito);
  if (storeId === undefined) {
    throw new HandlerError('failed', 'no incognito window is open to set cookies for');
  }
  await Promise.all(details.map((each) => setCookie({ ...each, storeId })));
  return {};
}

export async function clearCookies({ incognito }: StoreParams): Promise<NoResult> {
  const cookies = await allCookies(incognito);
  await Promise.all(cookies.map((cookie) => browser.cookies.remove(identify(cookie))));
  return {};
}

async function allCookies(incognito: boolean) {
  const storeId = await storeOf(incognito);
  // An empty partition key matches partitioned and unpartitioned cookies.
  return storeId === undefined ? [] : browser.cookies.getAll({ storeId, partitionKey: {} });
}

const ORDINARY_STORE = '0';

async function storeOf(incognito: boolean): Promise<string | undefined> {
  if (!incognito) return ORDINARY_STORE;
  const [stores, tabs] = await Promise.all([
    browser.cookies.getAllCookieStores(),
    browser.tabs.query({}),
  ]);
  return findIncognitoStore(stores, tabs);
}

async function setCookie(details: ReturnType<typeof fromCdp>): Promise<void> {
  try {
    await browser.cookies.set(details);
  } catch (error) {
    const cookie = `cookie ${details.name ?? ''} of ${details.url}`;
    throw new HandlerError('failed', `${cookie} was not set: ${textOf(error)}`);
  }
}
