// The tabs that a session may use, each with one page, which stays the same from run to run.

import { call } from 'host';

import { refused } from './errors.js';
import { Events } from './events.js';
import { make } from './making.js';
import { Tab } from './tab.js';

export class Session {
  /** Given by the one who makes both. */
  context;
  events;
  #tabs = new Map();
  /** The ids of tabs that scripts have opened. */
  #opened = new Set();
  #current;

  /** Takes the tabs as they are now; what is not among them has gone. */
  begin({ tab = null, tabs = [] }) {
    this.events = new Events(['page'], {}, () => this.look());
    const before = [...this.#tabs.values()];
    const there = new Map(before.map((one) => [one.id, one]));
    // In the order in which they were told.
    this.#tabs.clear();
    for (const facts of tab === null ? tabs : [...tabs, { id: tab }]) {
      const known = there.get(facts.id);
      if (known !== undefined) this.#tabs.set(facts.id, known);
      this.#known(facts);
    }
    for (const one of before) {
      if (this.#tabs.has(one.id)) one.beginRun();
      else this.#remove(one);
    }
    this.#current = tab === null ? this.#made({ id: null }) : this.#known({ id: tab });
  }

  get current() {
    return this.#current.page;
  }

  pages() {
    return [...this.#tabs.values()].map(({ page }) => page);
  }

  /** Pages that scripts of this session have opened, and that are still there. */
  opened() {
    return [...this.#tabs.values()]
      .filter(({ id }) => this.#opened.has(id))
      .map(({ page }) => page);
  }

  /** An empty page in a tab of its own, behind what the person looks at. */
  async open(doing) {
    try {
      const empty = { url: 'about:blank', in: 'new', background: true };
      const { tab, url, title } = await call('open', empty);
      this.#opened.add(tab);
      await this.meet({ id: tab, url, title });
      return this.#tabs.get(tab).page;
    } catch (error) {
      throw refused(error, doing);
    }
  }

  /** A tab that was not known. */
  async meet(facts) {
    if (this.#tabs.has(facts.id)) return;
    const { page } = this.#known(facts);
    await this.#tabs.get(facts.opener)?.events.tell('popup', page);
    await this.events.tell('page', page);
  }

  /** Which tabs there are now. */
  async look() {
    const { tabs } = await call('own-tabs', {});
    const there = new Set(tabs.map(({ id }) => id));
    for (const tab of [...this.#tabs.values()]) {
      if (!there.has(tab.id)) await this.forget(tab);
    }
    for (const facts of tabs) {
      if (this.#tabs.has(facts.id)) this.#known(facts);
      else await this.meet(facts);
    }
    return tabs;
  }

  async forget(tab) {
    if (tab.closed) return;
    this.#remove(tab);
    await tab.events.tell('close', tab.page);
  }

  /** The first call has told which tab the session's page stands for. */
  bind(tab, id) {
    tab.id = id;
    this.#tabs.set(id, tab);
  }

  #known({ id, url, title }) {
    const known = this.#tabs.get(id);
    if (known === undefined) {
      const made = this.#made({ id, url, title });
      this.#tabs.set(id, made);
      return made;
    }
    known.url = url ?? known.url;
    known.title = title ?? known.title;
    return known;
  }

  #made(facts) {
    const tab = new Tab(this, facts);
    tab.page = make.page(tab);
    return tab;
  }

  #remove(tab) {
    tab.closed = true;
    this.#tabs.delete(tab.id);
    this.#opened.delete(tab.id);
  }
}
