// What a script sees: the names that `begin` gives to every run, and how their values are told.

import { call, sleep } from 'host';

import { BrowserContext } from './context.js';
import { badArgument, kindOf } from './errors.js';
import { expect } from './expect/expect.js';
import { inside } from './inside.js';
import { Guarded } from './missing.js';
import './page.js';
import { Session } from './session.js';

const session = new Session();
const context = new BrowserContext(session);
session.context = context;
/** The script's own, from run to run. */
const state = {};

const READINGS = {
  markdown: (page, options) => page.markdown({ main: true, ...options }),
  text: (page, options) => page.text(options),
  snapshot: (page, options) => page.snapshot(options),
  html: (page) => page.content(),
};

/** Before every run: the session's tab, and the tabs that it may see. */
export function begin(told) {
  session.begin(told);
  return {
    page: session.current,
    context,
    browser: context.browser(),
    pages: () => session.pages(),
    state,
    expect,
    snapshot: (options) => session.current.snapshot(options),
    fetchPage,
    sleep: (ms) => sleep(ms),
    tabs,
  };
}

/** Our objects as something that can be printed, and read as JSON; others as they are. */
export function describe(value) {
  if (!(value instanceof Guarded)) return value;
  return value.toJSON?.() ?? `[${value.constructor.label}]`;
}

/** Reads a page in a tab of its own, which is closed again. */
async function fetchPage(url, { as = 'markdown', timeout, ...options } = {}) {
  if (typeof url !== 'string') throw badArgument(`fetchPage takes an address, not ${kindOf(url)}`);
  if (!Object.hasOwn(READINGS, as)) {
    throw badArgument(`fetchPage reads as ${Object.keys(READINGS).join(', ')}; not as ${as}`);
  }
  // The tab is known before it goes anywhere, so that it is closed wherever that leads.
  const page = await session.open('fetchPage');
  try {
    const { tab } = inside(page);
    await tab.ask('fetchPage', 'open', { url, in: 'current', timeoutMs: timeout });
    return await READINGS[as](page, options);
  } finally {
    await page.close();
  }
}

/** The tabs that the session may use; with words, those about something. */
async function tabs(about) {
  if (about === undefined) return session.look();
  return (await call('tabs', { about: String(about) })).tabs;
}
