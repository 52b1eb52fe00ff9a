// The page kit of one frame. It uses a window but not Chrome's extension API, so that any backend can
// inject it: as a content script, or into an isolated world over CDP.
import { quote } from '../page-words';
import type { Kit } from '../wire';
import { actionHandlers } from './actions';
import { queryHandlers } from './queries';
import type { KitContext } from './context';
import type { KitHandlers, KitReply, KitRequest } from './contract';
import { createKnownListeners } from './listeners/known-listeners';
import { createNumbers } from './numbers';
import { readingHandlers } from './reading';
import { createRecorder, type Recorder } from './record/recorder';
import type { SendGesture } from './record/recording';
import { Refusal } from './refusal';
import { snapshotHandlers } from './snapshots';
import { overlayHandlers } from './overlay';

export interface PageKit {
  ask<N extends keyof Kit>(request: KitRequest<N>): Promise<KitReply<N>>;
  /** For a debugger, which takes elements as remote objects. */
  element(number: number): Element | undefined;
  /** For a debugger, which finds the frame of an element by it. */
  ordinal(): number;
  /** Watches what the person does in this frame, until it is stopped. */
  record(send: SendGesture): Recorder;
  /** Stops listening to the page, because a newer kit takes over. */
  leave(): void;
}

export interface KitOptions {
  /** The person pressed Stop. */
  onStop?: () => void;
}

export function createKit(
  window: Window & typeof globalThis,
  { onStop }: KitOptions = {},
): PageKit {
  const leaving = new AbortController();
  const context: KitContext = { window, numbers: createNumbers(), left: leaving.signal, onStop };
  const listeners = createKnownListeners(context);
  const handlers: KitHandlers = {
    echo: ({ text }) => ({ text }),
    identify: () => ({ url: window.location.href, origin: window.origin }),
    ...snapshotHandlers(context, listeners),
    ...actionHandlers(context, listeners),
    ...readingHandlers(context),
    ...queryHandlers(context),
    ...overlayHandlers(context),
  };
  return {
    async ask({ name, params, join }) {
      if (join) context.numbers.join(join.ordinal, join.first);
      const last = () => context.numbers.last();
      try {
        if (join?.origin !== undefined && join.origin !== window.origin) {
          throw new Refusal('otherOrigin', 'the frame shows another site than was meant');
        }
        if (!Object.hasOwn(handlers, name)) {
          throw new Refusal('badArguments', `the page kit has no question "${name}"`);
        }
        return { answer: await handlers[name](params), last: last() };
      } catch (error) {
        if (error instanceof Refusal) {
          const { code, message, sensitivity } = error;
          return { refusal: { code, message, ...(sensitivity && { sensitivity }) }, last: last() };
        }
        return {
          refusal: { code: 'failed', message: `the page kit failed: ${quote(String(error))}` },
          last: last(),
        };
      }
    },
    element: (number) => context.numbers.element(number),
    ordinal: () => context.numbers.ordinal(),
    record: (send) => createRecorder(context, listeners, send),
    leave: () => {
      leaving.abort();
    },
  };
}
