// What is recorded, and what the daemon has not answered yet. All of it is in Chrome's storage, so that a worker
// that is stopped loses nothing; it ends with the browser.
import {
  readStorage,
  removeFromStorage,
  writeStorage,
  type RecordingState,
} from '../connection/storage';
import type { Gesture } from '../wire';

export interface RecorderStore {
  read(): Promise<RecordingState | undefined>;
  write(state: RecordingState): Promise<void>;
  clear(): Promise<void>;
  gestures(): Promise<Gesture[]>;
  keep(gestures: Gesture[]): Promise<void>;
  /** One change after the other: each reads what the one before has written. */
  inTurn<T>(change: () => Promise<T>): Promise<T>;
}

export function createStore(): RecorderStore {
  let turn: Promise<unknown> = Promise.resolve();
  return {
    read: () => readStorage('recorder'),
    write: (state) => writeStorage('recorder', state),
    async clear() {
      await removeFromStorage('recorder');
      await removeFromStorage('gestures');
    },
    gestures: async () => (await readStorage('gestures')) ?? [],
    keep: (gestures) => writeStorage('gestures', gestures),
    inTurn(change) {
      const done = turn.then(change, change);
      turn = done.catch(() => undefined);
      return done;
    },
  };
}
