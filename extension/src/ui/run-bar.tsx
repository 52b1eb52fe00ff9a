// The bar of the run that is under way. It never scrolls, so that Stop is always in reach.
import { runProgress } from '../language/describe';
import type { Run } from '../language/runs';

export function RunBar({ run, onStop }: { run: Run; onStop: () => void }) {
  const isStopping = run.phase === 'stopping';
  return (
    <section class="run-bar" aria-label="Running">
      <span class="spinner" aria-hidden="true" />
      <div class="grow" role="status">
        <b>{isStopping ? 'Stopping…' : 'Working'}</b>
        <p class="detail">{runProgress(run)}</p>
      </div>
      <button
        type="button"
        class="stop"
        aria-disabled={isStopping}
        aria-keyshortcuts="Escape"
        onClick={onStop}
      >
        Stop
      </button>
    </section>
  );
}
