// What of a source is imported: by date, site and number. A dry run counts it first.
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { hostIn } from '../../knowledge/describe';
import { startOfDay } from '../../library/days';
import type { ImportFilter, ImportJob, ImportWhat, StartImportParams } from '../../wire';
import { TextField } from '../fields';

interface Props {
  label: string;
  source: ImportWhat;
  /** Rejects with a message for a person. */
  onStart: (params: StartImportParams) => Promise<ImportJob>;
  onClose: () => void;
}

interface Typed {
  after: string;
  before: string;
  sites: string;
  withoutSites: string;
  count: string;
}

const NOTHING: Typed = { after: '', before: '', sites: '', withoutSites: '', count: '' };

export function ImportForm({ label, source, onStart, onClose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(NOTHING);
  const [fetchContents, setFetchContents] = useState(false);
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const set = (name: keyof Typed) => (text: string) => {
    setTyped((before) => ({ ...before, [name]: text }));
  };

  const start = async (dryRun: boolean) => {
    if (isBusy) return;
    setFault(undefined);
    setSaid(undefined);
    const filter = filterOf(typed);
    if (typeof filter === 'string') {
      setFault(filter);
      return;
    }
    setBusy(true);
    try {
      await onStart({ source, filter, dryRun, fetchContents: fetchContents && !dryRun });
      if (dryRun) setSaid('Counting. What would come in stands above.');
      else onClose();
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      class="card import-form"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        void start(false);
      }}
    >
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1}>
        <bdi>{label}</bdi>
      </h2>
      <div class="import-fields">
        <DateField label="Since" value={typed.after} onInput={set('after')} />
        <DateField label="Until" value={typed.before} onInput={set('before')} />
        <TextField
          label="At most so many pages"
          value={typed.count}
          placeholder="All"
          onInput={set('count')}
        />
        <TextField
          label="Only these sites"
          value={typed.sites}
          placeholder="example.com, example.org"
          onInput={set('sites')}
        />
        <TextField
          label="Without these sites"
          value={typed.withoutSites}
          placeholder="mail.example.com"
          onInput={set('withoutSites')}
        />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={fetchContents}
          onChange={({ currentTarget }) => {
            setFetchContents(currentTarget.checked);
          }}
        />
        <span>
          Also read the pages themselves
          <span class="detail">
            {' '}
            One after the other, slowly, in a background tab of this browser. You can pause it.
          </span>
        </span>
      </label>
      <div class="buttons">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Import
        </button>
        <button type="button" aria-disabled={isBusy} onClick={() => void start(true)}>
          Count first
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
      <p class="fault" role="alert">
        {fault}
      </p>
      <p class="done" role="status">
        {said}
      </p>
    </form>
  );
}

interface DateProps {
  label: string;
  value: string;
  onInput: (day: string) => void;
}

function DateField({ label, value, onInput }: DateProps) {
  const id = useId();
  return (
    <div class="labelled">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onInput={({ currentTarget }) => {
          onInput(currentTarget.value);
        }}
      />
    </div>
  );
}

/** What was typed as the daemon takes it, or what is wrong with it. */
function filterOf(typed: Typed): ImportFilter | string {
  const sites = sitesIn(typed.sites);
  const withoutSites = sitesIn(typed.withoutSites);
  if (!sites || !withoutSites)
    return 'Write sites with commas between them: example.com, example.org.';
  const count = typed.count.trim() === '' ? undefined : Number(typed.count.trim());
  if (count !== undefined && !(Number.isSafeInteger(count) && count > 0)) {
    return 'Write how many pages as a number, such as 500.';
  }
  const afterMs = startOfDay(typed.after);
  // The last day is included.
  const beforeMs = startOfDay(typed.before, 1);
  if (afterMs !== undefined && beforeMs !== undefined && afterMs >= beforeMs) {
    return 'The first day is after the last one.';
  }
  return {
    sites,
    withoutSites,
    ...(afterMs !== undefined && { afterMs }),
    ...(beforeMs !== undefined && { beforeMs }),
    ...(count !== undefined && { count }),
  };
}

/** Undefined where something in it is no site. */
function sitesIn(text: string): string[] | undefined {
  const typed = text.split(/[\s,;]+/u).filter((one) => one !== '');
  const sites = typed.map(hostIn);
  return sites.every((site) => site !== undefined) ? sites : undefined;
}
