// @ts-check
// The barest CDP client: numbered commands out, answers and events in.

import WebSocket from 'ws';

const PAYLOAD_BYTES_MAX = 512 * 1024 * 1024;

/** One page to send commands to, however it is reached. */
export class Line {
  /** @param {(method: string, params: object) => Promise<any>} send @param {Client} client */
  constructor(send, client) {
    this.send = send;
    this.client = client;
  }

  /** @param {string} expression @param {object} [options] */
  async evaluate(expression, options = {}) {
    const params = { expression, returnByValue: true, ...options };
    const { result } = await this.send('Runtime.evaluate', params);
    return result.value;
  }
}

export class Client {
  /** @type {Map<number, { method: string, resolve: (r: any) => void, reject: (e: Error) => void }>} */
  #pending = new Map();
  #lastId = 0;
  #socket;
  /** @type {(method: string, params: any) => void} */
  onEvent = () => {};
  /** Resolves when the connection is over. */
  closed;

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data))));
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.once('close', (code, reason) => {
      for (const { method, reject } of this.#pending.values()) {
        reject(new Error(`${method}: the connection closed (${code} ${reason})`));
      }
      this.#pending.clear();
    });
  }

  /** @param {string} url @returns {Promise<Client>} */
  static connect(url) {
    return new Promise((resolve, reject) => {
      const options = { maxPayload: PAYLOAD_BYTES_MAX, perMessageDeflate: false };
      const socket = new WebSocket(url, options);
      socket.once('open', () => resolve(new Client(socket)));
      socket.on('error', reject);
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

  /** @param {string} targetId @returns {Promise<Line>} */
  async attach(targetId) {
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const line = new Line((method, params) => this.send(method, params, sessionId), this);
    // What attaches only when it must has attached now.
    await line.evaluate('1');
    return line;
  }

  /** @param {string} url @returns {Promise<string>} the target */
  async openTab(url) {
    const { targetId } = await this.send('Target.createTarget', { url });
    return targetId;
  }

  /** Stops reading, as a client does that hangs. */
  pause() {
    this.#socket.pause();
  }

  resume() {
    this.#socket.resume();
  }

  close() {
    this.#socket.terminate();
    return this.closed;
  }

  /** @param {any} message */
  #receive(message) {
    if (message.id === undefined) {
      this.onEvent(message.method, message.params);
      return;
    }
    const call = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error)
      call?.reject(new Error(`${call.method}: ${message.error.message ?? message.error}`));
    else call?.resolve(message.result);
  }
}
