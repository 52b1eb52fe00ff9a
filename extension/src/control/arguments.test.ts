// Which parameters are accepted, and the errors for the rest.
import { expect, test } from 'vitest';
import { EXTENSION_ID } from '../wire';
import {
  readAddBookmark,
  readAskKit,
  readBookmarkId,
  readClipboardText,
  readEcho,
  readFindBookmarks,
  readFindTab,
  readGroup,
  readHistory,
  readMoveTabs,
  readNavigate,
  readReload,
  readRunScript,
  readSpeak,
  readSettleDownload,
  readStartDownload,
  readTabParams,
  readZoom,
} from './arguments';

const url = 'https://example.com/';
const ask = {
  tab: 7,
  frame: 0,
  name: 'join',
  params: { any: 1 },
  join: { ordinal: 2, first: 5 },
  deadlineMs: 100,
};

test.each([
  [readEcho, { text: 'a', tab: null }, { text: 'a' }],
  [readEcho, { text: 'a', tab: 7 }, { text: 'a', tab: 7 }],
  [readFindTab, {}, {}],
  [readFindTab, { tab: null }, {}],
  [readFindTab, { tab: 7 }, { tab: 7 }],
  [readAskKit, ask, ask],
  [readReload, { tab: 7 }, { tab: 7, bypassCache: false }],
  [readHistory, { tab: 7, delta: -1 }, { tab: 7, delta: -1 }],
  [readGroup, { tabs: [7, 8], title: 'Work' }, { tabs: [7, 8], title: 'Work' }],
  [readGroup, { tabs: [7] }, { tabs: [7] }],
  [readMoveTabs, { tabs: [7], windowId: 3 }, { tabs: [7], windowId: 3 }],
  [readMoveTabs, { tabs: [7], windowId: null }, { tabs: [7] }],
  [readZoom, { tab: 7, factor: 1.5 }, { tab: 7, factor: 1.5 }],
  [readZoom, { tab: 7 }, { tab: 7 }],
  [readSpeak, { text: 'a', lang: 'de-DE' }, { text: 'a', lang: 'de-DE' }],
  [readAddBookmark, { url, title: '', folder: 'A' }, { url, title: '', folder: 'A' }],
  [readFindBookmarks, { query: '', countMax: 9 }, { query: '', countMax: 9 }],
  [readNavigate, { tab: 7, url, extra: 1 }, { tab: 7, url }],
])('%o reads %j', (read: (params: unknown) => unknown, params, expected) => {
  expect(read(params)).toEqual(expected);
});

test.each([
  [readTabParams, undefined, 'the parameters must be an object'],
  [readTabParams, { tab: '7' }, 'tab must be a tab id'],
  [readFindTab, { tab: '7' }, 'tab must be a tab id'],
  [readAskKit, { ...ask, frame: -1 }, 'frame must not be negative'],
  [readAskKit, { ...ask, name: 1 }, 'name must be a string'],
  [readAskKit, { ...ask, join: undefined }, 'the parameters must be an object'],
  [readAskKit, { ...ask, join: { ordinal: 0.5 } }, 'ordinal must be a whole number'],
  [readAskKit, { ...ask, deadlineMs: '1' }, 'deadlineMs must be a whole number'],
  [readHistory, { tab: 7, delta: 2 }, 'delta must be -1 for back or 1 for forward'],
  [readGroup, { tabs: [], title: 'Work' }, 'tabs must be tab ids'],
  [readGroup, { tabs: [7], title: '' }, 'title must not be empty'],
  [readMoveTabs, { tabs: [7, null] }, 'tab must be a tab id'],
  [readMoveTabs, { tabs: [7], windowId: 'new' }, 'windowId must be a window id'],
  [readZoom, { tab: 7, factor: 0 }, 'factor must be between 0.25 and 5'],
  [readZoom, { tab: 7, factor: Number.NaN }, 'factor must be between 0.25 and 5'],
  [readRunScript, { tab: 7, frame: 0 }, 'code must be a string'],
  [readSpeak, { text: 'a'.repeat(32_769) }, 'text must not be longer than 32768 characters'],
  [readBookmarkId, { id: 5 }, 'id must be a string'],
  [readClipboardText, {}, 'text must be a string'],
  [
    readNavigate,
    { tab: 7, url: '/a' },
    'url must be an absolute address, such as https://example.com',
  ],
  [readNavigate, { tab: 7, url: ' JavaScript:alert(1)' }, 'url must not be a script'],
  [readSettleDownload, { id: 3 }, 'keep must be true or false'],
  [readSettleDownload, { keep: true }, 'id must be a number'],
  [
    readStartDownload,
    { url: `chrome-extension://${EXTENSION_ID}/a` },
    `chrome-extension://${EXTENSION_ID}/a is a page of Tabwright itself, which clients have no access to`,
  ],
])('%o refuses %j', (read: (params: unknown) => unknown, params, message) => {
  expect(() => read(params)).toThrow(expect.objectContaining({ code: 'badArguments', message }));
});

test('a shared worker has an id, but is no tab', () => {
  expect(() => readTabParams({ tab: -5 })).toThrow(
    expect.objectContaining({ code: 'noSuchTab', message: 'there is no tab -5' }),
  );
});
