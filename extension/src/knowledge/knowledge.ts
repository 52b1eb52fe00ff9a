// The worker's part of knowledge: keeps what the person reads, if they want that, and passes requests of our
// pages on. The daemon keeps the pages themselves.
import { createKeeperApi, listenForKeeper, type KeeperDeps } from './chrome-api';
import { createKeeper } from './keeper';
import { createKnowledgeRequests } from './requests';

export function createKnowledge(deps: KeeperDeps) {
  const keeper = createKeeper(createKeeperApi(deps));
  const requests = createKnowledgeRequests(deps.daemon, keeper.look);

  return {
    requests,
    /** Must be called before the worker's first await. */
    listen() {
      listenForKeeper(keeper);
    },
    connected: keeper.look,
  };
}
