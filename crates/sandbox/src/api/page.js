// A page: a tab as scripts see it.

import { call, sleep } from 'host';

import { badArgument, kindOf, refused } from './errors.js';
import { isLocator } from './finding.js';
import { childFrames, Frame, frameBy } from './frames.js';
import { inside, keep, seal } from './inside.js';
import { Keyboard } from './keyboard.js';
import { make } from './making.js';
import { Mouse } from './mouse.js';
import { visit, waitForLoadState, waitForURL } from './navigating.js';
import { PageEvents } from './page-events.js';
import { targetOf } from './reading.js';
import { runIn, waitForFunction } from './running.js';

export class Page extends PageEvents {
  static label = 'page';

  constructor(tab) {
    super();
    const parts = {
      keyboard: new Keyboard(tab),
      mouse: new Mouse(tab),
      main: new Frame(tab, null),
    };
    keep(this, { tab, steps: [], written: '', ...parts });
  }

  get keyboard() {
    return inside(this).keyboard;
  }

  get mouse() {
    return inside(this).mouse;
  }

  context() {
    return inside(this).tab.session.context;
  }

  async goto(url, options) {
    if (typeof url !== 'string') {
      throw badArgument(`page.goto takes an address, not ${kindOf(url)}`);
    }
    const { tab } = inside(this);
    if (tab.id !== null) {
      return visit(tab, 'page.goto', 'open', { url, in: 'current' }, options);
    }
    const response = await visit(tab, 'page.goto', 'open', { url, in: 'new' }, options);
    await this.use();
    return response;
  }

  async reload(options) {
    return visit(inside(this).tab, 'page.reload', 'reload', {}, options);
  }

  async goBack(options) {
    return visit(inside(this).tab, 'page.goBack', 'back', {}, options);
  }

  async goForward(options) {
    return visit(inside(this).tab, 'page.goForward', 'forward', {}, options);
  }

  async waitForLoadState(state, options) {
    await waitForLoadState(inside(this).tab, 'page.waitForLoadState', state, options);
  }

  async waitForURL(url, options) {
    await waitForURL(inside(this).tab, url, options);
  }

  async waitForTimeout(ms) {
    await sleep(ms);
    await inside(this).tab.refresh('page.waitForTimeout');
  }

  async waitForFunction(script, argument, options) {
    const { tab } = inside(this);
    return waitForFunction(tab, 'page.waitForFunction', script, argument, options);
  }

  async evaluate(script, argument) {
    return runIn(inside(this).tab, 'page.evaluate', script, argument);
  }

  mainFrame() {
    return inside(this).main;
  }

  /** The frames that the page itself holds, as they are now. */
  async childFrames() {
    return childFrames(this);
  }

  frame(wanted) {
    return frameBy(this, wanted);
  }

  /** Downloads an address, or what a click on an element downloads. */
  async download(what, options = {}) {
    const { tab } = inside(this);
    const source = isLocator(what) ? { target: targetOf(what) } : { url: String(what) };
    const params = { ...source, to: options.to, timeoutMs: tab.waitMs(options) };
    const { download, path } = await tab.ask('page.download', 'download', params);
    return { url: download.url, path, bytes: download.bytes };
  }

  async bringToFront() {
    await inside(this).tab.ask('page.bringToFront', 'switch');
    await this.use();
  }

  /** The session's page from now on: the `page` of the runs that follow. */
  async use() {
    const { tab } = inside(this);
    if (tab.id !== null) await call('use-tab', { tab: tab.id });
  }

  async close() {
    const { tab } = inside(this);
    if (tab.closed) return;
    try {
      await tab.call('close');
    } catch (error) {
      if (error?.code !== 'no-such-tab') throw refused(error, 'page.close');
    }
    await tab.session.forget(tab);
  }

  isClosed() {
    return inside(this).tab.closed;
  }

  setDefaultTimeout(timeout) {
    inside(this).tab.limit({ actionMs: timeout });
  }

  setDefaultNavigationTimeout(timeout) {
    inside(this).tab.limit({ navigationMs: timeout });
  }

  toString() {
    return `[page ${this.url()}]`;
  }

  toJSON() {
    const { id, url, title } = inside(this).tab;
    return { tab: id, url, title };
  }
}

make.page = (tab) => new Page(tab);

seal(Page);
