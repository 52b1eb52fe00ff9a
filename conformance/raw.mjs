// @ts-check
// A bare CDP client: numbered commands out, answers and events in.

import { EventEmitter } from 'node:events';
import WebSocket from 'ws';

/** @typedef {{ method: string, params: any, sessionId?: string }} CdpEvent */

/** A command that was answered with an error, with the protocol's code. */
export class CdpError extends Error {
  /** @param {string} method @param {{ code: number, message: string }} error */
  constructor(method, error) {
    super(`${method}: ${error.message}`);
    this.code = error.code;
  }
}

export class RawClient extends EventEmitter {
  /** @type {Map<number, { method: string, resolve: (r: any) => void, reject: (e: Error) => void }>} */
  #pending = new Map();
  #lastId = 0;
  #socket;
  /** @type {CdpEvent[]} every event so far, in order */
  events = [];

  /** @param {WebSocket} socket */
  constructor(socket) {
    super();
    this.setMaxListeners(0);
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data))));
    socket.on('close', () => {
      for (const call of this.#pending.values()) {
        call.reject(new Error(`${call.method}: the connection closed`));
      }
      this.#pending.clear();
      this.emit('close');
    });
  }

  /** @param {string} url @returns {Promise<RawClient>} */
  static connect(url) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url, { maxPayload: 256 * 1024 * 1024 });
      socket.once('open', () => resolve(new RawClient(socket)));
      socket.once('error', reject);
    });
  }

  /**
   * @param {string} method
   * @param {object} [params]
   * @param {string} [sessionId]
   * @returns {Promise<any>}
   */
  send(method, params = {}, sessionId) {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { method, resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    });
  }

  /**
   * The first event, seen already or yet to come, that fits.
   * @param {string} method
   * @param {(event: CdpEvent) => boolean} [fits]
   * @returns {Promise<CdpEvent>}
   */
  event(method, fits = () => true) {
    const wanted = (/** @type {CdpEvent} */ event) => event.method === method && fits(event);
    const seen = this.events.find(wanted);
    if (seen) return Promise.resolve(seen);
    return new Promise((resolve) => {
      const look = (/** @type {CdpEvent} */ event) => {
        if (!wanted(event)) return;
        this.off('event', look);
        resolve(event);
      };
      this.on('event', look);
    });
  }

  /** Opens a tab and attaches to it. @param {string} url */
  async openTab(url) {
    const { targetId } = await this.send('Target.createTarget', { url });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    return { targetId, sessionId };
  }

  /** Sends text that need not be CDP. @param {string} text */
  sendText(text) {
    this.#socket.send(text);
  }

  /** Stops reading, as a client does that hangs. */
  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  /** @returns {Promise<void>} */
  close() {
    if (this.#socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      this.#socket.once('close', () => resolve());
      this.#socket.close();
    });
  }

  /** @param {any} message */
  #receive(message) {
    if (message.id === undefined || message.method !== undefined) {
      this.events.push(message);
      this.emit('event', message);
      return;
    }
    const call = this.#pending.get(message.id);
    if (!call) return;
    this.#pending.delete(message.id);
    if (message.error) call.reject(new CdpError(call.method, message.error));
    else call.resolve(message.result);
  }
}
