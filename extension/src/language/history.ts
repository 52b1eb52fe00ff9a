// Lines the person sent before, the newest first. They are stored for the next time.
import { createStore, type Watched } from './store';

export const HISTORY_MAX = 100;

export interface History extends Watched<readonly string[]> {
  add(text: string): Promise<void>;
  clear(): Promise<void>;
}

export interface HistoryStorage {
  load: () => Promise<readonly string[] | undefined>;
  save: (lines: readonly string[]) => Promise<void>;
}

/** The history is empty until the storage has been read. */
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
      // A panel in another window may have added a line meanwhile: without this read its line would
      // be overwritten (a lost update).
      await reload();
      if (get()[0] === text) return;
      set([text, ...get()].slice(0, HISTORY_MAX));
      await save(get());
    },
    async clear() {
      set([]);
      await save([]);
    },
  };
}
