// The filters that are set, as chips that take them away; what else the field understands; how many fit, and in which
// order they stand.
import {
  activeFilters,
  hasWords,
  MODES,
  ORDERS,
  withoutFilter,
  type FilterName,
  type SearchState,
} from '../../library/search-state';
import { sanitize } from '../../policy/sanitize';
import { Icon, type IconName } from '../icon';
import { Pick } from './pick';

const CHIP_CHARS_MAX = 40;
const ICONS: Record<FilterName, IconName> = {
  time: 'calendar',
  site: 'globe',
  topic: 'topics',
  entity: 'graph',
};
const HINTS = ['site:', 'type:pdf', 'after:', '"exact words"'] as const;

interface Props {
  search: SearchState;
  /** How many fit, in words. */
  count: string;
  onChange: (search: SearchState) => void;
  /** Puts something into the field, which the person goes on from. */
  onHint: (hint: string) => void;
  onFilters: () => void;
}

export function FilterBar({ search, count, onChange, onHint, onFilters }: Props) {
  const filters = activeFilters(search);
  return (
    <div class="filter-bar">
      {filters.map(({ name, label }) => (
        <button
          key={name}
          type="button"
          class="chip on"
          aria-label={`Remove the filter ${label}`}
          onClick={() => {
            onChange(withoutFilter(search, name));
          }}
        >
          <Icon name={ICONS[name]} />
          <bdi class="cut">{sanitize(label, CHIP_CHARS_MAX)}</bdi>
          <Icon name="x" />
        </button>
      ))}
      {HINTS.map((hint) => (
        <button
          key={hint}
          type="button"
          class="chip hide-phone"
          aria-label={`Put ${hint} into the search field`}
          onClick={() => {
            onHint(hint);
          }}
        >
          {hint}
        </button>
      ))}
      <button type="button" class="chip only-narrow" aria-haspopup="dialog" onClick={onFilters}>
        <Icon name="filter" />
        Filters
      </button>
      <p class="filter-count" role="status">
        {count}
      </p>
      <div class="filter-picks">
        {hasWords(search) && (
          <Pick
            label="Search by"
            value={search.mode}
            choices={MODES}
            onChoose={(mode) => {
              onChange({ ...search, mode });
            }}
          />
        )}
        <Pick
          label="Order"
          value={search.order === 'best' && !hasWords(search) ? 'newest' : search.order}
          choices={hasWords(search) ? ORDERS : ORDERS.slice(1)}
          onChoose={(order) => {
            onChange({ ...search, order });
          }}
        />
      </div>
    </div>
  );
}
