// The log as it is asked for and shown.
import { expect, test } from 'vitest';
import type { LogEntry } from '../wire';
import { byDay, describeEntry, isFiltered, logFilter, NO_FILTER } from './activity';

test('without a filter the newest entries are asked for', () => {
  expect(logFilter(NO_FILTER)).toEqual({ max: 50 });
  expect(isFiltered({ ...NO_FILTER, words: '  ' })).toBe(false);
});

test('only what was filled in is asked for', () => {
  const filter = {
    client: ' claude',
    site: 'a.example ',
    outcome: 'refused',
    words: 'Pay',
  } as const;
  expect(logFilter(filter)).toEqual({ ...filter, client: 'claude', site: 'a.example', max: 50 });
  expect(isFiltered(filter)).toBe(true);
});

const ENTRY: LogEntry = {
  seq: 1,
  time: '2026-11-15T16:41:26.123Z',
  origin: 'mcp',
  client: 'claude',
  operation: 'click',
  url: 'https://a.example/',
  detail: '{"target":1}',
  outcome: 'done',
  note: '',
  tookMs: 1,
  previous: '',
  hash: '',
};

test('an entry names who did it, and by which interface', () => {
  expect(describeEntry(ENTRY)).toMatchObject({ who: 'claude', via: 'MCP' });
  const person = describeEntry({ ...ENTRY, origin: 'person', client: 'side panel' });
  expect(person).toMatchObject({ who: 'You', via: 'side panel' });
});

test.each([
  ['{"url":"https://a.example/"}', 'https://a.example/'],
  ['{"target":{"text":"Save","exact":true}}', 'Save'],
  ['{"target":4}', ''],
  ['{"target":{"te', ''],
  ['', ''],
])('%s was done to %j', (detail, object) => {
  expect(describeEntry({ ...ENTRY, detail }).object).toBe(object);
});

test.each([
  [
    '{"target":{"text":"Save"},"tab":null,"force":false,"modifiers":[],"count":2}',
    [
      ['target', '{"text":"Save"}'],
      ['count', '2'],
    ],
  ],
  ['{"text":"a\\nb"}', [['text', 'a b']]],
  ['{"text":"cut of', [['details', '{"text":"cut of']]],
  ['', []],
])('the parameters of %s', (detail, parameters) => {
  expect(describeEntry({ ...ENTRY, detail }).parameters).toEqual(parameters);
});

test('entries are grouped by the days of the person', () => {
  const at = (time: string) => ({ ...ENTRY, time });
  const entries = [
    at('2026-11-15T16:00:00Z'),
    at('2026-11-15T14:00:00Z'),
    at('2026-11-14T01:00:00Z'),
  ];
  expect(byDay(entries, 'en-GB', 'Asia/Tokyo')).toEqual([
    { name: 'Monday 16 November', entries: entries.slice(0, 1) },
    { name: 'Sunday 15 November', entries: entries.slice(1, 2) },
    { name: 'Saturday 14 November', entries: entries.slice(2) },
  ]);
});

test('what a page wrote stays on its line', () => {
  const note = `no \u202Ebutton\n${'x'.repeat(1_000)}`;
  const described = describeEntry({ ...ENTRY, note });
  expect(described.note).toHaveLength(300);
  expect(described.note).toMatch(/^no button x+…$/);
});
