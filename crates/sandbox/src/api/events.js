// Listeners, and those who wait for an event. Nothing calls us when something happens in a browser:
// what reports tell is delivered at once, and the rest is looked for while somebody waits.

import { log, now, sleep } from 'host';

import { badArgument, kindOf, TimeoutError } from './errors.js';
import { nearest } from './missing.js';
import { pause } from './polling.js';

const LISTENERS_MAX = 100;
const LOOK_WAITS_MS = [30, 60, 120, 250, 400];

export class Events {
  #names;
  #words;
  #look;
  #listeners = [];
  #waiters = new Set();
  #looking = false;

  /** `look` is told the names that somebody waits for, and delivers what it finds. */
  constructor(names, words, look) {
    this.#names = names;
    this.#words = words;
    this.#look = look;
  }

  on(name, handler, once = false) {
    this.known(name);
    if (typeof handler !== 'function') {
      throw badArgument(`on('${name}') takes a function, not ${kindOf(handler)}`);
    }
    if (this.#listeners.length >= LISTENERS_MAX) {
      throw badArgument(`There are ${LISTENERS_MAX} listeners already; take some away with off()`);
    }
    this.#listeners.push({ name, handler, once });
  }

  off(name, handler) {
    this.known(name);
    const gone = (one) => one.name === name && (handler === undefined || one.handler === handler);
    this.#listeners = this.#listeners.filter((one) => !gone(one));
  }

  /** Somebody listens to one of these, or waits for it. */
  wants(...names) {
    return this.hears(...names) || [...this.#waiters].some(({ name }) => names.includes(name));
  }

  hears(...names) {
    return this.#listeners.some((one) => names.includes(one.name));
  }

  /** The first that fits, from when `ready` is fulfilled. */
  wait(name, { fits = () => true, timeoutMs, doing, ready = Promise.resolve() }) {
    this.known(name);
    return new Promise((resolve, reject) => {
      const end = now() + timeoutMs;
      const late = () => new TimeoutError(`${doing}: nothing came within ${timeoutMs} ms`);
      const waiter = { name, fits, resolve, reject, end, late };
      ready.then(() => {
        this.#waiters.add(waiter);
        return this.#lookOn();
      }, reject);
    });
  }

  /** Tells listeners and those who wait. What the listeners return comes back, to be waited for. */
  async tell(name, what) {
    const heard = this.#listeners.filter((one) => one.name === name);
    this.#listeners = this.#listeners.filter((one) => !(one.once && one.name === name));
    const answers = heard.map(({ handler }) => answerOf(name, handler, what));
    for (const waiter of [...this.#waiters].filter((one) => one.name === name)) {
      try {
        if (await waiter.fits(what)) this.#settle(waiter, () => waiter.resolve(what));
      } catch (error) {
        this.#settle(waiter, () => waiter.reject(error));
      }
    }
    return answers;
  }

  known(name) {
    if (this.#names.includes(name)) return;
    const near = nearest(String(name), this.#names).map((one) => `Nearest: '${one}'. `);
    const known = `${near[0] ?? ''}There are ${this.#names.join(', ')}.`;
    const word = Object.hasOwn(this.#words, name) ? this.#words[name] : known;
    throw badArgument(`There is no event '${String(name)}' here. ${word}`);
  }

  #settle(waiter, end) {
    if (this.#waiters.delete(waiter)) end();
  }

  async #lookOn() {
    if (this.#looking) return;
    this.#looking = true;
    for (let turn = 0; this.#waiters.size > 0; turn += 1) {
      await this.#lookOnce();
      for (const waiter of [...this.#waiters]) {
        if (waiter.end <= now()) this.#settle(waiter, () => waiter.reject(waiter.late()));
      }
      if (this.#waiters.size > 0) await sleep(pause(turn, LOOK_WAITS_MS));
    }
    this.#looking = false;
  }

  async #lookOnce() {
    const waiters = [...this.#waiters];
    try {
      await this.#look(new Set(waiters.map(({ name }) => name)));
    } catch (error) {
      for (const waiter of waiters) this.#settle(waiter, () => waiter.reject(error));
    }
  }
}

/** A listener that fails must not fail the call during which it was told. */
async function answerOf(name, handler, what) {
  try {
    await handler(what);
  } catch (error) {
    log('error', `The listener for '${name}' failed: ${error?.message ?? error}`);
  }
}
