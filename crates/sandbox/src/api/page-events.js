// What a page tells of by itself, and waiting for it.

import { addressTest } from './addresses.js';
import { inside, seal } from './inside.js';
import { fitsTest } from './network-watch.js';
import { PageReading } from './page-reading.js';

export class PageEvents extends PageReading {
  on(name, handler) {
    inside(this).tab.events.on(name, handler);
    return this;
  }

  once(name, handler) {
    inside(this).tab.events.on(name, handler, true);
    return this;
  }

  off(name, handler) {
    inside(this).tab.events.off(name, handler);
    return this;
  }

  addListener(name, handler) {
    return this.on(name, handler);
  }

  removeListener(name, handler) {
    return this.off(name, handler);
  }

  removeAllListeners(name) {
    return this.off(name);
  }

  /** The second argument is a test, or options with a `predicate`. */
  async waitForEvent(name, options = {}) {
    const { predicate, timeout } = typeof options === 'function' ? { predicate: options } : options;
    return wait(this, `page.waitForEvent('${name}')`, name, predicate, { timeout });
  }

  async waitForResponse(wanted, options) {
    return waitWithHeaders(this, 'page.waitForResponse', 'response', wanted, options);
  }

  async waitForRequest(wanted, options) {
    return waitWithHeaders(this, 'page.waitForRequest', 'request', wanted, options);
  }

  /** Answers the dialog that is open now. */
  async answerDialog({ accept = true, text } = {}) {
    await inside(this).tab.ask('page.answerDialog', 'dialog', { accept, text });
  }
}

function wait(page, doing, name, test = () => true, options) {
  const { tab } = inside(page);
  const fits = (what) => fitsTest(test, what);
  return tab.events.wait(name, { fits, timeoutMs: tab.waitMs(options), doing });
}

/** What one waited for is looked at: its headers are there without another question. */
async function waitWithHeaders(page, doing, name, wanted, options) {
  const { tab } = inside(page);
  const byAddress = typeof wanted === 'function' ? undefined : addressTest(wanted, tab.url, doing);
  const test = byAddress === undefined ? wanted : (what) => byAddress(what.url());
  const what = await wait(page, doing, name, test, options);
  // What came is worth more than its headers: a page that has left takes them along.
  await inside(what)
    .fetch(doing)
    .catch(() => undefined);
  return what;
}

seal(PageEvents);
