// The pages found, fifty at a time.
import { pagesOf } from '../../knowledge/describe';
import { PAGE_SIZE } from '../../library/search-state';
import { dayHeading } from '../../library/days';
import type { SearchHit } from '../../wire';
import { Hit } from './hit';
import type { FoundPages } from './use-search';

interface Props {
  found: FoundPages;
  /** Under the day on which each was read. */
  byDay?: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
}

export function ResultList({ found, byDay = false, isLoadingMore, onMore }: Props) {
  const { hits, results, isEnd } = found;
  return (
    <div class="result-list">
      {byDay ? (
        daysOf(hits).map(({ day, hits: ofDay }) => (
          <section key={day} aria-label={day}>
            <h2 class="day-heading">{day}</h2>
            <Results hits={ofDay} label={`Pages of ${day}`} />
          </section>
        ))
      ) : (
        <section>
          <h2 class="unseen">Pages found</h2>
          <Results hits={hits} label="Results" />
        </section>
      )}
      <More found={found} isLoadingMore={isLoadingMore} onMore={onMore} />
      {isEnd && hits.length < results.total && (
        <p class="detail">
          The best {pagesOf(hits.length)} of {results.total.toLocaleString('en')} are listed. Add a
          word or a filter to see others.
        </p>
      )}
    </div>
  );
}

function Results({ hits, label }: { hits: readonly SearchHit[]; label: string }) {
  return (
    <ol class="results" aria-label={label}>
      {hits.map((hit) => (
        <li key={hit.page.id}>
          <Hit hit={hit} />
        </li>
      ))}
    </ol>
  );
}

function More({ found, isLoadingMore, onMore }: Omit<Props, 'byDay'>) {
  const { hits, results, isEnd } = found;
  if (isEnd) return null;
  const left = Math.min(PAGE_SIZE, results.total - hits.length);
  return (
    <p class="more">
      <button type="button" aria-disabled={isLoadingMore} onClick={onMore}>
        {isLoadingMore ? 'Loading…' : `Show ${left} more`}
      </button>
      <span class="detail">
        {hits.length.toLocaleString('en')} of {results.total.toLocaleString('en')}
      </span>
    </p>
  );
}

function daysOf(hits: readonly SearchHit[]): { day: string; hits: SearchHit[] }[] {
  const days: { day: string; hits: SearchHit[] }[] = [];
  const now = new Date();
  for (const hit of hits) {
    const day = dayHeading(hit.page.lastVisitMs, now);
    const last = days.at(-1);
    if (last?.day === day) last.hits.push(hit);
    else days.push({ day, hits: [hit] });
  }
  return days;
}
