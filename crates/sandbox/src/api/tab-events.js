// What happens in one tab: told by reports of actions, or looked up while somebody wants to know.

import { log } from 'host';

import { ConsoleWatch } from './console.js';
import { Dialog, stateOf } from './dialog.js';
import { Download } from './download.js';
import { Events } from './events.js';
import { EVENT_WORDS } from './missing-words.js';
import { NetworkWatch } from './network-watch.js';

const ON_CONSOLE = ['console', 'pageerror'];
const ON_NETWORK = ['request', 'requestfailed', 'requestfinished', 'response'];
const NAMES = ['close', ...ON_CONSOLE, 'dialog', 'download', 'popup', ...ON_NETWORK].sort();

export class TabEvents {
  #tab;
  #events = new Events(NAMES, EVENT_WORDS, (names) => this.#look(names));
  #console;
  #network;
  /** The next call waits until listening has begun, or it would make what nobody hears. */
  #beginning = Promise.resolve();
  #looking = false;
  #dialog;

  constructor(tab) {
    this.#tab = tab;
    const tell = (name, what) => this.#events.tell(name, what);
    this.#console = new ConsoleWatch(tab, tell);
    this.#network = new NetworkWatch(tab, tell);
  }

  get network() {
    return this.#network;
  }

  on(name, handler, once) {
    this.#events.on(name, handler, once);
    this.#begin(name).catch((error) => {
      log('warn', `Nothing can be heard of '${name}': ${error?.message ?? error}`);
    });
  }

  off(name, handler) {
    this.#events.off(name, handler);
  }

  wait(name, options) {
    this.#events.known(name);
    return this.#events.wait(name, { ...options, ready: this.#begin(name) });
  }

  ready() {
    return this.#beginning;
  }

  tell(name, what) {
    return this.#events.tell(name, what);
  }

  /** After every call: what its report tells, and what came in meanwhile. */
  async after(changes) {
    for (const download of changes?.downloads ?? []) {
      await this.#events.tell('download', new Download(this.#tab, download));
    }
    for (const facts of changes?.newTabs ?? []) {
      await this.#tab.session.meet({ opener: this.#tab.id, ...facts });
    }
    if (changes !== undefined) await this.#meetDialog(changes.dialog);
    await this.#drain();
  }

  /** A call failed because a dialog is open. True when a listener has answered it. */
  async dialogInTheWay(error) {
    if (!this.#events.wants('dialog')) return false;
    const found = /shows a dialog: (\w+) "([\s\S]*)"/.exec(error.message);
    const [, kind, message] = found ?? [undefined, 'alert', ''];
    return this.#meetDialog({ kind, message });
  }

  /** Listeners are waited for only until the dialog is answered: a page is held up by it. */
  async #meetDialog(facts) {
    if (facts === undefined || facts === null) {
      this.#dialog = undefined;
      return false;
    }
    if (this.#dialog?.isOpen && this.#dialog.is(facts)) return false;
    const dialog = new Dialog(this.#tab, facts);
    const state = stateOf(dialog);
    this.#dialog = state;
    if (!this.#events.wants('dialog')) {
      log(
        'warn',
        `A dialog is open: ${facts.kind} "${facts.message}". The page waits until it is answered: ` +
          "page.answerDialog({ accept: true }), or a listener: page.on('dialog', (d) => d.accept())",
      );
      return false;
    }
    const answers = await this.#events.tell('dialog', dialog);
    await Promise.race([state.answered, Promise.all(answers)]);
    await state.settled();
    return !state.isOpen;
  }

  #begin(name) {
    const watch = ON_CONSOLE.includes(name)
      ? this.#console
      : ON_NETWORK.includes(name)
        ? this.#network
        : undefined;
    if (watch === undefined) return Promise.resolve();
    const begun = this.#beginning.then(() => watch.begin());
    this.#beginning = begun.catch(() => undefined);
    return begun;
  }

  /** A listener makes calls itself, and they must not begin to look again. */
  async #drain() {
    if (this.#looking) return;
    this.#looking = true;
    try {
      if (this.#events.wants(...ON_CONSOLE)) await this.#console.look();
      if (this.#events.wants(...ON_NETWORK)) await this.#network.look();
    } catch (error) {
      if (error?.code === 'no-such-tab') return;
      log('warn', `What happened in the page could not be looked up: ${error?.message ?? error}`);
    } finally {
      this.#looking = false;
    }
  }

  async #look(names) {
    const any = (...wanted) => wanted.some((name) => names.has(name));
    if (any(...ON_CONSOLE)) await this.#console.look();
    if (any(...ON_NETWORK)) await this.#network.look();
    if (any('popup', 'close')) await this.#tab.session.look();
    if (any('dialog')) await this.#tab.touch();
  }
}
