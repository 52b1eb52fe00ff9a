// Incognito windows: whether the extension is allowed in them, and how the person allows it.
import { browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { IncognitoState } from '../wire';

export async function getIncognito(): Promise<IncognitoState> {
  const [allowed, windows] = await Promise.all([
    browser.extension.isAllowedIncognitoAccess(),
    browser.windows.getAll({ populate: true }),
  ]);
  // A window without tabs is closing.
  const open = windows.filter(({ incognito, tabs = [] }) => incognito && tabs.length > 0);
  return { allowed, windows: open.length };
}

/** Checked first: without permission Chrome opens the incognito window, but hides it from us. */
export async function requireIncognito(): Promise<void> {
  if (await browser.extension.isAllowedIncognitoAccess()) return;
  throw new HandlerError(
    'failed',
    'Tabwright is not allowed in incognito windows: to allow it, open chrome://extensions, ' +
      'then Tabwright, Details, and switch on "Allow in Incognito"',
  );
}
