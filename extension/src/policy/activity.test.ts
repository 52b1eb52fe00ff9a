// The log as it is asked for and shown.
import { expect, test } from 'vitest';
import type { LogEntry } from '../wire';
import { describeEntry, isFiltered, logFilter, NO_FILTER } from './activity';

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

test('an entry says who, and by which interface', () => {
  expect(describeEntry(ENTRY).who).toBe('claude (MCP)');
  expect(describeEntry({ ...ENTRY, origin: 'person', client: 'extension' }).who).toBe(
    'you (extension)',
  );
});

test('what a page wrote stays on its line', () => {
  const note = `no \u202Ebutton\n${'x'.repeat(1_000)}`;
  const described = describeEntry({ ...ENTRY, note });
  expect(described.note).toHaveLength(300);
  expect(described.note).toMatch(/^no button x+…$/);
});
