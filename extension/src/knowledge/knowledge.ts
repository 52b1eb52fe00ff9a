// The worker's part of knowledge: keeps what the person reads, if they want that, answers the address bar, and passes
// requests of our pages on. The daemon keeps the pages themselves.
import {
  createKeeperApi,
  createOmniboxApi,
  createRememberSign,
  listenForKeeper,
  listenForOmnibox,
  listenForRemember,
  type KeeperDeps,
} from './chrome-api';
import { createKeeper } from './keeper';
import { createOmnibox } from './omnibox';
import { createRememberCommand } from './remember';
import { createKnowledgeRequests } from './requests';

export function createKnowledge(deps: KeeperDeps) {
  const keeper = createKeeper(createKeeperApi(deps));
  const omnibox = createOmnibox(createOmniboxApi(deps.daemon));
  const remember = createRememberCommand(deps.daemon, createRememberSign());
  const requests = createKnowledgeRequests(deps.daemon, keeper.look);

  return {
    requests,
    /** Must be called before the worker's first await. */
    listen() {
      listenForKeeper(keeper);
      listenForOmnibox(omnibox);
      listenForRemember(remember);
    },
    connected: keeper.look,
  };
}
