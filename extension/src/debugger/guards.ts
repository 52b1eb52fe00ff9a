// Checks of targets and addresses that the types of the `cdp` channel cannot express.
import { isOwnPage, ownPageRefusal } from '../own-pages';
import { bad } from '../rpc/readers';
import type { CreateTabParams, PermissionParams, TabParams } from '../wire';
import { isSharedWorker, nameOf } from './shared-workers';

/** For methods that need a tab or a window, which a shared worker does not have. */
export function onTabOnly<R>(handle: (params: TabParams) => R): (params: TabParams) => R {
  return (params) => {
    if (!isSharedWorker(params.tab)) return handle(params);
    throw bad(
      `${nameOf(params.tab)} has no tab or window: it can be attached to and driven, no more`,
    );
  };
}

/** An empty address means about:blank. Chrome would resolve a relative one against our own origin. */
export function withAddress<R>(
  create: (params: CreateTabParams) => R,
): (params: CreateTabParams) => R {
  return (params) => {
    const { url } = params;
    if (url !== '' && !URL.canParse(url)) throw bad('url must be an absolute address');
    if (isOwnPage(url)) throw bad(ownPageRefusal(url));
    return create(params);
  };
}

/** The origin of an address: with its port and without a path. */
export function withOrigin<R>(
  set: (params: PermissionParams) => R,
): (params: PermissionParams) => R {
  return ({ origin, ...params }) => {
    if (origin === undefined) return set(params);
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (!url || !/^https?:$/.test(url.protocol)) throw bad('origin must be of http or https');
    return set({ ...params, origin: url.origin });
  };
}
