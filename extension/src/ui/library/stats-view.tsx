// How much is kept, from where, of what kind, and since when.
import { monthName } from '../../library/days';
import { kindName } from '../../library/describe-page';
import { monthFilter, NO_SEARCH } from '../../library/search-state';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { FacetCount, KnowledgeStats, StatsGroup } from '../../wire';
import { Bones, Fault } from './bones';
import { useLibrary } from './context';
import { useRequest } from './use-request';

const MB = 1_000_000;
const MONTHS_SHOWN = 24;
const SITES_SHOWN = 15;
const NAME_CHARS_MAX = 60;

export function StatsView({ stats }: { stats: KnowledgeStats | undefined }) {
  const { go } = useLibrary();
  return (
    <div class="width">
      <header class="view-head">
        <h1 tabIndex={-1}>Statistics</h1>
      </header>
      {stats ? <Sums stats={stats} /> : <Bones what="statistics" lines={2} />}
      <div class="stats">
        <Counts
          title="By month"
          by="month"
          limit={500}
          arrange={(groups) =>
            groups.toSorted((one, other) => (one.name < other.name ? 1 : -1)).slice(0, MONTHS_SHOWN)
          }
          nameOf={monthName}
          onOpen={(month) => {
            go('search', { search: { ...NO_SEARCH, time: monthFilter(month) } });
          }}
        />
        <Counts
          title="By site"
          by="site"
          limit={SITES_SHOWN}
          onOpen={(site) => {
            go('search', { search: { ...NO_SEARCH, site } });
          }}
        />
        <Counts title="By kind" by="kind" limit={20} nameOf={kindName} />
      </div>
    </div>
  );
}

function Sums({ stats }: { stats: KnowledgeStats }) {
  const { pages, withText, visits, sites, entities, topics, bytes } = stats;
  const sums: readonly (readonly [string, string])[] = [
    ['Pages', pages.toLocaleString('en')],
    ['With their text', withText.toLocaleString('en')],
    ['Visits', visits.toLocaleString('en')],
    ['Sites', sites.toLocaleString('en')],
    ['Names', entities.toLocaleString('en')],
    ['Topics', topics.toLocaleString('en')],
    ['On disk', bytes < MB ? 'under 1 MB' : `${Math.round(bytes / MB).toLocaleString('en')} MB`],
  ];
  return (
    <dl class="sums card">
      {sums.map(([name, sum]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CountsProps {
  title: string;
  by: StatsGroup;
  limit: number;
  arrange?: (groups: readonly FacetCount[]) => readonly FacetCount[];
  nameOf?: (name: string) => string;
  onOpen?: (name: string) => void;
}

function Counts({ title, by, limit, arrange, nameOf, onOpen }: CountsProps) {
  const { value, fault, retry } = useRequest(by, () =>
    askWorker('getKnowledgeStats', { groupBy: by, limit }),
  );
  const groups = value && (arrange ? arrange(value.groups) : value.groups);
  const most = Math.max(1, ...(groups ?? []).map(({ count }) => count));
  return (
    <section class="card" aria-label={title}>
      <h2>{title}</h2>
      {fault !== undefined && <Fault text={fault} onRetry={retry} />}
      {!groups && fault === undefined && <Bones what={title} />}
      {groups?.length === 0 && <p class="detail">Nothing yet.</p>}
      {groups && groups.length > 0 && (
        <table class="counts">
          <thead class="unseen">
            <tr>
              <th scope="col">{title.replace('By ', '')}</th>
              <th scope="col">Pages</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ name, count }) => {
              const shown = sanitize(nameOf ? nameOf(name) : name, NAME_CHARS_MAX);
              return (
                <tr key={name}>
                  <th scope="row">
                    {onOpen ? (
                      <button
                        type="button"
                        class="text-button"
                        onClick={() => {
                          onOpen(name);
                        }}
                      >
                        <bdi>{shown}</bdi>
                      </button>
                    ) : (
                      <bdi>{shown}</bdi>
                    )}
                  </th>
                  <td>
                    <span class="count-bar" style={{ width: `${(70 * count) / most}%` }} />
                    {count.toLocaleString('en')}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
