// What was said in this panel and how it goes, the newest first; one at a time.
import type { Suggestion } from '../wire';
import { byIndex, type ShownSaid, type ShownStep } from './said';
import { createStore, type Watched } from './store';

export interface Saying {
  id: string;
  text: string;
  phase: 'running' | 'stopping' | 'over';
  steps: readonly ShownStep[];
  /** The nearest phrasings, where nothing was understood. */
  nearest: readonly Suggestion[];
  /** Why it, or stopping it, did not work. */
  fault: string | undefined;
}

export interface Sayings extends Watched<readonly Saying[]> {
  /** False while another one runs. `expected`: its steps, where they are known before. */
  say(text: string, expected: readonly ShownStep[]): boolean;
  stepChanged(id: string, step: ShownStep): void;
  /** False where nothing runs. */
  stop: () => boolean;
  forget(): void;
}

interface Doer {
  say: (id: string, text: string) => Promise<ShownSaid>;
  stopSaying: (id: string) => Promise<unknown>;
}

export const SAYINGS_MAX = 20;

export function createSayings({ say, stopSaying }: Doer): Sayings {
  const { get, set, watch } = createStore<readonly Saying[]>([]);

  function change(id: string, changing: (saying: Saying) => Saying) {
    set(get().map((saying) => (saying.id === id ? changing(saying) : saying)));
  }

  async function run(id: string, text: string) {
    try {
      const { steps, nearest } = await say(id, text);
      change(id, (saying) => ({ ...saying, phase: 'over', steps, nearest, fault: undefined }));
    } catch (error) {
      change(id, (saying) => ({ ...saying, phase: 'over', fault: messageOf(error) }));
    }
  }

  async function stopOne(id: string) {
    change(id, (saying) => ({ ...saying, phase: 'stopping', fault: undefined }));
    try {
      await stopSaying(id);
    } catch (error) {
      change(id, (saying) =>
        isOver(saying) ? saying : { ...saying, phase: 'running', fault: messageOf(error) },
      );
    }
  }

  return {
    get,
    watch,
    say(text, expected) {
      if (runningOf(get())) return false;
      const id = crypto.randomUUID();
      const begun = { id, text, phase: 'running', nearest: [], fault: undefined } as const;
      set([{ ...begun, steps: expected }, ...get()].slice(0, SAYINGS_MAX));
      void run(id, text);
      return true;
    },
    stepChanged(id, step) {
      // The last word on its steps came with its end.
      change(id, (saying) => (isOver(saying) ? saying : withStep(saying, step)));
    },
    stop() {
      const running = runningOf(get());
      if (running?.phase === 'running') void stopOne(running.id);
      return running !== undefined;
    },
    forget() {
      set(get().filter((saying) => !isOver(saying)));
    },
  };
}

export function runningOf(sayings: readonly Saying[]): Saying | undefined {
  return sayings.find((saying) => !isOver(saying));
}

export function isOver({ phase }: Saying): boolean {
  return phase === 'over';
}

function withStep(saying: Saying, step: ShownStep): Saying {
  const others = saying.steps.filter(({ index }) => index !== step.index);
  return { ...saying, steps: [...others, step].sort(byIndex) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
