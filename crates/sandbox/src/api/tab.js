// One tab of the browser, as a script's calls reach it. Everything that a page, a locator or a frame
// asks goes through `ask`.

import { call } from 'host';

import { refused, RefusedError } from './errors.js';
import { TabEvents } from './tab-events.js';

export const ACTION_MS = 10_000;
export const WAIT_MS = 30_000;
/** Playwright's 0 waits for ever; the run's own limit comes long before this. */
const ENDLESS_MS = 600_000;

export class Tab {
  /** Null until the first call tells which tab the session uses. */
  id;
  url;
  title;
  closed = false;
  /** The size of the view, as far as it was told. */
  view = null;
  session;
  /** The one page that stands for it. */
  page;
  events;
  /** Modifier keys that the script holds down. */
  held = new Set();
  #actionMs;
  #navigationMs;

  constructor(session, { id, url = '', title = '' }) {
    this.session = session;
    this.id = id;
    this.url = url;
    this.title = title;
    this.beginRun();
  }

  /** Listeners, limits and held keys are of one run: the next script does not know of them. */
  beginRun() {
    this.events = new TabEvents(this);
    this.held = new Set();
    this.#actionMs = undefined;
    this.#navigationMs = undefined;
  }

  limit({ actionMs, navigationMs }) {
    this.#actionMs = actionMs ?? this.#actionMs;
    this.#navigationMs = navigationMs ?? this.#navigationMs;
  }

  /** What an action may take; undefined leaves it to the verb. */
  actionMs(options) {
    return milliseconds(options?.timeout ?? this.#actionMs);
  }

  waitMs(options) {
    return milliseconds(options?.timeout ?? this.#actionMs ?? WAIT_MS);
  }

  navigationMs(options) {
    return milliseconds(options?.timeout ?? this.#navigationMs ?? this.#actionMs ?? WAIT_MS);
  }

  /** Asks for a verb in this tab. `doing` and `locator` are for the error, when there is one. */
  async ask(doing, verb, params = {}, locator = undefined) {
    this.#mustBeOpen(doing);
    await this.events.ready();
    const result = await this.#tried(doing, verb, params, locator);
    this.#learn(result, params);
    await this.events.after(result?.changes);
    return result;
  }

  /** The bare call, which tells nobody. */
  async call(verb, params = {}) {
    const result = await call(verb, this.id === null ? params : { tab: this.id, ...params });
    if (this.id === null && typeof result?.tab === 'number') this.session.bind(this, result.tab);
    return result;
  }

  /** Where it is and what it is called now. */
  async refresh(doing) {
    this.#mustBeOpen(doing);
    if (this.id !== null) await this.session.look();
  }

  /** Any question that a dialog would stand in the way of. */
  async touch() {
    try {
      const page = { locator: { steps: [{ by: 'css', selector: 'html' }] } };
      await this.call('query', { target: page, facts: [], max: 0 });
    } catch (error) {
      if (error?.code === 'dialog-open') await this.events.dialogInTheWay(error);
      else throw error;
    }
  }

  /** Takes where the tab is from what tells it; the address of a frame is not the tab's. */
  #learn(result, { target, frame, within }) {
    const ofTab = result?.loaded !== undefined || result?.waitedMs !== undefined;
    const ofPage = target === undefined && frame === undefined && within === undefined;
    const place = result?.changes?.navigation ?? (ofTab || ofPage ? result : undefined);
    if (typeof place?.url === 'string') this.url = place.url;
    if (typeof place?.title === 'string') this.title = place.title;
    const inFrame = target?.locator?.steps.some((step) => step.by === 'frame') === true;
    const moved = result?.changes?.movedTo;
    if (typeof moved === 'string' && !inFrame) this.url = moved;
    const scroll = result?.scroll ?? result?.state;
    if (typeof scroll?.viewWidth === 'number') {
      this.view = { width: Math.round(scroll.viewWidth), height: Math.round(scroll.viewHeight) };
    }
  }

  #mustBeOpen(doing) {
    if (!this.closed) return;
    throw new RefusedError(`${doing}: the page is closed`, {
      code: 'no-such-tab',
      fix: 'Use another of context.pages()',
    });
  }

  async #tried(doing, verb, params, locator) {
    try {
      return await this.call(verb, params);
    } catch (error) {
      if (error?.code === 'no-such-tab') await this.session.forget(this);
      if (error?.code !== 'dialog-open' || !(await this.events.dialogInTheWay(error))) {
        throw refused(error, doing, locator);
      }
      // A script of the page may have run halfway: to run it twice could do harm.
      if (verb === 'eval') throw lostInDialog(error, doing);
    }
    try {
      return await this.call(verb, params);
    } catch (error) {
      throw refused(error, doing, locator);
    }
  }
}

function lostInDialog({ code }, doing) {
  return new RefusedError(
    `${doing}: the page showed a dialog meanwhile. It was answered, but what the function returned is lost`,
    { code, fix: 'Ask the page again for what the function should have told' },
  );
}

function milliseconds(timeout) {
  if (timeout === undefined) return undefined;
  const whole = Math.round(Number(timeout));
  return whole > 0 ? Math.min(whole, ENDLESS_MS) : ENDLESS_MS;
}
