// What was said before, the most recent first, and kept for the next time.
import { createStore, type Watched } from './store';

export const SAID_MAX = 100;

export interface History extends Watched<readonly string[]> {
  add(text: string): Promise<void>;
  forget(): Promise<void>;
}

/** Where it is kept. */
export interface HistoryStorage {
  load: () => Promise<readonly string[] | undefined>;
  save: (said: readonly string[]) => Promise<void>;
}

/** Empty until it is loaded. */
export function createHistory({ load, save }: HistoryStorage): History {
  const { get, set, watch } = createStore<readonly string[]>([]);

  async function reload() {
    set((await load()) ?? []);
  }
  reload().catch(console.warn);

  return {
    get,
    watch,
    async add(text) {
      // A panel in another window may have added something meanwhile.
      await reload();
      if (get()[0] === text) return;
      set([text, ...get()].slice(0, SAID_MAX));
      await save(get());
    },
    async forget() {
      set([]);
      await save([]);
    },
  };
}
