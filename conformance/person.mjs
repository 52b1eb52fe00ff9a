// @ts-check
// The person at the browser: opens, moves and closes tabs without the clients' connection.

import { RawClient } from './raw.mjs';

/**
 * @typedef {object} Person
 * @property {(url: string) => Promise<string>} open opens a tab, gives its target id once loaded
 * @property {(targetId: string) => Promise<void>} close
 * @property {(targetId: string) => Promise<void>} activate brings a tab to the front
 * @property {(targetId: string, script: string) => Promise<any>} evaluate what the tab says itself
 * @property {() => Promise<string[]>} tabs target ids of all pages
 * @property {() => Promise<void>} leave closes the person's tabs and goes
 */

// With all its frames: a client that connects while they load may miss some, also directly.
const LOADED = `new Promise((done) => {
  if (document.readyState === 'complete') done();
  else addEventListener('load', () => done());
})`;

/** @param {string} url @returns {Promise<Person>} */
export async function arrivePerson(url) {
  const client = await RawClient.connect(url);
  /** @type {Set<string>} */
  const opened = new Set();

  /** @param {string} targetId @param {string} script */
  async function evaluate(targetId, script) {
    const { sessionId } = await client.send('Target.attachToTarget', { targetId, flatten: true });
    try {
      const options = { expression: script, awaitPromise: true, returnByValue: true };
      const { result } = await client.send('Runtime.evaluate', options, sessionId);
      return result.value;
    } finally {
      await client.send('Target.detachFromTarget', { sessionId });
    }
  }

  /** @param {string} address */
  async function open(address) {
    const { targetId } = await client.send('Target.createTarget', { url: address });
    opened.add(targetId);
    const { sessionId } = await client.send('Target.attachToTarget', { targetId, flatten: true });
    await client.send('Page.enable', {}, sessionId);
    const { frameTree } = await client.send('Page.getFrameTree', {}, sessionId);
    if (frameTree.frame.url !== address) {
      const committed = (/** @type {import('./raw.mjs').CdpEvent} */ event) =>
        event.sessionId === sessionId && event.params.frame.url === address;
      await client.event('Page.frameNavigated', committed);
    }
    await client.send('Target.detachFromTarget', { sessionId });
    await evaluate(targetId, LOADED);
    return targetId;
  }

  /** @param {string} targetId */
  async function close(targetId) {
    opened.delete(targetId);
    await client.send('Target.closeTarget', { targetId });
  }

  return {
    open,
    close,
    evaluate,
    async activate(targetId) {
      await client.send('Target.activateTarget', { targetId });
    },
    async tabs() {
      const { targetInfos } = await client.send('Target.getTargets');
      return targetInfos
        .filter((/** @type {any} */ info) => info.type === 'page')
        .map((/** @type {any} */ info) => info.targetId);
    },
    async leave() {
      for (const targetId of opened) await close(targetId).catch(() => {});
      await client.close();
    },
  };
}
