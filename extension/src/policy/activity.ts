// The activity log on the options page: its filter, and the text of an entry.
import type { LogEntry, LogFilter, Outcome } from '../wire';
import { sanitize } from './sanitize';
import { clientName, ORIGIN_NAMES, localTime } from './describe';

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
  operation: string;
  where: string;
  when: string;
  note: string;
  detail: string;
}

const URL_LENGTH_MAX = 200;
const OPERATION_LENGTH_MAX = 80;
const NOTE_LENGTH_MAX = 300;
const DETAIL_LENGTH_MAX = 2_000;

export function describeEntry({
  client,
  origin,
  operation,
  url,
  time,
  note,
  detail,
}: LogEntry): EntryText {
  return {
    who:
      origin === 'person'
        ? `you (${clientName(client)})`
        : `${clientName(client)} (${ORIGIN_NAMES[origin]})`,
    operation: sanitize(operation, OPERATION_LENGTH_MAX),
    where: sanitize(url, URL_LENGTH_MAX),
    when: localTime(time),
    note: sanitize(note, NOTE_LENGTH_MAX),
    detail: sanitize(detail, DETAIL_LENGTH_MAX),
  };
}
