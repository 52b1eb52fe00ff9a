// Maps Chrome's errors about debugging a tab to our codes. Chrome has no error codes, so this has to
// match its English messages.
import { HandlerError } from '../rpc/errors';
import type { TabId } from '../wire';
import { nameOf, noSuch } from './shared-workers';

const NO_SUCH_TAB = /no (tab|target) with (given )?id/i;
const FORBIDDEN = /cannot (access|attach|be scripted)|ExtensionsSettings/i;
const ATTACHED_ALREADY = /already attached/i;

export type AddressOf = (tab: TabId) => Promise<string>;

export async function explain(
  tab: TabId,
  error: unknown,
  addressOf: AddressOf,
): Promise<HandlerError> {
  if (error instanceof HandlerError) return error;
  const text = textOf(error);
  if (isNoSuchTab(error)) return noSuch(tab);
  if (!FORBIDDEN.test(text)) return new HandlerError('failed', text);
  const address = await addressOf(tab).catch(() => '');
  const page = address === '' ? 'a page whose address Chrome hides' : address;
  return new HandlerError(
    'forbiddenPage',
    `${nameOf(tab)} shows ${page}, where Chrome allows no debugger: ${text}`,
  );
}

export function isNoSuchTab(error: unknown): boolean {
  return NO_SUCH_TAB.test(textOf(error));
}

export function isAttachedAlready(error: unknown): boolean {
  return ATTACHED_ALREADY.test(textOf(error));
}

export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
