// Entries of the log, the newest first, by day. Each is one line that unfolds.
import { byDay, describeEntry, ENTRIES_MAX } from '../policy/activity';
import { OUTCOME_NAMES } from '../policy/describe';
import type { LogEntry, Outcome } from '../wire';
import { Facts } from './facts';
import { count } from './format';
import { Icon } from './icon';

interface Props {
  entries: readonly LogEntry[];
  isFiltered: boolean;
}

const OUTCOME_TONES: Record<Outcome, string> = {
  done: 'good',
  failed: 'bad',
  refused: 'bad',
  cancelled: '',
};

export function ActivityList({ entries, isFiltered }: Props) {
  return (
    <>
      <p class="detail" role="status">
        {summary(entries.length, isFiltered)}
      </p>
      {byDay(entries).map(({ name, entries: ofDay }) => (
        <section key={name} class="day">
          <h2>{name}</h2>
          <ol>
            {ofDay.map((entry) => (
              <Entry key={entry.seq} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </>
  );
}

function Entry({ entry }: { entry: LogEntry }) {
  const { who, via, operation, object, site, address, time, note, parameters } =
    describeEntry(entry);
  const facts: [string, string][] = [
    ...(note === '' ? [] : ([['Reason', note]] as [string, string][])),
    ...(address === '' ? [] : ([['Page', address]] as [string, string][])),
    ...parameters,
    ['Via', via],
    ['Took', `${entry.tookMs} ms`],
  ];
  return (
    <li>
      <details>
        <summary class="entry">
          <time dateTime={entry.time}>{time}</time>
          <span class="entry-who">
            <span class="tile">
              <Icon name={entry.origin === 'person' ? 'panel' : 'terminal'} />
            </span>
            <bdi>{who}</bdi>
          </span>
          <span>
            <bdi>{operation}</bdi> {object !== '' && <bdi class="untrusted">{object}</bdi>}
          </span>
          <bdi class="entry-site">{site}</bdi>
          <span class={`badge ${OUTCOME_TONES[entry.outcome]}`}>
            {OUTCOME_NAMES[entry.outcome]}
          </span>
          <Icon name="right" />
        </summary>
        <Facts facts={facts.map(([name, value]) => [name, <bdi key={name}>{value}</bdi>])} />
      </details>
    </li>
  );
}

function summary(amount: number, isFiltered: boolean): string {
  if (amount === 0)
    return isFiltered ? 'No matching actions.' : 'Nothing done yet. What agents do shows up here.';
  const kind = isFiltered ? 'matching ' : '';
  if (amount >= ENTRIES_MAX) return `The newest ${ENTRIES_MAX} ${kind}actions`;
  return `${count(amount, `${kind}action`)}, newest first`;
}
