// Begins to record in a frame: comes right after the page kit, into the same world.
import { browser } from 'wxt/browser';
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import type { PageKit } from '../pagekit/kit';
import { sayRecorderCame, sendGestures, type EndRecorder } from '../recording/messages';
import { createPageRecorder } from '../recording/page-recorder';

interface RecorderWorld {
  tabwright?: Pick<PageKit, 'record'>;
  /** Whether a recorder is here that the extension still hears. */
  isTabwrightRecording?: (() => boolean) | undefined;
}

export default defineUnlistedScript(() => {
  const world = globalThis as RecorderWorld;
  const kit = world.tabwright;
  if (!kit || world.isTabwrightRecording?.()) return;
  world.isTabwrightRecording = isHeard;
  const recorder = createPageRecorder((send) => kit.record(send), {
    came: sayRecorderCame,
    send: sendGestures,
    isHeard,
    onEnded() {
      // The same page may be recorded once more.
      world.isTabwrightRecording = undefined;
      if (isHeard()) browser.runtime.onMessage.removeListener(listener);
    },
  });

  function listener(
    message: Partial<EndRecorder> | null,
    sender: { id?: string },
    sendResponse: (response: unknown) => void,
  ) {
    if (sender.id !== browser.runtime.id || message?.type !== 'endRecorder') return false;
    void recorder.end().then(() => {
      sendResponse(true);
    });
    return true;
  }
  browser.runtime.onMessage.addListener(listener);
});

/** Chrome removes the id from a content script whose extension was reloaded. */
function isHeard(): boolean {
  return (browser.runtime as { id?: string }).id !== undefined;
}
