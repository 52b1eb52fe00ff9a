// Incognito windows: whether we may see them, and how a person lets us.
import { browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { IncognitoState } from '../wire';

export async function getIncognito(): Promise<IncognitoState> {
  const [allowed, windows] = await Promise.all([
    browser.extension.isAllowedIncognitoAccess(),
    browser.windows.getAll({ populate: true }),
  ]);
  // One whose last tab was closed is on its way out.
  const open = windows.filter(({ incognito, tabs = [] }) => incognito && tabs.length > 0);
  return { allowed, windows: open.length };
}

/** To be asked first: without leave Chrome opens an incognito window all the same, and hides it. */
export async function requireIncognito(): Promise<void> {
  if (await browser.extension.isAllowedIncognitoAccess()) return;
  throw new HandlerError(
    'failed',
    'Tabwright is not allowed in incognito windows: to allow it, open chrome://extensions, ' +
      'then Tabwright, Details, and switch on "Allow in Incognito"',
  );
}
