// Follows the requests of a tab from a moment on: which began, were answered, ended or failed.

import { DetailsNeeded, RequestRecord } from './network.js';

/** The browser keeps so many. */
const OPEN_MAX = 500;

export class NetworkWatch {
  #tab;
  #tell;
  /** The number of the last request seen; undefined before listening. */
  #last;
  /** Two looks at once would tell everything twice; the one under way is enough. */
  #looking = false;
  /** Requests that are under way, by number. */
  #open = new Map();

  constructor(tab, tell) {
    this.#tab = tab;
    this.#tell = tell;
  }

  async begin() {
    if (this.#last !== undefined) return;
    const { requests } = await this.#tab.call('network', {});
    this.#last = requests.at(-1)?.number ?? 0;
    for (const facts of requests) {
      if (facts.tookMs === undefined) this.#remember(facts, facts.status !== undefined);
    }
  }

  /** Tells what happened since the last look. */
  async look() {
    if (this.#last === undefined || this.#looking) return;
    this.#looking = true;
    try {
      await this.#lookNow();
    } finally {
      this.#looking = false;
    }
  }

  async #lookNow() {
    const params = { after: this.#from(), max: OPEN_MAX };
    const { requests } = await this.#tab.call('network', params);
    for (const facts of requests) {
      const known = this.#open.get(facts.number);
      if (known === undefined && facts.number <= this.#last) continue;
      this.#last = Math.max(this.#last, facts.number);
      await this.#follow(known ?? (await this.#began(facts)), facts);
    }
  }

  /** The answer to the last navigation, when it was seen; null otherwise. */
  async documentSince(number, url) {
    const { requests } = await this.#tab.call('network', { after: number, max: OPEN_MAX });
    const documents = requests.filter(({ kind, status }) => kind === 'document' && status);
    const plain = (address) => address.split('#')[0];
    const facts = documents.findLast((one) => plain(one.url) === plain(url)) ?? documents[0];
    return facts === undefined ? null : new RequestRecord(this.#tab, facts).response;
  }

  /** The number of the last request, or undefined where requests cannot be seen. */
  async lastNumber() {
    try {
      const { requests } = await this.#tab.call('network', { max: 1 });
      return requests.at(-1)?.number ?? 0;
    } catch {
      return undefined;
    }
  }

  /** The oldest that is under way may have been answered. */
  #from() {
    return Math.min(this.#last, ...[...this.#open.keys()].map((number) => number - 1));
  }

  async #began(facts) {
    const entry = this.#remember(facts, false);
    await this.#tell('request', entry.record.request);
    return entry;
  }

  async #follow(entry, facts) {
    entry.record.facts = facts;
    if (facts.status !== undefined && !entry.answered) {
      entry.answered = true;
      await this.#tell('response', entry.record.response);
    }
    if (facts.tookMs === undefined && facts.error === undefined) return;
    this.#open.delete(facts.number);
    const how = facts.error === undefined ? 'requestfinished' : 'requestfailed';
    await this.#tell(how, entry.record.request);
  }

  #remember(facts, answered) {
    if (this.#open.size >= OPEN_MAX) this.#open.delete(this.#open.keys().next().value);
    const entry = { record: new RequestRecord(this.#tab, facts), answered };
    this.#open.set(facts.number, entry);
    return entry;
  }
}

/** A script's test of a request or a response, which may ask for what must be fetched first. */
export async function fitsTest(test, what) {
  try {
    return await test(what);
  } catch (error) {
    if (!(error instanceof DetailsNeeded)) throw error;
    await error.request.fetch('waiting for a request');
    return test(what);
  }
}
