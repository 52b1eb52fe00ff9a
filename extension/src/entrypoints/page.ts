// The page kit in a page. Not in the manifest: the worker injects it where it is needed. And not
// one of WXT's content scripts, which tell the page of themselves by an event with our id.
import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { answer } from '../pagekit/answer';
import type { PageRequest } from '../pagekit/contract';

/** Lives in our isolated world: the page can neither see nor touch it. */
interface KitWorld {
  tabwrightLeave?: () => void;
}

export default defineUnlistedScript(() => {
  const world = globalThis as KitWorld;
  // The newest kit takes over. One from before an extension reload may still be in the page.
  world.tabwrightLeave?.();

  const listener = (
    request: PageRequest,
    sender: { id?: string },
    sendResponse: (response: unknown) => void,
  ) => {
    if (sender.id === browser.runtime.id) sendResponse(answer(request, document));
  };
  browser.runtime.onMessage.addListener(listener);
  world.tabwrightLeave = () => {
    try {
      browser.runtime.onMessage.removeListener(listener);
    } catch {
      // Its extension context is gone, and its listener with it.
    }
  };
});
