// @ts-check
// A way to a page, as the figures see it.

import { chromium } from 'playwright-core';
import { Client } from '../raw.mjs';

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {() => Promise<import('../raw.mjs').Line>} openLine a raw line to a page of its own
 * @property {() => string} [clientUrl] where the next CDP client connects
 * @property {(url: string, count: number) => Promise<void>} [openTabs] tabs as if a person had opened them
 * @property {number} [relayPid] the process between client and browser
 * @property {() => Promise<number>} [attachedTabs] how many tabs its clients hold
 * @property {() => Promise<boolean>} [isBrowserConnected] does the extension still hold its line?
 * @property {() => Promise<void>} stop
 */

/** @typedef {{ args?: string[] }} StartOptions what Chromium gets besides the usual */

/** @param {string} url */
export async function openLine(url) {
  const client = await Client.connect(url);
  return client.attach(await client.openTab('about:blank'));
}

/** By a client that comes and goes. @param {string} clientUrl @param {string} url @param {number} count */
export async function openTabs(clientUrl, url, count) {
  const client = await Client.connect(clientUrl);
  for (let opened = 0; opened < count; opened += 1) await client.openTab(url);
  await client.close();
}

/** @param {Contender} contender @param {number} [timeout] */
export function connectPlaywright({ name, clientUrl }, timeout = 60_000) {
  if (!clientUrl) throw new Error(`${name} takes no CDP clients`);
  return chromium.connectOverCDP(clientUrl(), { timeout });
}

/** @param {Contender} contender */
export function connectRaw({ name, clientUrl }) {
  if (!clientUrl) throw new Error(`${name} takes no CDP clients`);
  return Client.connect(clientUrl());
}
