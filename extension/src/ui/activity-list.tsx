// Entries of the log, the newest first.
import { describeEntry, ENTRIES_MAX } from '../policy/activity';
import { OUTCOME_NAMES } from '../policy/describe';
import type { LogEntry } from '../wire';

interface Props {
  entries: readonly LogEntry[];
  isFiltered: boolean;
}

export function ActivityList({ entries, isFiltered }: Props) {
  return (
    <>
      <p class="detail" role="status">
        {summary(entries.length, isFiltered)}
      </p>
      <ol class="activity">
        {entries.map((entry) => (
          <Entry key={entry.seq} entry={entry} />
        ))}
      </ol>
    </>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { who, operation, where, when, note, detail } = describeEntry(entry);
  return (
    <li class={`outcome-${entry.outcome}`}>
      <div class="entry-head">
        <span>
          <bdi class="person">{who}</bdi> <bdi class="operation">{operation}</bdi>
        </span>
        <span class="outcome">{OUTCOME_NAMES[entry.outcome]}</span>
      </div>
      {note !== '' && (
        <p>
          <bdi>{note}</bdi>
        </p>
      )}
      <p class="detail">
        <time dateTime={entry.time}>{when}</time>
        {where !== '' && (
          <>
            {' · '}
            <bdi>{where}</bdi>
          </>
        )}
      </p>
      {detail !== '' && (
        <details>
          <summary>Details</summary>
          <code>
            <bdi>{detail}</bdi>
          </code>
        </details>
      )}
    </li>
  );
}

function summary(count: number, isFiltered: boolean): string {
  if (count === 0)
    return isFiltered ? 'No matching entries.' : 'Nothing yet. What agents do shows up here.';
  if (count >= ENTRIES_MAX)
    return `The newest ${ENTRIES_MAX} ${isFiltered ? 'matching ' : ''}entries.`;
  return `${count} ${isFiltered ? 'matching ' : ''}${count === 1 ? 'entry' : 'entries'}.`;
}
