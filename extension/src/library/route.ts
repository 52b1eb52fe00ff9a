// Where in the library the person is. The address names the section and the page alone: Chrome keeps addresses and
// titles in its history, and neither what was searched for nor what a page is called belongs there. That is in the
// state of the entry instead, which goes with the tab.
import type { GraphOf } from '../wire';
import { NO_SEARCH, type SearchState } from './search-state';

export const SECTIONS = [
  'search',
  'pages',
  'names',
  'topics',
  'import',
  'privacy',
  'statistics',
  'more',
] as const;

export type Section = (typeof SECTIONS)[number];

/** What is shown of a graph. */
export interface GraphPlace {
  selected?: string;
  /** Only the inside of this community. */
  community?: string;
  /** Only what is near this node. */
  around?: string;
}

export interface PlaceState {
  search?: SearchState;
  graph?: GraphPlace;
}

export type Place = { state: PlaceState } & (
  { kind: 'section'; section: Section } | { kind: 'page'; page: number; version?: number }
);

const PAGE = /^page\/(\d{1,9})(?:\/version\/(\d{1,9}))?$/;

export function placeOf(hash: string, state: unknown): Place {
  const path = hash.replace(/^#/, '');
  const [, page, version] = PAGE.exec(path) ?? [];
  const known = stateOf(state);
  if (page !== undefined) {
    const at = { kind: 'page', page: Number(page), state: known } as const;
    return version === undefined ? at : { ...at, version: Number(version) };
  }
  const section = SECTIONS.find((name) => name === path) ?? SECTIONS[0];
  return { kind: 'section', section, state: known };
}

export function pagePath(page: number, version?: number): string {
  return version === undefined ? `#page/${page}` : `#page/${page}/version/${version}`;
}

export function graphSection(of: GraphOf): Section {
  return of === 'entities' ? 'names' : 'topics';
}

/** Entries outlive an update, so what an older version has written may lack something. */
function stateOf(state: unknown): PlaceState {
  if (typeof state !== 'object' || state === null) return {};
  const { search, graph } = state as Partial<PlaceState>;
  return {
    ...(search && { search: { ...NO_SEARCH, ...search } }),
    ...(graph && { graph }),
  };
}
