// What a page writes to its console, and what it fails with.

import { inside, keep, seal } from './inside.js';
import { Guarded } from './missing.js';

/** Playwright's names for kinds of messages. */
const TYPES = { debug: 'debug', info: 'log', warning: 'warning', error: 'error' };

export class ConsoleMessage extends Guarded {
  static label = 'message';

  constructor(facts) {
    super();
    keep(this, facts);
  }

  type() {
    return TYPES[inside(this).level] ?? 'log';
  }

  text() {
    return inside(this).text;
  }

  location() {
    const source = inside(this).source ?? '';
    const found = /^(.*?)(?::(\d+))?(?::(\d+))?$/s.exec(source);
    const [, url, line = 0, column = 0] = found ?? [undefined, source];
    return { url, lineNumber: Number(line), columnNumber: Number(column) };
  }

  toJSON() {
    return { console: this.type(), text: this.text(), source: inside(this).source };
  }

  toString() {
    return this.text();
  }
}

export class ConsoleWatch {
  #tab;
  #tell;
  #last;
  #looking = false;

  constructor(tab, tell) {
    this.#tab = tab;
    this.#tell = tell;
  }

  /** From now on: what was written before is nobody's event. */
  async begin() {
    if (this.#last !== undefined) return;
    const { messages } = await this.#tab.call('console', { max: 1 });
    this.#last = messages.at(-1)?.number ?? 0;
  }

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
    const { messages } = await this.#tab.call('console', { after: this.#last });
    for (const facts of messages) {
      if (facts.number <= this.#last) continue;
      this.#last = facts.number;
      if (isUncaught(facts)) await this.#tell('pageerror', pageError(facts));
      else await this.#tell('console', new ConsoleMessage(facts));
    }
  }
}

function isUncaught({ level, text }) {
  return level === 'error' && text.startsWith('Uncaught');
}

function pageError({ text }) {
  return new Error(text.replace(/^Uncaught (?:\(in promise\) )?/, ''));
}

seal(ConsoleMessage);
