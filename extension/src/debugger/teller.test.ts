// When a notice is sent, and what is said of one that is lost.
import { expect, test } from 'vitest';
import { RpcError } from '../rpc/errors';
import type { ReportParams } from '../wire';
import { createTeller, type Line } from './teller';

const EVENT = { tab: 7, method: 'Page.loadEventFired', params: {} };
const GONE = { tab: 7 };

function createLine() {
  const sent: string[] = [];
  const reports: string[] = [];
  const state: { refusal?: RpcError } = {};
  const refuse = () => {
    if (state.refusal) throw state.refusal;
  };
  const line: Line = {
    cdp: {
      call(name) {
        refuse();
        sent.push(name);
      },
    },
    agentService: {
      call(_name, params) {
        refuse();
        reports.push((params as ReportParams).message);
      },
    },
  };
  return { line, sent, reports, state };
}

const busy = new RpcError('busy', 'too much already waits to be sent');

test('before the welcome nothing is sent, and nothing is kept for after it', () => {
  const { line, sent } = createLine();
  const connection: { welcomed?: Line } = {};
  const { tell, isHeard } = createTeller(() => connection.welcomed);
  tell('event', EVENT);
  tell('tabRemoved', GONE);
  expect(isHeard()).toBe(false);
  connection.welcomed = line;
  expect(isHeard()).toBe(true);
  expect(sent).toEqual([]);
  tell('event', EVENT);
  expect(sent).toEqual(['event']);
});

test('a lost event is reported once the socket is free, and once only', () => {
  const { line, sent, reports, state } = createLine();
  const { tell } = createTeller(() => line);
  state.refusal = busy;
  tell('event', EVENT);
  tell('event', EVENT);
  expect(reports).toEqual([]);
  delete state.refusal;
  tell('event', EVENT);
  state.refusal = busy;
  tell('event', EVENT);
  delete state.refusal;
  tell('event', EVENT);
  expect(sent).toEqual(['event', 'event']);
  expect(reports).toEqual([
    'a notice (event) was lost, and more may be: too much already waits to be sent',
  ]);
});

test('the next connection has its own report', () => {
  const first = createLine();
  const second = createLine();
  let line = first.line;
  const { tell } = createTeller(() => line);
  first.state.refusal = busy;
  tell('event', EVENT);
  line = second.line;
  tell('event', EVENT);
  expect(second.reports).toEqual([]);
  second.state.refusal = busy;
  tell('tabRemoved', GONE);
  delete second.state.refusal;
  tell('event', EVENT);
  expect(first.reports).toEqual([]);
  expect(second.reports).toHaveLength(1);
});

test.each([
  ['a change of a tab, which the next one makes good', 'tabChanged' as const, busy],
  [
    'what a connection that has just ended was told',
    'event' as const,
    new RpcError('disconnected', ''),
  ],
])('not reported: %s', (_what, name, refusal) => {
  const { line, reports, state } = createLine();
  const { tell } = createTeller(() => line);
  state.refusal = refusal;
  if (name === 'event') tell(name, EVENT);
  else
    tell(name, {
      ...GONE,
      kind: 'page',
      targetId: 'T',
      windowId: 1,
      title: '',
      url: '',
      loading: false,
      incognito: false,
    });
  delete state.refusal;
  tell('event', EVENT);
  expect(reports).toEqual([]);
});
