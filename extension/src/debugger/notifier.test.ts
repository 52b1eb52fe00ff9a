// When a notice is sent, and what is said of one that is lost.
import { expect, test } from 'vitest';
import { RpcError } from '../rpc/errors';
import type { ReportParams } from '../wire';
import { createNotifier, type Connection } from './notifier';

const EVENT = { tab: 7, method: 'Page.loadEventFired', params: {} };
const GONE = { tab: 7 };

function createConnection() {
  const sent: string[] = [];
  const reports: string[] = [];
  const state: { refusal?: RpcError } = {};
  const refuse = () => {
    if (state.refusal) throw state.refusal;
  };
  const connection: Connection = {
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
  return { connection, sent, reports, state };
}

const busy = new RpcError('busy', 'too much already waits to be sent');

test('before the welcome nothing is sent, and nothing is kept for after it', () => {
  const { connection, sent } = createConnection();
  const current: { welcomed?: Connection } = {};
  const { notify, isConnected } = createNotifier(() => current.welcomed);
  notify('event', EVENT);
  notify('tabRemoved', GONE);
  expect(isConnected()).toBe(false);
  current.welcomed = connection;
  expect(isConnected()).toBe(true);
  expect(sent).toEqual([]);
  notify('event', EVENT);
  expect(sent).toEqual(['event']);
});

test('a lost event is reported once the socket is free, and once only', () => {
  const { connection, sent, reports, state } = createConnection();
  const { notify } = createNotifier(() => connection);
  state.refusal = busy;
  notify('event', EVENT);
  notify('event', EVENT);
  expect(reports).toEqual([]);
  delete state.refusal;
  notify('event', EVENT);
  state.refusal = busy;
  notify('event', EVENT);
  delete state.refusal;
  notify('event', EVENT);
  expect(sent).toEqual(['event', 'event']);
  expect(reports).toEqual([
    'a notice (event) was lost, and more may be: too much already waits to be sent',
  ]);
});

test('the next connection has its own report', () => {
  const first = createConnection();
  const second = createConnection();
  let connection = first.connection;
  const { notify } = createNotifier(() => connection);
  first.state.refusal = busy;
  notify('event', EVENT);
  connection = second.connection;
  notify('event', EVENT);
  expect(second.reports).toEqual([]);
  second.state.refusal = busy;
  notify('tabRemoved', GONE);
  delete second.state.refusal;
  notify('event', EVENT);
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
  const { connection, reports, state } = createConnection();
  const { notify } = createNotifier(() => connection);
  state.refusal = refusal;
  if (name === 'event') notify(name, EVENT);
  else
    notify(name, {
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
  notify('event', EVENT);
  expect(reports).toEqual([]);
});
