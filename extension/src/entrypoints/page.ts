// The page kit in a page. Not in the manifest: the worker injects it where it is needed. And not
// one of WXT's content scripts, which tell the page of themselves by an event with our id.
import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { OVERLAY_PORT, reportStopPressed, wakeWorker } from '../messages';
import type { KitRequest } from '../pagekit/contract';
import { createKit, type PageKit } from '../pagekit/kit';
import type { ShowParams } from '../wire';

interface Listening extends Pick<PageKit, 'element' | 'ordinal' | 'record' | 'leave'> {
  isHeard: () => boolean;
}

/** Lives in our isolated world: the page can neither see nor touch it. */
interface KitWorld {
  tabwright?: Listening;
}

export default defineUnlistedScript(() => {
  const world = globalThis as KitWorld;
  // Two requests at once may both inject it (a race); the first one stays, with its element numbers.
  if (world.tabwright?.isHeard()) return;
  world.tabwright?.leave();
  world.tabwright = listen();
});

function listen(): Listening {
  const kit = createKit(window, {
    onStop() {
      // Rejects after the extension was reloaded, when there is nothing left to stop.
      reportStopPressed().catch(() => undefined);
    },
  });
  const overlay = createOverlayPort(() => {
    void kit.ask({ name: 'show', params: { type: 'hideOverlay' } });
  });

  const listener = (
    request: KitRequest,
    sender: { id?: string },
    sendResponse: (response: unknown) => void,
  ) => {
    if (sender.id !== browser.runtime.id) return false;
    if (request.name === 'show') overlay.follow(request.params as ShowParams);
    void kit.ask(request).then(sendResponse);
    return true;
  };
  browser.runtime.onMessage.addListener(listener);

  return {
    // A debugger finds elements here.
    element: (number) => kit.element(number),
    ordinal: () => kit.ordinal(),
    record: (send) => kit.record(send),
    // Chrome removes the id from a content script whose extension was reloaded.
    isHeard: () => (browser.runtime as { id?: string }).id !== undefined,
    leave() {
      kit.leave();
      try {
        browser.runtime.onMessage.removeListener(listener);
      } catch {
        // Its extension context is gone, and its listener with it.
      }
    },
  };
}

/** An overlay blocks the person's input, so it must not outlive the worker that can remove it. */
function createOverlayPort(onCut: () => void) {
  let line: ReturnType<typeof browser.runtime.connect> | undefined;

  function open() {
    const opened = browser.runtime.connect({ name: OVERLAY_PORT });
    opened.onDisconnect.addListener(() => {
      line = undefined;
      onCut();
      // What was at work here waits for the worker, which an alarm would start only in half a minute.
      wakeWorker().catch(() => undefined);
    });
    return opened;
  }

  return {
    follow({ type }: ShowParams) {
      if (type === 'showOverlay') line ??= open();
      if (type !== 'hideOverlay') return;
      line?.disconnect();
      line = undefined;
    },
  };
}
