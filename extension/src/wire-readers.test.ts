// Which messages the extension accepts, and the errors for the rest.
import { expect, test } from 'vitest';
import type { Reader } from './rpc/readers';
import {
  agentServiceResults as results,
  browserControlNoticeParams as notices,
  browserControlParams as control,
  cdpControlParams as cdp,
  readNativeResponse,
  readProblem,
  readRemoteErrorCode,
} from './wire-readers';

const url = 'https://example.com/';
const ASK = {
  tab: 7,
  frame: 0,
  name: 'join',
  params: { any: 1 },
  join: { ordinal: 2, first: 5 },
  deadlineMs: 100,
};
const QUESTION = {
  id: 7,
  client: 'claude',
  what: 'click button "Pay now"',
  url: 'https://shop.example/cart',
  tab: 3,
  sensitivity: 'payment',
  leftMs: 60_000,
};
const STEP = {
  index: 0,
  words: 'scroll down',
  action: { actionName: 'scrollDown', parameters: {} },
  does: 'scroll the page down',
  state: 'done',
  message: 'Scrolled down.',
};
const SAID = { steps: [STEP], parts: [{ text: 'scroll', kind: 'word' }], nearest: [] };
const STORE = { incognito: false };
const PERMISSIONS = { names: ['geolocation'], setting: 'granted', incognito: false };

type Row = [reader: Reader<unknown>, given: unknown, expected?: unknown];

test.each<Row>([
  [control.listTabs, {}],
  [control.listTabs, { more: 1 }, {}],
  [control.echo, { text: 'a', tab: null }, { text: 'a' }],
  [control.echo, { text: 'a', tab: 7 }],
  [control.findTab, {}],
  [control.askKit, ASK],
  [control.askKit, { ...ASK, join: { ordinal: 2 } }, { ...ASK, join: { ordinal: 2, first: 0 } }],
  [control.goInHistory, { tab: 7, delta: -1 }],
  [control.groupTabs, { tabs: [7, 8], title: 'Work' }],
  [control.moveTabs, { tabs: [7], windowId: null }, { tabs: [7] }],
  [control.zoomTab, { tab: 7, factor: 1.5 }],
  [control.navigate, { tab: 7, url, extra: 1 }, { tab: 7, url }],
  [cdp.attach, { tab: -1 }],
  [cdp.send, { tab: 7, method: 'Page.enable', params: { any: { depth: [1] } } }],
  [cdp.createTab, { url: '', background: true, newWindow: false, incognito: false, group: 'Work' }],
  [cdp.setWindow, { windowId: 1, left: -20, windowState: 'minimized' }],
  [cdp.setCookies, { cookies: [{ name: 'a' }], incognito: true }],
  [cdp.setPermissions, PERMISSIONS],
  [notices.questionsChanged, { questions: [QUESTION] }],
  [results.runUtterance, SAID],
  [readNativeResponse, { type: 'failed', message: 'no' }],
  [readRemoteErrorCode, 'moonPhase', 'unknown'],
  [
    readProblem,
    { status: 500, code: 'newer-code', title: 'a', fix: 'b' },
    { status: 500, code: 'unknown', title: 'a', fix: 'b' },
  ],
])('%o reads %j', (read, given, expected = given) => {
  expect(read(given, '')).toEqual(expected);
});

test.each<[reader: Reader<unknown>, given: unknown, message: string]>([
  [control.listFrames, undefined, 'the message must be an object'],
  [control.listFrames, [], 'the message must be an object'],
  [control.listFrames, {}, 'tab must be a whole number'],
  [control.listFrames, { tab: '7' }, 'tab must be a whole number'],
  [control.listFrames, { tab: 2 ** 31 }, 'tab must be between -2147483648 and 2147483647'],
  [control.askKit, { ...ASK, frame: -1 }, 'frame must not be negative'],
  [control.askKit, { ...ASK, name: 1 }, 'name must be a string'],
  [control.askKit, { ...ASK, join: undefined }, 'join must be an object'],
  [control.askKit, { ...ASK, join: { ordinal: 0.5 } }, 'join.ordinal must be a whole number'],
  [control.askKit, { ...ASK, deadlineMs: 2 ** 32 }, 'deadlineMs must be between 0 and 4294967295'],
  [control.goInHistory, { tab: 7, delta: 2 }, 'delta must be one of -1, 1'],
  [control.reloadTab, { tab: 7 }, 'bypassCache must be true or false'],
  [control.groupTabs, { tabs: [], title: 'Work' }, 'tabs must not be empty'],
  [control.groupTabs, { tabs: [7], title: '' }, 'title must not be empty'],
  [control.moveTabs, { tabs: [7, null] }, 'tabs[1] must be a whole number'],
  [control.moveTabs, { tabs: 7 }, 'tabs must be a list'],
  [control.zoomTab, { tab: 7, factor: 0 }, 'factor must be between 0.25 and 5'],
  [control.zoomTab, { tab: 7, factor: Number.NaN }, 'factor must be a number'],
  [control.runScript, { tab: 7, frame: 0 }, 'code must be a string'],
  [control.speak, { text: 'a'.repeat(32_769) }, 'text must not be longer than 32768 characters'],
  [control.findVisits, { query: '', countMax: 9 }, 'sinceMs must be a number'],
  [control.settleDownload, { id: 3 }, 'keep must be true or false'],
  [cdp.send, { tab: 7, method: 'Page.enable', params: [] }, 'params must be an object'],
  [cdp.createTab, { ...STORE, url: '' }, 'background must be true or false'],
  [
    cdp.setWindow,
    { windowId: 1, windowState: 'tiny' },
    'windowState must be one of normal, minimized, maximized, fullscreen',
  ],
  [cdp.setCookies, { ...STORE, cookies: [1] }, 'cookies[0] must be an object'],
  [cdp.getCookies, {}, 'incognito must be true or false'],
  [
    cdp.setPermissions,
    { ...PERMISSIONS, setting: 'maybe' },
    'setting must be one of granted, denied, prompt',
  ],
  [notices.questionsChanged, { questions: {} }, 'questions must be a list'],
  [
    notices.questionsChanged,
    { questions: [{ ...QUESTION, leftMs: -1 }] },
    'questions[0].leftMs must not be negative',
  ],
  [
    notices.questionsChanged,
    { questions: [{ ...QUESTION, sensitivity: 'constructor' }] },
    'questions[0].sensitivity must be one of download, password, payment, upload, send, tab, settings, memory',
  ],
  [
    notices.stepChanged,
    { id: 'a', step: { ...STEP, state: 'finished' } },
    'step.state must be one of waiting, running, done, failed, skipped',
  ],
  [
    results.runUtterance,
    { ...SAID, parts: [{ text: 'a', kind: 'toString' }] },
    'parts[0].kind must be one of word, capture, joint, unknown',
  ],
  [readNativeResponse, { type: 'toString' }, 'type must be one of daemon, failed'],
])('%o refuses %j', (read, given, message) => {
  expect(() => read(given, '')).toThrow(expect.objectContaining({ code: 'badArguments', message }));
});

test('nothing that an object inherits, and no key that changes its prototype, gets through', () => {
  const inherits: unknown = Object.create({ tab: 7, text: 'a' });
  expect(() => control.echo(inherits, '')).toThrow('text must be a string');

  const sent: unknown = JSON.parse('{"text":"a","__proto__":{"tab":7},"constructor":1}');
  const read = control.echo(sent, '');
  expect(Object.keys(read)).toEqual(['text']);
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(read.tab).toBeUndefined();
});
