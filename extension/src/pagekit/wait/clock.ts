// Moments of a page: the next turn of its event loop, its next frame, its next change. Background
// tabs run no frames and hold timers back for a second and more, so neither is relied on alone.

/** After the tasks that are waiting now. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** A short while. */
export async function pause(window: Window, ms: number): Promise<void> {
  if (window.document.visibilityState === 'visible' || ms > SPIN_MS_MAX) {
    return new Promise((resolve) => window.setTimeout(resolve, ms));
  }
  const end = performance.now() + ms;
  while (performance.now() < end) await nextTurn();
}

/** The next frame, or as long as one takes where none come. */
export async function nextFrame(window: Window): Promise<void> {
  if (window.document.visibilityState !== 'visible') return pause(window, FRAME_MS);
  return new Promise((resolve) => {
    const timer = window.setTimeout(resolve, FRAME_MS_MAX);
    window.requestAnimationFrame(() => {
      window.clearTimeout(timer);
      resolve();
    });
  });
}

export interface ChangeBell {
  /** Resolves when something in the page may have become different, or after `msMax`. */
  next(msMax: number): Promise<void>;
  stop(): void;
}

/** Rings when the page changes in any way that it tells of. */
export function changeBell(window: Window, roots: Iterable<Node>): ChangeBell {
  let rung = false;
  let wake: (() => void) | undefined;
  const ring = () => {
    rung = true;
    wake?.();
  };
  const observer = new MutationObserver(ring);
  for (const root of roots) observer.observe(root, EVERYTHING);
  const ended = new AbortController();
  for (const type of TELLING_EVENTS) {
    window.addEventListener(type, ring, { capture: true, passive: true, signal: ended.signal });
  }
  return {
    async next(msMax) {
      await pause(window, Math.min(SPACING_MS, msMax));
      if (!rung && msMax > SPACING_MS) {
        await new Promise<void>((resolve) => {
          const timer = window.setTimeout(resolve, Math.min(LOOK_AGAIN_MS, msMax - SPACING_MS));
          wake = () => {
            window.clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = undefined;
    },
    stop() {
      observer.disconnect();
      ended.abort();
    },
  };
}

export const EVERYTHING: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
};

/** In a background tab a timer takes a second; so long, it is not worth the work to be exact. */
const SPIN_MS_MAX = 60;
const FRAME_MS = 16;
const FRAME_MS_MAX = 100;
/** Between two looks, however busy the page is. */
const SPACING_MS = 8;
/** Style sheets can change a page without any event. */
const LOOK_AGAIN_MS = 100;
const TELLING_EVENTS = [
  'transitionend',
  'animationend',
  'scroll',
  'resize',
  'load',
  'toggle',
  'focusin',
  'input',
  'change',
  'readystatechange',
];
