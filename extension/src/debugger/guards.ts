// What the types of the `cdp` channel cannot tell about targets and addresses.
import { isOwnPage, ownPageRefusal } from '../own-pages';
import { bad } from '../rpc/readers';
import type { CreateTabParams, PermissionParams, TabParams } from '../wire';
import { isSharedWorker, nameOf } from './shared-workers';

/** For what a shared worker, which also is a target, does not have: a tab and a window. */
export function onTabOnly<R>(handle: (params: TabParams) => R): (params: TabParams) => R {
  return (params) => {
    if (!isSharedWorker(params.tab)) return handle(params);
    throw bad(
      `${nameOf(params.tab)} has no tab or window: it can be attached to and driven, no more`,
    );
  };
}

/** An empty address is the blank page. Chrome would take a relative one for a page of our own. */
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

/** Makes an origin of an address: with its port and without a path. */
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
