// Whether a frame is quiet: nothing added or taken away, nothing loaded, for a while.
import { quoteAddress } from '../../page-words';
import { pause } from './clock';
import { rootsOf } from '../dom/roots';

export interface Quiet {
  /** False when it was not reached in time. */
  reached(timeoutMs: number): Promise<boolean>;
  /** When and by what it was last broken. */
  describe(): string;
  stop(): void;
}

export function watchQuiet(window: Window, quietMs: number): Quiet {
  const begun = performance.now();
  let lastAt = begun;
  let last: string | undefined;
  const broken = (by: string, at = performance.now()) => {
    lastAt = Math.max(lastAt, at);
    last = by;
  };
  const changes = new MutationObserver(() => {
    broken('changed');
  });
  for (const root of rootsOf(window.document)) {
    changes.observe(root, { subtree: true, childList: true, characterData: true });
  }
  // Of resources the browser tells when they are there, so one that is on its way is not seen.
  const resources = new PerformanceObserver((list) => {
    const entries = list.getEntries();
    const newest = entries.at(-1);
    if (newest) broken(`loaded ${quoteAddress(newest.name)}`);
  });
  resources.observe({ type: 'resource' });
  return {
    async reached(timeoutMs) {
      for (;;) {
        const now = performance.now();
        if (window.document.readyState !== 'complete') broken('was still loading');
        if (now - lastAt >= quietMs) return true;
        if (now - begun >= timeoutMs) return false;
        await pause(window, Math.min(lastAt + quietMs - now, begun + timeoutMs - now));
      }
    },
    describe() {
      const ago = Math.round(performance.now() - lastAt);
      return last
        ? `the page ${last} ${ago} ms ago; wanted were ${quietMs} ms of quiet`
        : `the page was quiet for ${ago} ms, not for ${quietMs} ms`;
    },
    stop() {
      changes.disconnect();
      resources.disconnect();
    },
  };
}
