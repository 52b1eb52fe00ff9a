// All pages without a search: by the day on which they were read, by site, or by topic.
import { useState } from 'preact/hooks';
import { pagesOf } from '../../knowledge/describe';
import { NO_SEARCH } from '../../library/search-state';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { FacetCount, KnowledgeStats } from '../../wire';
import { Bones, Fault } from './bones';
import { useLibrary } from './context';
import { EmptyLibrary } from './empty-library';
import { ResultList } from './result-list';
import { SiteMark } from './site-mark';
import { useRequest } from './use-request';
import { useSearch } from './use-search';

const GROUPS_MAX = 500;
const NAME_CHARS_MAX = 80;
const WAYS = [
  ['time', 'By time'],
  ['site', 'By site'],
  ['topic', 'By topic'],
] as const;
type Way = (typeof WAYS)[number][0];

export function PagesView({ stats }: { stats: KnowledgeStats | undefined }) {
  const [way, setWay] = useState<Way>('time');
  return (
    <div class="width">
      <header class="view-head">
        <h1 tabIndex={-1}>Pages</h1>
        <p class="filter-count" role="status">
          {stats && pagesOf(stats.pages)}
        </p>
        <span class="grow" />
        <div class="segments" role="group" aria-label="Browse">
          {WAYS.map(([name, label]) => (
            <button
              key={name}
              type="button"
              aria-pressed={way === name}
              onClick={() => {
                setWay(name);
              }}
            >
              {label}
            </button>
          ))}
        </div>
      </header>
      {stats?.pages === 0 ? (
        <EmptyLibrary />
      ) : way === 'time' ? (
        <ByTime />
      ) : (
        <Groups key={way} by={way} />
      )}
    </div>
  );
}

function ByTime() {
  const { found, fault, isLoadingMore, loadMore, retry } = useSearch(NO_SEARCH, undefined);
  return (
    <>
      {fault !== undefined && <Fault text={fault} onRetry={retry} />}
      {!found && fault === undefined && <Bones what="pages" lines={8} />}
      {found && <ResultList found={found} byDay isLoadingMore={isLoadingMore} onMore={loadMore} />}
    </>
  );
}

function Groups({ by }: { by: 'site' | 'topic' }) {
  const { go } = useLibrary();
  const { value, fault, retry } = useRequest(by, () =>
    askWorker('getKnowledgeStats', { groupBy: by, limit: GROUPS_MAX }),
  );
  if (fault !== undefined) return <Fault text={fault} onRetry={retry} />;
  if (!value) return <Bones what={`${by}s`} lines={8} />;
  const total = by === 'site' ? value.sites : value.topics;
  if (value.groups.length === 0) {
    return <p class="detail">No {by}s yet. They come with the text of pages.</p>;
  }
  return (
    <>
      <ul class="groups" aria-label={by === 'site' ? 'Sites' : 'Topics'}>
        {value.groups.map((group) => (
          <Group
            key={group.name}
            group={group}
            isSite={by === 'site'}
            onOpen={() => {
              go('search', { search: { ...NO_SEARCH, [by]: group.name } });
            }}
          />
        ))}
      </ul>
      {total > value.groups.length && (
        <p class="detail">
          The {value.groups.length} with the most pages, of {total.toLocaleString('en')}.
        </p>
      )}
    </>
  );
}

interface GroupProps {
  group: FacetCount;
  isSite: boolean;
  onOpen: () => void;
}

function Group({ group: { name, count }, isSite, onOpen }: GroupProps) {
  return (
    <li>
      <button type="button" class="group" onClick={onOpen}>
        {isSite && <SiteMark site={name} />}
        <bdi class="cut">{sanitize(name, NAME_CHARS_MAX)}</bdi>
        <span class="facet-count">
          {count.toLocaleString('en')}
          <span class="unseen"> {count === 1 ? 'page' : 'pages'}</span>
        </span>
      </button>
    </li>
  );
}
