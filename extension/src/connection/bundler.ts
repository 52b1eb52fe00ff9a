// Puts frames that wait together into one message, as `[frame, frame, …]`: a message costs more than
// what is in it. A frame by itself goes at once; those that follow before the event loop turns go together.
import { BUNDLE_LENGTH_MAX } from '../wire';

export interface Bundler {
  send: (frame: string) => void;
  /** Characters that wait. */
  waiting: () => number;
  /** Sends what waits, now. */
  flush: () => void;
}

export function createBundler(
  send: (text: string) => void,
  afterThisTurn: (then: () => void) => void = createBreath(),
): Bundler {
  let frames: string[] = [];
  let length = 0;
  let isWaiting = false;

  function flush() {
    const [first, ...others] = frames;
    if (first === undefined) return;
    const text = others.length === 0 ? first : `[${frames.join(',')}]`;
    frames = [];
    length = 0;
    send(text);
  }

  function flushLater() {
    isWaiting = true;
    afterThisTurn(() => {
      isWaiting = false;
      if (frames.length === 0) return;
      flush();
      flushLater();
    });
  }

  return {
    send(frame) {
      if (!isWaiting) {
        send(frame);
        flushLater();
        return;
      }
      if (length + frame.length > BUNDLE_LENGTH_MAX) flush();
      frames.push(frame);
      length += frame.length;
    },
    waiting: () => length,
    flush,
  };
}

/** A message to oneself comes after the tasks that are queued already, and sooner than any timer. */
function createBreath(): (then: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (then) => {
    waiting.push(then);
    port2.postMessage(null);
  };
}
