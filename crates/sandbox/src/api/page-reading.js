// What a page has to read: text, pictures, requests, messages. Most of it is our own.

import { noFile } from './acting.js';
import { BySelector } from './by-selector.js';
import { ConsoleMessage } from './console.js';
import { within } from './finding.js';
import { inside, seal } from './inside.js';
import { RequestRecord } from './network.js';
import { Pdf, Picture, sizeParams } from './picture.js';
import { badArgument, kindOf } from './errors.js';
import { allRows } from './table-rows.js';

export class PageReading extends BySelector {
  url() {
    return inside(this).tab.url;
  }

  async title() {
    const { tab } = inside(this);
    await tab.refresh('page.title');
    return tab.title;
  }

  async content() {
    const { fragments } = await inside(this).tab.ask('page.content', 'html');
    return fragments[0]?.html ?? '';
  }

  /** The element with this number in a snapshot. */
  number(number) {
    if (!Number.isInteger(number) || number < 0) {
      throw badArgument(`page.number takes a number from a snapshot, not ${kindOf(number)}`);
    }
    return within(this, [{ by: 'number', number }], `number(${number})`);
  }

  /** The page as an agent should read it, its elements numbered. */
  async snapshot({ mode, maxChars, since, within: number, skip } = {}) {
    const params = { mode, maxChars, since, within: number, skip };
    return (await inside(this).tab.ask('page.snapshot', 'snapshot', params)).text;
  }

  async markdown({ main, maxChars } = {}) {
    return (await inside(this).tab.ask('page.markdown', 'markdown', { main, maxChars })).text;
  }

  async text({ maxChars } = {}) {
    return (await inside(this).tab.ask('page.text', 'text', { maxChars })).text;
  }

  /** All rows, unless it is said how many. */
  async tables(options) {
    const { tab } = inside(this);
    return allRows(options, (params) => tab.ask('page.tables', 'tables', params));
  }

  async links({ words, max } = {}) {
    return (await inside(this).tab.ask('page.links', 'links', { words, max })).links;
  }

  async requests({ url, after, max } = {}) {
    const { tab } = inside(this);
    const { requests } = await tab.ask('page.requests', 'network', { url, after, max });
    return requests.map((facts) => new RequestRecord(tab, facts).request);
  }

  async consoleMessages({ level, after, max } = {}) {
    const { tab } = inside(this);
    const { messages } = await tab.ask('page.consoleMessages', 'console', { level, after, max });
    return messages.map((facts) => new ConsoleMessage(facts));
  }

  async screenshot(options = {}) {
    noFile(options, 'page.screenshot');
    if (options.clip !== undefined) {
      throw badArgument('page.screenshot has no clip; use locator.screenshot() of an element');
    }
    const { tab } = inside(this);
    const { fullPage, marks } = options;
    const size = sizeParams(options, 'page.screenshot');
    const params = { full: fullPage, marks, ...size, timeoutMs: tab.actionMs(options) };
    return new Picture(await tab.ask('page.screenshot', 'screenshot', params));
  }

  async pdf(options = {}) {
    noFile(options, 'page.pdf');
    const { tab } = inside(this);
    const { landscape, printBackground } = options;
    const params = { landscape, background: printBackground, timeoutMs: tab.actionMs(options) };
    return new Pdf((await tab.ask('page.pdf', 'pdf', params)).base64);
  }

  /** As far as a snapshot or a scroll has told it; null before. */
  viewportSize() {
    return inside(this).tab.view;
  }
}

seal(PageReading);
