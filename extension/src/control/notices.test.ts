// What the daemon is told without asking.
import { expect, test } from 'vitest';
import { RpcError } from '../rpc/errors';
import { EXTENSION_ID, type FocusNotice, type TabId } from '../wire';
import { noticeOf as downloadNotice, sourcesOf } from './downloads';
import { createFocus } from './focus';
import { noticeOf as navigationNotice } from './browser-events';
import { createNotices, type Connection } from './notices';

const DOWNLOAD = {
  id: 3,
  url: 'https://a.example/x',
  filename: '/d/x',
  bytesReceived: 5,
  state: 'in_progress',
  referrer: '',
} as const;

function createConnection(refusal?: Error) {
  const told: string[] = [];
  const connection: Connection = {
    agentService: {
      call(name) {
        if (refusal) throw refusal;
        told.push(name);
      },
    },
  };
  return { connection, told };
}

test('before the welcome nothing is told, and nothing is kept for after it', () => {
  const { connection, told } = createConnection();
  const current: { welcomed?: Connection } = {};
  const { notify, isConnected } = createNotices(() => current.welcomed);
  notify('stopPressed', { tab: 7 });
  expect(isConnected()).toBe(false);
  current.welcomed = connection;
  notify('focus', {});
  expect(isConnected()).toBe(true);
  expect(told).toEqual(['focus']);
});

test('a notice that a congested socket refuses is lost, and no more', () => {
  const { connection } = createConnection(
    new RpcError('busy', 'too much already waits to be sent'),
  );
  const { notify } = createNotices(() => connection);
  expect(() => {
    notify('focus', {});
  }).not.toThrow();
});

test('the main frame of a tab goes somewhere', () => {
  const step = { tabId: 7, frameId: 0, url: 'https://a.example/' };
  expect(navigationNotice('committed', step)).toEqual({
    tab: 7,
    phase: 'committed',
    url: 'https://a.example/',
  });
  expect(navigationNotice('failed', { ...step, error: 'net::ERR_ABORTED' })).toMatchObject({
    phase: 'failed',
    error: 'net::ERR_ABORTED',
  });
});

test.each([
  ['an inner frame', { frameId: 4 }],
  ['a page of our own', { url: `chrome-extension://${EXTENSION_ID}/options.html` }],
])('%s goes nowhere that the daemon hears of', (_what, step) => {
  const main = { tabId: 7, frameId: 0, url: 'https://a.example/' };
  expect(navigationNotice('started', { ...main, ...step })).toBeUndefined();
});

test.each([
  ['in_progress', 'started'],
  ['complete', 'finished'],
  ['interrupted', 'failed'],
] as const)('a download that is %s has %s', (state, told) => {
  const item = { ...DOWNLOAD, state };
  expect(downloadNotice(item, [7], EXTENSION_ID)).toEqual({
    id: 3,
    url: 'https://a.example/x',
    state: told,
    path: '/d/x',
    bytes: 5,
    tabs: [7],
    byVerb: false,
  });
});

test('a download that a verb began is told as such', () => {
  const item = { ...DOWNLOAD, byExtensionId: EXTENSION_ID };
  expect(downloadNotice(item, [], EXTENSION_ID).byVerb).toBe(true);
});

test.each([
  ['the page itself', 'https://a.example/x', 'https://a.example/page', [1]],
  ['the page without its fragment', 'https://a.example/x', 'https://a.example/page#top', [1]],
  ['an origin alone', 'https://cdn.example/x', 'https://a.example/', [1, 2]],
  ['what a page has made', 'blob:https://b.example/1234', '', [3]],
  ['nobody knows where', 'data:text/plain,x', '', []],
  ['a page that is gone', 'https://a.example/x', 'https://c.example/', []],
])('a download comes from %s', (_, url, referrer, tabs) => {
  const open = [
    { id: 1, url: 'https://a.example/page' },
    { id: 2, url: 'https://a.example/other' },
    { id: 3, url: 'https://b.example/' },
    { id: 4 },
  ];
  expect(sourcesOf({ ...DOWNLOAD, url, referrer }, open)).toEqual(tabs);
});

test('one look tells of all moves before it, and a later move wants another', async () => {
  const looks: ((tab: TabId | undefined) => void)[] = [];
  const told: FocusNotice[] = [];
  const look = () => new Promise<TabId | undefined>((resolve) => looks.push(resolve));
  const answer = async (tab: TabId | undefined) => {
    looks.at(-1)?.(tab);
    await new Promise(setImmediate);
  };
  const focus = createFocus(
    look,
    (notice) => told.push(notice),
    () => true,
  );

  focus.moved();
  focus.moved();
  focus.moved();
  expect(looks).toHaveLength(1);
  await answer(7);
  await answer(undefined);
  expect(told).toEqual([{ tab: 7 }, {}]);
  expect(looks).toHaveLength(2);
});

test('nobody looks when nobody hears', () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    return Promise.resolve(7);
  };
  createFocus(
    look,
    () => undefined,
    () => false,
  ).moved();
  expect(looks).toBe(0);
});
