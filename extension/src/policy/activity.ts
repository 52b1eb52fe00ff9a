// The activity log on the options page: its filter, and the text of an entry.
import type { LogEntry, LogFilter, Outcome } from '../wire';
import { sanitize } from './sanitize';
import { clientName, localDay, localTime, ORIGIN_NAMES } from './describe';
import { siteOf } from './site-label';

export const ENTRIES_MAX = 50;

/** The filter form as it was filled in. */
export interface ActivityFilter {
  client: string;
  site: string;
  outcome: Outcome | '';
  words: string;
}

export const NO_FILTER: ActivityFilter = { client: '', site: '', outcome: '', words: '' };

export function logFilter(filter: ActivityFilter): LogFilter {
  const [client, site, words] = [filter.client.trim(), filter.site.trim(), filter.words.trim()];
  return {
    ...(client === '' ? {} : { client }),
    ...(site === '' ? {} : { site }),
    ...(filter.outcome === '' ? {} : { outcome: filter.outcome }),
    ...(words === '' ? {} : { words }),
    max: ENTRIES_MAX,
  };
}

export function isFiltered(filter: ActivityFilter): boolean {
  return Object.keys(logFilter(filter)).length > 1;
}

export interface EntryText {
  who: string;
  /** The interface that was used: MCP, CDP, ... */
  via: string;
  operation: string;
  /** What it was done to: an address, or the words by which an element was found. */
  object: string;
  /** The host of the page, or nothing where there was no page on the web. */
  site: string;
  address: string;
  time: string;
  note: string;
  parameters: [name: string, value: string][];
}

const URL_LENGTH_MAX = 200;
const OPERATION_LENGTH_MAX = 80;
const OBJECT_LENGTH_MAX = 60;
const NOTE_LENGTH_MAX = 300;
const VALUE_LENGTH_MAX = 500;
const PARAMETERS_MAX = 20;

export function describeEntry(entry: LogEntry): EntryText {
  const { client, origin, operation, url, time, note, detail } = entry;
  const parameters = parametersOf(detail);
  return {
    who: origin === 'person' ? 'You' : clientName(client),
    via: origin === 'person' ? clientName(client) : ORIGIN_NAMES[origin],
    operation: sanitize(operation, OPERATION_LENGTH_MAX),
    site: siteOf(url) ?? '',
    address: sanitize(url, URL_LENGTH_MAX),
    time: localTime(time),
    note: sanitize(note, NOTE_LENGTH_MAX),
    object: objectOf(parameters),
    parameters: shownParameters(parameters),
  };
}

export interface Day {
  name: string;
  entries: LogEntry[];
}

/** Groups entries by the person's own calendar days, in the order they come. */
export function byDay(entries: readonly LogEntry[], locale?: string, timeZone?: string): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const name = localDay(entry.time, locale, timeZone);
    const last = days.at(-1);
    if (last?.name === name) last.entries.push(entry);
    else days.push({ name, entries: [entry] });
  }
  return days;
}

type Parameters = Readonly<Record<string, unknown>>;

function objectOf({ url, target }: Parameters): string {
  if (typeof url === 'string') return sanitize(url, OBJECT_LENGTH_MAX);
  const text = Object.values(asObject(target) ?? {}).find((value) => typeof value === 'string');
  return sanitize(text ?? '', OBJECT_LENGTH_MAX);
}

/** Without those that are null, false or empty: they are only defaults. */
function shownParameters(parameters: Parameters): [name: string, value: string][] {
  return Object.entries(parameters)
    .filter(([, value]) => !isEmpty(value))
    .slice(0, PARAMETERS_MAX)
    .map(([name, value]) => [
      sanitize(name, OPERATION_LENGTH_MAX),
      sanitize(typeof value === 'string' ? value : JSON.stringify(value), VALUE_LENGTH_MAX),
    ]);
}

function parametersOf(detail: string): Parameters {
  try {
    return asObject(JSON.parse(detail)) ?? { details: detail };
  } catch {
    // The log truncates a long call, which then is not JSON any more.
    return { details: detail };
  }
}

function asObject(value: unknown): Parameters | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Parameters) : undefined;
}

function isEmpty(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value === null || value === false || value === '' || isEmptyList;
}
