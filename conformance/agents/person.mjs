// @ts-check
// The person at the browser: has tabs of their own, and answers what Tabwright asks.

import { arrivePerson } from '../person.mjs';
import { RawClient } from '../raw.mjs';

/** @typedef {'Deny' | 'Allow once' | 'Allow here for now' | 'Always allow here'} Word */

/**
 * The window that asks, as it stands there.
 * @typedef {object} Shown
 * @property {string} text all that it says
 * @property {number} tab its number in the browser
 * @property {string} targetId
 * @property {string} sessionId
 * @property {number} x where the button is
 * @property {number} y
 */

const ASK_PAGE = /^chrome-extension:\/\/[a-p]{32}\/ask\.html$/;

// The question that is shown, once its buttons can be pressed, and where one of them is.
const SHOWN = (/** @type {string} */ label) => `new Promise((found) => {
  const look = () => {
    const buttons = [...document.querySelectorAll('.answers button')];
    const wanted = buttons.find((button) => button.firstChild.textContent === ${JSON.stringify(label)});
    if (!wanted || wanted.getAttribute('aria-disabled') !== 'false') return;
    watch.disconnect();
    // A press on a button that was disarmed meanwhile, as by a late focus, is not taken.
    globalThis.taken = undefined;
    const note = () => { globalThis.taken = wanted.getAttribute('aria-disabled') === 'false'; };
    wanted.addEventListener('click', note, { capture: true, once: true });
    wanted.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = wanted.getBoundingClientRect();
    chrome.tabs.getCurrent().then(({ id }) => found({
      x: x + width / 2,
      y: y + height / 2,
      text: document.querySelector('.question').innerText,
      tab: id,
    }));
  };
  const watch = new MutationObserver(look);
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})`;

export class Person {
  #client;
  #tabs;
  /** @type {Map<string, string>} the address of each target that is there */
  #targets = new Map();

  /** @param {RawClient} client @param {import('../person.mjs').Person} tabs */
  constructor(client, tabs) {
    this.#client = client;
    this.#tabs = tabs;
    client.on('event', ({ method, params }) => {
      if (method === 'Target.targetDestroyed') this.#targets.delete(params.targetId);
      if (/^Target\.target(Created|InfoChanged)$/.test(method)) {
        this.#targets.set(params.targetInfo.targetId, params.targetInfo.url);
      }
    });
  }

  /** @param {string} url Chromium's own CDP address */
  static async arrive(url) {
    const person = new Person(await RawClient.connect(url), await arrivePerson(url));
    await person.#client.send('Target.setDiscoverTargets', { discover: true });
    return person;
  }

  /** Opens a tab; gives its target once it has loaded. @param {string} url */
  open(url) {
    return this.#tabs.open(url);
  }

  /** What a tab says itself. @param {string} targetId @param {string} script */
  evaluate(targetId, script) {
    return this.#tabs.evaluate(targetId, script);
  }

  /** Addresses of the tabs that are open. @returns {string[]} */
  get addresses() {
    return [...this.#targets.values()];
  }

  /** The target at an address, as soon as there is one. @param {RegExp | string} address @returns {Promise<string>} */
  async at(address) {
    const fits = (/** @type {string} */ url) =>
      typeof address === 'string' ? url === address : address.test(url);
    const here = () => [...this.#targets].find(([, url]) => fits(url))?.[0];
    return here() ?? (await this.#changes(here));
  }

  /** Resolves when no tab is at an address. @param {RegExp} address @returns {Promise<true>} */
  async gone(address) {
    const away = () => (this.addresses.some((url) => address.test(url)) ? undefined : true);
    return away() ?? (await this.#changes(away));
  }

  /** The window that asks, once its buttons can be pressed. @returns {Promise<Shown>} */
  asked() {
    return this.#shown('Deny');
  }

  /** The code that a yes from elsewhere needs, as the window that asks shows it. @returns {Promise<string>} */
  async code() {
    const { text } = await this.asked();
    const code = /Terminal code: (\d{6})/.exec(text)?.[1];
    if (!code) throw new Error(`no code in ${text}`);
    return code;
  }

  /**
   * Presses a button in the window that asks, and tells what was asked.
   * @param {Word} word
   * @returns {Promise<string>}
   */
  async answers(word) {
    for (;;) {
      const { x, y, text, targetId, sessionId } = await this.#shown(word);
      const closed = this.#changes(() => (this.#targets.has(targetId) ? undefined : true));
      for (const type of ['mousePressed', 'mouseReleased']) {
        const mouse = { type, x, y, button: 'left', clickCount: 1 };
        await this.#client.send('Input.dispatchMouseEvent', mouse, sessionId);
      }
      if (await Promise.race([this.#isTaken(sessionId), closed])) return text;
    }
  }

  /** Whether the press counted: a window that is gone has taken it. @param {string} sessionId */
  async #isTaken(sessionId) {
    const options = { expression: 'globalThis.taken', returnByValue: true };
    const gone = { result: { value: true } };
    const told = this.#client.send('Runtime.evaluate', options, sessionId).catch(() => gone);
    return (await told).result.value === true;
  }

  /** Closes all tabs but one blank one. */
  async tidy() {
    const pages = (await this.#client.send('Target.getTargets')).targetInfos.filter(
      (/** @type {any} */ { type }) => type === 'page',
    );
    const isAsking = (/** @type {any} */ { url }) => ASK_PAGE.test(url);
    // A new tab would open in the window that asks, and keep it.
    await this.#close(pages.filter(isAsking));
    const kept =
      pages.find((/** @type {any} */ { url }) => url === 'about:blank') ??
      (await this.#client.send('Target.createTarget', { url: 'about:blank' }));
    await this.#close(
      pages.filter((/** @type {any} */ page) => !isAsking(page) && page.targetId !== kept.targetId),
    );
  }

  async leave() {
    await this.#tabs.leave();
    await this.#client.close();
  }

  /** @param {any[]} targets */
  async #close(targets) {
    for (const { targetId } of targets) {
      // It may be closing by itself.
      await this.#client.send('Target.closeTarget', { targetId }).catch(() => {});
      await this.#changes(() => (this.#targets.has(targetId) ? undefined : true));
    }
  }

  /** @param {Word} word which button is looked for @returns {Promise<Shown>} */
  async #shown(word) {
    for (;;) {
      const targetId = await this.at(ASK_PAGE);
      const closed = this.#changes(() => (this.#targets.has(targetId) ? undefined : null));
      // Its page may be just arriving, or going with the last question: then it is looked at anew.
      const shown = await Promise.race([this.#look(targetId, word).catch(() => null), closed]);
      if (shown) return shown;
    }
  }

  /** @param {string} targetId @param {Word} word @returns {Promise<Shown | null>} */
  async #look(targetId, word) {
    const attaching = { targetId, flatten: true };
    const { sessionId } = await this.#client.send('Target.attachToTarget', attaching);
    const options = { expression: SHOWN(word), awaitPromise: true, returnByValue: true };
    const { result } = await this.#client.send('Runtime.evaluate', options, sessionId);
    return result.value ? { ...result.value, targetId, sessionId } : null;
  }

  /**
   * What is found, as soon as a change of targets brings it.
   * @template T
   * @param {() => T | undefined} find
   * @returns {Promise<T>}
   */
  #changes(find) {
    return new Promise((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        this.#client.off('event', look);
        resolve(found);
      };
      this.#client.on('event', look);
      look();
    });
  }
}
