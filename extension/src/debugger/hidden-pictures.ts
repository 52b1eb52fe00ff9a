// Screenshots of tabs that nobody sees: behind others, in a minimised window, under another window.
//
// Chrome draws the frame of such a screenshot, and then copies it from a place that no display draws, which may
// never happen. While a tab is recorded, Chrome draws it all the same. (A second screenshot would wake it, too,
// but its clip moves the page under the first one, which is blank then.) The frames of our recording are tiny and
// not acknowledged, so Chrome sends a few at most, and the relay gives them to nobody who has not asked.
import type { Debuggee } from './shared-workers';

/** A tab that is seen has given its picture by then. */
export const HIDDEN_AFTER_MS = 100;

/** A recording of the client's own that has not helped by then is none any more. */
export const STALE_AFTER_MS = 1_000;

const RECORDING = { format: 'jpeg', quality: 1, maxWidth: 8, maxHeight: 8 };

type Target = Debuggee & { sessionId?: string };

interface HiddenPictures {
  /** A command was sent, and will be answered. */
  sent(target: Target, method: string, answer: Promise<unknown>): void;
}

export function createHiddenPictures(
  send: (target: Target, method: string, params: Record<string, unknown>) => Promise<unknown>,
): HiddenPictures {
  /** Where a client records. That is left alone: it does the same for the picture. */
  const clients = new Set<string>();
  /** How many screenshots each of our own recordings serves. */
  const ours = new Map<string, number>();

  function start(target: Target, key: string): void {
    const others = ours.get(key) ?? 0;
    ours.set(key, others + 1);
    if (others > 0) return;
    // Chrome refuses where somebody records already, which must not be ended then.
    send(target, 'Page.startScreencast', RECORDING).catch(() => clients.add(key));
  }

  function stop(target: Target, key: string): void {
    const left = (ours.get(key) ?? 1) - 1;
    if (left > 0) {
      ours.set(key, left);
      return;
    }
    ours.delete(key);
    if (!clients.has(key)) send(target, 'Page.stopScreencast', {}).catch(() => undefined);
  }

  function watch(target: Target, key: string, answer: Promise<unknown>): void {
    let started = false;
    const begin = () => {
      started = true;
      clients.delete(key);
      start(target, key);
    };
    let timer = setTimeout(() => {
      if (clients.has(key)) timer = setTimeout(begin, STALE_AFTER_MS);
      else begin();
    }, HIDDEN_AFTER_MS);
    const end = () => {
      clearTimeout(timer);
      if (started) stop(target, key);
    };
    answer.then(end, end);
  }

  return {
    sent(target, method, answer) {
      const key = JSON.stringify(target);
      if (method === 'Page.startScreencast') clients.add(key);
      else if (method === 'Page.stopScreencast') clients.delete(key);
      else if (method === 'Page.captureScreenshot') watch(target, key, answer);
    },
  };
}
