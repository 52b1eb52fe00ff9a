// Batches frames into one message, `[frame, frame, …]`, because a message costs more than its content.
// A single frame is sent at once; those that follow in the same turn of the event loop go together.
import { BUNDLE_LENGTH_MAX } from '../wire';

export interface Bundler {
  send: (frame: string) => void;
  /** The number of characters that wait to be sent. */
  waiting: () => number;
  /** Sends at once what waits. */
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

/** A message to ourselves is handled after the queued tasks, but sooner than any timer. */
function createBreath(): (then: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (then) => {
    waiting.push(then);
    port2.postMessage(null);
  };
}
