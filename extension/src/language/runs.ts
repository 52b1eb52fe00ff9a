// The runs of this panel, the newest first. Only one runs at a time.
import type { NewPhrasing, Suggestion } from '../wire';
import {
  byIndex,
  type ShownUtterance,
  type ShownStep,
  type Translation,
} from './sanitize-utterance';
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
  /** Where a model said what the line means. */
  translation: RunTranslation | undefined;
  /** Why the run, or stopping it, failed. */
  fault: string | undefined;
}

export interface RunTranslation extends Translation {
  isSaving: boolean;
  /** Why it could not be remembered. */
  fault: string | undefined;
}

export interface Runs extends Watched<readonly Run[]> {
  /** False while another run is under way. `expectedSteps` are shown until the real ones arrive. */
  start(text: string, expectedSteps: readonly ShownStep[]): boolean;
  stepChanged(id: string, step: ShownStep): void;
  /** False when there is no run to stop. */
  stop: () => boolean;
  /** Keeps the way of saying it, so that next time no model is asked. Nothing where it cannot be remembered. */
  remember: (id: string) => Promise<void>;
  /** Removes the runs that have ended. */
  clear(): void;
}

interface RunBackend {
  runUtterance: (id: string, text: string) => Promise<ShownUtterance>;
  stopUtterance: (id: string) => Promise<unknown>;
  /** Resolves with the phrasing that was kept. */
  rememberPhrasing: (phrasing: NewPhrasing) => Promise<string>;
}

export const RUNS_MAX = 20;

export function createRuns(backend: RunBackend): Runs {
  const { runUtterance, stopUtterance, rememberPhrasing } = backend;
  const { get, set, watch } = createStore<readonly Run[]>([]);

  function change(id: string, changing: (run: Run) => Run) {
    set(get().map((run) => (run.id === id ? changing(run) : run)));
  }

  async function execute(id: string, text: string) {
    try {
      const { steps, nearest, translation } = await runUtterance(id, text);
      change(id, (run) => ({
        ...run,
        phase: 'over',
        steps,
        nearest,
        translation: translation && { ...translation, isSaving: false, fault: undefined },
        fault: undefined,
      }));
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

  function changeTranslation(id: string, changes: Partial<RunTranslation>) {
    change(id, (run) =>
      run.translation ? { ...run, translation: { ...run.translation, ...changes } } : run,
    );
  }

  async function remember(id: string) {
    const run = get().find((one) => one.id === id);
    if (!run?.translation || !canRemember(run) || run.translation.isSaving) return;
    changeTranslation(id, { isSaving: true, fault: undefined });
    try {
      const { actions } = run.translation;
      const remembered = await rememberPhrasing({ text: run.text, actions });
      changeTranslation(id, { isSaving: false, remembered });
    } catch (error) {
      changeTranslation(id, { isSaving: false, fault: messageOf(error) });
    }
  }

  return {
    get,
    watch,
    remember,
    start(text, expectedSteps) {
      if (runningOf(get())) return false;
      const id = crypto.randomUUID();
      const startedMs = Date.now();
      const run: Run = {
        id,
        text,
        startedMs,
        phase: 'running',
        steps: expectedSteps,
        nearest: [],
        translation: undefined,
        fault: undefined,
      };
      set([run, ...get()].slice(0, RUNS_MAX));
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

/** Only what was done as it was meant is worth saying again. */
export function canRemember({ phase, steps, translation }: Run): boolean {
  const isDone = steps.length > 0 && steps.every(({ state }) => state === 'done');
  return phase === 'over' && isDone && translation !== undefined && !translation.remembered;
}

function withStep(run: Run, step: ShownStep): Run {
  const others = run.steps.filter(({ index }) => index !== step.index);
  return { ...run, steps: [...others, step].sort(byIndex) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
