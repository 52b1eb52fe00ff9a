// The person's browser, as far as a session may use it.

import { log } from 'host';

import { inside, keep, seal } from './inside.js';
import { Guarded } from './missing.js';

const WAIT_MS = 30_000;

export class BrowserContext extends Guarded {
  static label = 'context';

  constructor(session) {
    super();
    keep(this, { session, browser: new Browser(this) });
  }

  pages() {
    return inside(this).session.pages();
  }

  /** Opens in the background: the person goes on with what they do. */
  async newPage() {
    return inside(this).session.open('context.newPage');
  }

  browser() {
    return inside(this).browser;
  }

  on(name, handler) {
    inside(this).session.events.on(name, handler);
    return this;
  }

  once(name, handler) {
    inside(this).session.events.on(name, handler, true);
    return this;
  }

  off(name, handler) {
    inside(this).session.events.off(name, handler);
    return this;
  }

  async waitForEvent(name, options = {}) {
    const { predicate, timeout } = typeof options === 'function' ? { predicate: options } : options;
    const doing = `context.waitForEvent('${name}')`;
    const wish = { fits: predicate, timeoutMs: timeout || WAIT_MS, doing };
    return inside(this).session.events.wait(name, wish);
  }

  setDefaultTimeout(timeout) {
    for (const page of this.pages()) page.setDefaultTimeout(timeout);
  }

  setDefaultNavigationTimeout(timeout) {
    for (const page of this.pages()) page.setDefaultNavigationTimeout(timeout);
  }

  /** Closes the pages that scripts have opened, and no other. */
  async close() {
    for (const page of inside(this).session.opened()) await page.close();
  }

  toJSON() {
    return { pages: this.pages() };
  }
}

export class Browser extends Guarded {
  static label = 'browser';

  constructor(context) {
    super();
    keep(this, { context });
  }

  contexts() {
    return [inside(this).context];
  }

  newPage() {
    return inside(this).context.newPage();
  }

  isConnected() {
    return true;
  }

  /** A script that ends politely must not end the person's browser. */
  async close() {
    log(
      'warn',
      'browser.close() leaves the person’s browser open; context.close() closes your pages',
    );
  }

  toJSON() {
    return { contexts: this.contexts() };
  }
}

seal(BrowserContext, Browser);
