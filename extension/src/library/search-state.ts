// What is searched for, as the page keeps it, and as the daemon takes it.
import type { SearchMode, SearchOrder, SearchParams } from '../wire';
import { isoDay, monthName, monthRange } from './days';

/** Pages that are asked for at once. */
export const PAGE_SIZE = 50;

export interface SearchState {
  words: string;
  mode: SearchMode;
  order: SearchOrder;
  site?: string;
  topic?: string;
  entity?: string;
  time?: TimeFilter;
}

/** Days as in `2026-10-04`; the last one is not included. */
export interface TimeFilter {
  label: string;
  from?: string;
  until?: string;
}

export const NO_SEARCH: SearchState = { words: '', mode: 'hybrid', order: 'best' };

export type FilterName = 'site' | 'topic' | 'entity' | 'time';

export const MODES: readonly (readonly [SearchMode, string])[] = [
  ['hybrid', 'All ways'],
  ['keyword', 'Words'],
  ['meaning', 'Meaning'],
  ['entity', 'Names'],
  ['topic', 'Topics'],
];

export const ORDERS: readonly (readonly [SearchOrder, string])[] = [
  ['best', 'Best'],
  ['newest', 'Newest'],
  ['oldest', 'Oldest'],
  ['mostVisited', 'Most visited'],
];

export function searchParams(state: SearchState, offset: number): SearchParams {
  const { words, mode, order, site, topic, entity, time } = state;
  // Before the words: a quote in them that is never closed would swallow what follows.
  const days = [time?.from && `after:${time.from}`, time?.until && `before:${time.until}`];
  const query = [...days, words.trim()].filter(Boolean).join(' ');
  // Nothing fits better or worse where no words are.
  const sorted = order === 'best' && !hasWords(state) ? 'newest' : order;
  return {
    query,
    mode,
    order: sorted,
    ...(site !== undefined && { site }),
    ...(topic !== undefined && { topic }),
    ...(entity !== undefined && { entity }),
    limit: PAGE_SIZE,
    offset,
    // The counts are those of all that fits, and were told with the first ones.
    noFacets: offset > 0,
  };
}

export function hasWords({ words }: SearchState): boolean {
  return words.trim() !== '';
}

/** The filters that are set, in the order in which they are shown. */
export function activeFilters(state: SearchState): { name: FilterName; label: string }[] {
  const { time, site, topic, entity } = state;
  const all: [FilterName, string | undefined][] = [
    ['time', time?.label],
    ['site', site],
    ['topic', topic],
    ['entity', entity],
  ];
  return all.flatMap(([name, label]) => (label === undefined ? [] : [{ name, label }]));
}

export function withoutFilter(state: SearchState, name: FilterName): SearchState {
  const rest = { ...state };
  Reflect.deleteProperty(rest, name);
  return rest;
}

export function isSameSearch(one: SearchState, other: SearchState): boolean {
  return JSON.stringify(searchParams(one, 0)) === JSON.stringify(searchParams(other, 0));
}

/** A day to come is none that the daemon understands, and this month has no end yet. */
export function monthFilter(month: string, now = new Date()): TimeFilter {
  const label = monthName(month);
  const range = monthRange(month);
  if (!range) return { label };
  const { from, until } = range;
  return until > isoDay(now) ? { label, from } : { label, from, until };
}
