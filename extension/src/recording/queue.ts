// Gestures on their way to the daemon: in order, kept until it has answered, and never twice for one id.
import type { Gesture, GesturesKept, RecordGesturesParams } from '../wire';
import type { RecorderStore } from './state';

/** As `GESTURES_MAX` in crates/wire: a recording holds no more. */
const WAITING_MAX = 500;
const AT_ONCE_MAX = 50;
/** Ids of what was handed over, so that a page that heard no answer does not bring it again. */
const REMEMBERED_MAX = 200;

export interface GestureQueue {
  /** Resolves when they are kept. */
  add(gestures: Gesture[]): Promise<void>;
  /** Hands over what waits, as far as the daemon can be reached; tells of whatever it closed. */
  drain(): Promise<void>;
}

export interface QueueDeps {
  store: RecorderStore;
  /** Undefined without a connection. */
  tell: () => ((params: RecordGesturesParams) => Promise<GesturesKept>) | undefined;
  onAnswer: (answer: GesturesKept) => Promise<void>;
}

export function createGestureQueue({ store, tell, onAnswer }: QueueDeps): GestureQueue {
  let running: Promise<void> | undefined;
  let isAsked = false;
  let done: string[] = [];

  async function drain(): Promise<void> {
    for (;;) {
      const [state, waiting] = await Promise.all([store.read(), store.gestures()]);
      const say = tell();
      if (!state || !say || waiting.length === 0) return;
      const gestures = waiting.slice(0, AT_ONCE_MAX);
      const answer = await say({ recording: state.recording, gestures });
      const ids = new Set(answer.done);
      await store.inTurn(async () => {
        const left = (await store.gestures()).filter(({ id }) => !ids.has(id));
        await store.keep(left);
        done = [...done, ...answer.done].slice(-REMEMBERED_MAX);
      });
      await onAnswer(answer);
      // A daemon that takes none of them would be asked for ever.
      if (answer.isOver || !gestures.some(({ id }) => ids.has(id))) return;
    }
  }

  return {
    add: (gestures) =>
      store.inTurn(async () => {
        const waiting = await store.gestures();
        const known = new Set([...waiting.map(({ id }) => id), ...done]);
        const added = gestures.filter(({ id }) => !known.has(id));
        if (added.length === 0) return;
        // What comes from a frame may have been asked about first.
        const ordered = [...waiting, ...added].sort((one, other) => one.at - other.at);
        await store.keep(ordered.slice(0, WAITING_MAX));
      }),
    drain() {
      isAsked = true;
      running ??= drainWhileAsked().finally(() => (running = undefined));
      return running;
    },
  };

  /** Who asks meanwhile may have added some, or have a connection at last. */
  async function drainWhileAsked(): Promise<void> {
    while (isAsked) {
      isAsked = false;
      try {
        await drain();
      } catch (error) {
        // They wait for the next connection, or the next gesture.
        console.warn('Gestures could not be handed over yet:', error);
      }
    }
  }
}
