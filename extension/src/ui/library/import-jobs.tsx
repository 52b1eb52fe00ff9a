// Imports that run, with how far they are, and what came of those that ended.
import { useState } from 'preact/hooks';
import { pagesOf } from '../../knowledge/describe';
import { exactTime } from '../../library/days';
import { timeLeft } from '../../library/time-left';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { ImportChange, ImportJob, ImportState } from '../../wire';
import { Bones, Fault } from './bones';
import type { Imports } from './use-imports';
import { useRequest } from './use-request';

const JOBS_SHOWN = 5;
const LABEL_CHARS_MAX = 120;
const WHY_CHARS_MAX = 300;

const STATES: Record<ImportState, string> = {
  running: 'running',
  paused: 'paused',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};
const TONES: Partial<Record<ImportState, string>> = {
  done: 'good',
  failed: 'bad',
  running: 'drive',
};

export function ImportJobs({ imports }: { imports: Imports }) {
  const { jobs, fault, retry } = imports;
  const [isAll, setAll] = useState(false);
  if (fault !== undefined && !jobs) return <Fault text={fault} onRetry={retry} />;
  if (!jobs || jobs.length === 0) return null;
  const shown = isAll ? jobs : jobs.slice(0, JOBS_SHOWN);
  return (
    <section class="card" aria-label="Imports">
      <h2>Imports</h2>
      <ul class="jobs">
        {shown.map((job) => (
          <li key={job.id}>
            <Job job={job} imports={imports} />
          </li>
        ))}
      </ul>
      {shown.length < jobs.length && (
        <p>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setAll(true);
            }}
          >
            Show {jobs.length - shown.length} earlier
          </button>
        </p>
      )}
    </section>
  );
}

function Job({ job, imports }: { job: ImportJob; imports: Imports }) {
  const [fault, setFault] = useState<string>();
  const { id, state, label, fraction, notes, error } = job;
  const change = async (wanted: ImportChange) => {
    try {
      await imports.change(id, wanted);
      setFault(undefined);
    } catch (failed) {
      setFault(failed instanceof Error ? failed.message : String(failed));
    }
  };
  const isOpen = state === 'running' || state === 'paused';
  const left = timeLeft(job, imports.first.get(id), Date.now());
  const name = sanitize(label, LABEL_CHARS_MAX);
  return (
    <article class="job" aria-label={name}>
      <div class="card-head">
        <h3 class="grow">
          <bdi>{name}</bdi>
        </h3>
        {job.dryRun && <span class="badge">count only</span>}
        <span class={`badge ${TONES[state] ?? ''}`}>{STATES[state]}</span>
      </div>
      {isOpen && (
        <progress value={fraction} max={1} aria-label={`How much of ${name} was read`}>
          {Math.round(fraction * 100)}%
        </progress>
      )}
      <p class="detail" role="status">
        {[counts(job), left].filter(Boolean).join(', ')}
      </p>
      {isOpen && (
        <div class="buttons">
          {state === 'running' ? (
            <button type="button" onClick={() => void change('pause')}>
              Pause
            </button>
          ) : (
            <button type="button" onClick={() => void change('resume')}>
              Resume
            </button>
          )}
          <button type="button" class="danger" onClick={() => void change('cancel')}>
            Cancel
          </button>
          <span class="detail">What came in already stays.</span>
        </div>
      )}
      {error !== undefined && <p class="fault">{sanitize(error, WHY_CHARS_MAX)}</p>}
      {notes.map((note) => (
        <p key={note} class="detail">
          {sanitize(note, WHY_CHARS_MAX)}
        </p>
      ))}
      {job.skipped.length > 0 && (
        <p class="detail">
          Left out:{' '}
          {job.skipped
            .map(
              ({ name: why, count }) =>
                `${count.toLocaleString('en')} ${sanitize(why, WHY_CHARS_MAX)}`,
            )
            .join(', ')}
        </p>
      )}
      {job.failedRows + job.contentsFailed > 0 && <Failures job={job} />}
      <p class="detail">
        {job.endedMs === undefined
          ? `Started ${exactTime(job.startedMs)}`
          : `Ended ${exactTime(job.endedMs)}`}
      </p>
      <p class="fault" role="alert">
        {fault}
      </p>
    </article>
  );
}

function Failures({ job }: { job: ImportJob }) {
  const [isOpen, setOpen] = useState(false);
  const total = job.failedRows + job.contentsFailed;
  const key = isOpen ? `failures ${job.id} ${total}` : undefined;
  const { value, fault, retry } = useRequest(key, () =>
    askWorker('listImportFailures', { import: job.id }),
  );
  return (
    <details
      class="failures"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>{total.toLocaleString('en')} could not be read</summary>
      {fault !== undefined && <Fault text={fault} onRetry={retry} />}
      {!value && fault === undefined && <Bones what="what failed" lines={2} />}
      {value && (
        <ul class="small">
          {value.failures.map(({ place, why }, at) => (
            <li key={at}>
              <bdi>{sanitize(place, WHY_CHARS_MAX)}</bdi>
              <span class="detail">: {sanitize(why, WHY_CHARS_MAX)}</span>
            </li>
          ))}
        </ul>
      )}
      {value && value.total > value.failures.length && (
        <p class="detail">The first {value.failures.length.toLocaleString('en')} are listed.</p>
      )}
    </details>
  );
}

function counts(job: ImportJob): string {
  const { rows, rowsTotal, newPages, knownPages, forgottenPages } = job;
  const of = rowsTotal === undefined ? '' : ` of ${rowsTotal.toLocaleString('en')}`;
  const read = `${rows.toLocaleString('en')}${of} rows read`;
  const parts = [
    `${pagesOf(newPages)} new`,
    knownPages > 0 && `${knownPages.toLocaleString('en')} known`,
    forgottenPages > 0 && `${forgottenPages.toLocaleString('en')} forgotten before`,
    job.contentsRead > 0 && `text of ${job.contentsRead.toLocaleString('en')} read`,
    job.contentsWaiting > 0 && `${job.contentsWaiting.toLocaleString('en')} still to read`,
  ];
  return [read, ...parts].filter(Boolean).join(', ');
}
