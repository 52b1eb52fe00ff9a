// How many of the pages found are from when, from which site, about which topic and name; a press narrows the search.
import { daysAgo, monthName } from '../../library/days';
import {
  monthFilter,
  withoutFilter,
  type FilterName,
  type SearchState,
  type TimeFilter,
} from '../../library/search-state';
import { sanitize } from '../../policy/sanitize';
import type { FacetCount, Facets } from '../../wire';
import { SiteMark } from './site-mark';

const MONTHS_SHOWN = 12;
const MONTHS_LISTED = 5;
const NAMES_SHOWN = 8;
const NAME_CHARS_MAX = 60;
const RANGES: readonly (readonly [label: string, days: number])[] = [
  ['Last 7 days', 7],
  ['Last 30 days', 30],
  ['Last 3 months', 91],
];

interface Props {
  facets: Facets;
  search: SearchState;
  onChange: (search: SearchState) => void;
}

export function FacetList({ facets, search, onChange }: Props) {
  const { sites, topics, entities } = facets;
  const named = (name: Exclude<FilterName, 'time'>) => (value: string) => {
    onChange(search[name] === value ? withoutFilter(search, name) : { ...search, [name]: value });
  };
  return (
    <>
      <TimeFacet facets={facets} search={search} onChange={onChange} />
      <NameFacet title="Site" counts={sites} chosen={search.site} onChoose={named('site')} isSite />
      <NameFacet title="Topic" counts={topics} chosen={search.topic} onChoose={named('topic')} />
      <NameFacet
        title="Mentions"
        counts={entities}
        chosen={search.entity}
        onChoose={named('entity')}
      />
    </>
  );
}

function TimeFacet({ facets, search, onChange }: Props) {
  const months = facets.months.slice(0, MONTHS_SHOWN).reverse();
  const choose = (time: TimeFilter) => {
    const isChosen = search.time?.label === time.label;
    onChange(isChosen ? withoutFilter(search, 'time') : { ...search, time });
  };
  return (
    <section class="facet" aria-label="When you read it">
      <h3>When you read it</h3>
      <MonthBars months={months} chosen={search.time?.label} />
      {RANGES.map(([label, days]) => (
        <FacetButton
          key={label}
          isChosen={search.time?.label === label}
          onPress={() => {
            choose({ label, from: daysAgo(days, new Date()) });
          }}
        >
          {label}
        </FacetButton>
      ))}
      {facets.months.slice(0, MONTHS_LISTED).map(({ name, count }) => (
        <FacetButton
          key={name}
          count={count}
          isChosen={search.time?.label === monthName(name)}
          onPress={() => {
            choose(monthFilter(name));
          }}
        >
          {monthName(name)}
        </FacetButton>
      ))}
    </section>
  );
}

/** The months again as bars, which says more at a glance than their counts. */
function MonthBars({
  months,
  chosen,
}: {
  months: readonly FacetCount[];
  chosen?: string | undefined;
}) {
  const most = Math.max(...months.map(({ count }) => count));
  if (months.length < 2) return null;
  return (
    <div class="month-bars" aria-hidden="true">
      {months.map(({ name, count }) => (
        <span
          key={name}
          class={chosen === monthName(name) ? 'on' : ''}
          style={{ height: `${Math.max(6, (100 * count) / most)}%` }}
        />
      ))}
    </div>
  );
}

interface NameFacetProps {
  title: string;
  counts: readonly FacetCount[];
  chosen: string | undefined;
  onChoose: (name: string) => void;
  isSite?: boolean;
}

function NameFacet({ title, counts, chosen, onChoose, isSite = false }: NameFacetProps) {
  if (counts.length === 0) return null;
  return (
    <section class="facet" aria-label={title}>
      <h3>{title}</h3>
      {counts.slice(0, NAMES_SHOWN).map(({ name, count }) => (
        <FacetButton
          key={name}
          count={count}
          isChosen={chosen === name}
          onPress={() => {
            onChoose(name);
          }}
        >
          {isSite && <SiteMark site={name} />}
          <bdi class="cut">{sanitize(name, NAME_CHARS_MAX)}</bdi>
        </FacetButton>
      ))}
    </section>
  );
}

interface ButtonProps {
  count?: number;
  isChosen: boolean;
  onPress: () => void;
  children: preact.ComponentChildren;
}

function FacetButton({ count, isChosen, onPress, children }: ButtonProps) {
  return (
    <button type="button" aria-pressed={isChosen} onClick={onPress}>
      {children}
      {count !== undefined && (
        <span class="facet-count">
          {count.toLocaleString('en')}
          <span class="unseen"> {count === 1 ? 'page' : 'pages'}</span>
        </span>
      )}
    </button>
  );
}
