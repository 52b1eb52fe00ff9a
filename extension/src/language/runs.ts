// What was said in this panel and how it goes, the newest first; one at a time.
import type { Suggestion } from '../wire';
import { byIndex, type ShownSaid, type ShownStep } from './said';
import { createStore, type Watched } from './store';

export interface Run {
  id: string;
  text: string;
  phase: 'running' | 'stopping' | 'over';
  steps: readonly ShownStep[];
  /** The nearest phrasings, where nothing was understood. */
  nearest: readonly Suggestion[];
  /** Why it, or stopping it, did not work. */
  fault: string | undefined;
}

export interface Runs extends Watched<readonly Run[]> {
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

export const RUNS_MAX = 20;

export function createRuns({ say, stopSaying }: Doer): Runs {
  const { get, set, watch } = createStore<readonly Run[]>([]);

  function change(id: string, changing: (run: Run) => Run) {
    set(get().map((run) => (run.id === id ? changing(run) : run)));
  }

  async function execute(id: string, text: string) {
    try {
      const { steps, nearest } = await say(id, text);
      change(id, (run) => ({ ...run, phase: 'over', steps, nearest, fault: undefined }));
    } catch (error) {
      change(id, (run) => ({ ...run, phase: 'over', fault: messageOf(error) }));
    }
  }

  async function stopOne(id: string) {
    change(id, (run) => ({ ...run, phase: 'stopping', fault: undefined }));
    try {
      await stopSaying(id);
    } catch (error) {
      change(id, (run) =>
        isOver(run) ? run : { ...run, phase: 'running', fault: messageOf(error) },
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
      set([{ ...begun, steps: expected }, ...get()].slice(0, RUNS_MAX));
      void execute(id, text);
      return true;
    },
    stepChanged(id, step) {
      // The last word on its steps came with its end.
      change(id, (run) => (isOver(run) ? run : withStep(run, step)));
    },
    stop() {
      const running = runningOf(get());
      if (running?.phase === 'running') void stopOne(running.id);
      return running !== undefined;
    },
    forget() {
      set(get().filter((run) => !isOver(run)));
    },
  };
}

export function runningOf(runs: readonly Run[]): Run | undefined {
  return runs.find((run) => !isOver(run));
}

export function isOver({ phase }: Run): boolean {
  return phase === 'over';
}

function withStep(run: Run, step: ShownStep): Run {
  const others = run.steps.filter(({ index }) => index !== step.index);
  return { ...run, steps: [...others, step].sort(byIndex) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
