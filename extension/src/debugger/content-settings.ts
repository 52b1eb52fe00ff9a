// Grants and denies permissions in Chrome's content settings. Chrome stores an extension's settings
// apart from the person's own, which apply again when ours are cleared.
import { browser } from 'wxt/browser';
import { HandlerError } from '../rpc/errors';
import type { NoResult, PermissionParams, StoreParams } from '../wire';
import { requireIncognito } from './incognito';
import { ALL_KINDS, plan } from './permissions';
import { textOf } from './refusal';

export async function setPermissions(params: PermissionParams): Promise<NoResult> {
  const steps = plan(params);
  if (params.incognito) await requireIncognito();
  const scope = scopeOf(params);
  try {
    await Promise.all(
      steps.map(({ kind, ...step }) => browser.contentSettings[kind].set({ ...step, scope })),
    );
  } catch (error) {
    throw new HandlerError('failed', textOf(error));
  }
  return {};
}

export async function resetPermissions(params: StoreParams): Promise<NoResult> {
  const scope = scopeOf(params);
  await Promise.all(ALL_KINDS.map((kind) => browser.contentSettings[kind].clear({ scope })));
  return {};
}

function scopeOf({ incognito }: StoreParams) {
  return incognito ? 'incognito_session_only' : 'regular';
}
