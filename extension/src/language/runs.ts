// The runs of this panel, the newest first. Only one runs at a time.
import type { Suggestion } from '../wire';
import { byIndex, type ShownUtterance, type ShownStep } from './sanitize-utterance';
import { createStore, type Watched } from './store';

export interface Run {
  id: string;
  text: string;
  startedMs: number;
  /** `stopped`: over, because the person stopped it. */
  phase: 'running' | 'stopping' | 'stopped' | 'over';
  steps: readonly ShownStep[];
  /** The nearest phrasings, where the line was not understood. */
  nearest: readonly Suggestion[];
  /** Why the run, or stopping it, failed. */
  fault: string | undefined;
}

export interface Runs extends Watched<readonly Run[]> {
  /** False while another run is under way. `expectedSteps` are shown until the real ones arrive. */
  start(text: string, expectedSteps: readonly ShownStep[]): boolean;
  stepChanged(id: string, step: ShownStep): void;
  /** False when there is no run to stop. */
  stop: () => boolean;
  /** Removes the runs that have ended. */
  clear(): void;
}

interface RunBackend {
  runUtterance: (id: string, text: string) => Promise<ShownUtterance>;
  stopUtterance: (id: string) => Promise<unknown>;
}

export const RUNS_MAX = 20;

export function createRuns({ runUtterance, stopUtterance }: RunBackend): Runs {
  const { get, set, watch } = createStore<readonly Run[]>([]);

  function change(id: string, changing: (run: Run) => Run) {
    set(get().map((run) => (run.id === id ? changing(run) : run)));
  }

  async function execute(id: string, text: string) {
    try {
      const { steps, nearest } = await runUtterance(id, text);
      change(id, (run) => ({ ...run, phase: 'over', steps, nearest, fault: undefined }));
    } catch (error) {
      change(id, (run) =>
        run.phase === 'stopping'
          ? { ...run, phase: 'stopped' }
          : { ...run, phase: 'over', fault: messageOf(error) },
      );
    }
  }

  async function stopOne(id: string) {
    change(id, (run) => ({ ...run, phase: 'stopping', fault: undefined }));
    try {
      await stopUtterance(id);
    } catch (error) {
      change(id, (run) =>
        isOver(run) ? run : { ...run, phase: 'running', fault: messageOf(error) },
      );
    }
  }

  return {
    get,
    watch,
    start(text, expectedSteps) {
      if (runningOf(get())) return false;
      const id = crypto.randomUUID();
      const startedMs = Date.now();
      const started = { id, text, startedMs, phase: 'running', nearest: [] } as const;
      set([{ ...started, steps: expectedSteps, fault: undefined }, ...get()].slice(0, RUNS_MAX));
      void execute(id, text);
      return true;
    },
    stepChanged(id, step) {
      // The reply that ended the run has its final steps; a notice that arrives later is stale.
      change(id, (run) => (isOver(run) ? run : withStep(run, step)));
    },
    stop() {
      const running = runningOf(get());
      if (running?.phase === 'running') void stopOne(running.id);
      return running !== undefined;
    },
    clear() {
      set(get().filter((run) => !isOver(run)));
    },
  };
}

export function runningOf(runs: readonly Run[]): Run | undefined {
  return runs.find((run) => !isOver(run));
}

export function isOver({ phase }: Run): boolean {
  return phase === 'over' || phase === 'stopped';
}

function withStep(run: Run, step: ShownStep): Run {
  const others = run.steps.filter(({ index }) => index !== step.index);
  return { ...run, steps: [...others, step].sort(byIndex) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
