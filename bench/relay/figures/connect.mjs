// @ts-check
// connectOverCDP with many tabs open: until it resolves, and until all pages are listed.

import { connectPlaywright } from '../contenders/contender.mjs';
import { under } from '../report.mjs';
import { median, within } from '../spans.mjs';
import { byTurns, valuesOf } from '../turns.mjs';

const TAB_COUNTS = [1, 20, 50, 200];
const ROUNDS = 7;
/** Playwright's own code is part of the figure; compiling it is not. */
const WARM_UP = 3;
/** A browser that a client has left is busy for a while, and must not be in the next one's turn. */
const REST_MS = 1_000;
const LISTED_MS_MAX = 60_000;

/** @param {import('../turns.mjs').Contender[]} contenders */
export async function* connecting(contenders) {
  let open = 1;
  for (const count of TAB_COUNTS) {
    const wanted = count - open;
    open = count;
    const opened = await byTurns(contenders, 1, async (contender) => {
      await contender.openTabs?.('about:blank', wanted);
      for (let done = 0; done < WARM_UP; done += 1) await connectAndLeave(contender, count);
    });
    const able = contenders.filter(({ name }) => Array.isArray(opened.get(name)));
    // What could not open its tabs in time would go on opening them beside the others' turns.
    for (const contender of contenders) if (!able.includes(contender)) await contender.stop();
    const samples = await byTurns(able, ROUNDS, (contender) => connectAndLeave(contender, count));
    for (const [name, outcome] of opened) if (outcome instanceof Error) samples.set(name, outcome);
    yield* figuresOf(count, samples);
  }
}

/**
 * @param {number} count
 * @param {import('../turns.mjs').Samples<Awaited<ReturnType<typeof connectAndLeave>>>} samples
 * @returns {import('../report.mjs').Figure[]}
 */
function figuresOf(count, samples) {
  const tabs = `${count} ${count === 1 ? 'tab' : 'tabs'}`;
  return [
    {
      name: `connect, ${tabs}, ms`,
      values: valuesOf(samples, (own) => median(own.map(({ connectedMs }) => connectedMs))),
      against: 'direct',
      aim: count === 50 ? under(50, 'ms') : undefined,
    },
    {
      name: `all pages listed, ${tabs}, ms`,
      values: valuesOf(samples, (own) => median(own.map(({ listedMs }) => listedMs))),
      against: 'direct',
      aim: count === 50 ? under(100, 'ms') : undefined,
    },
    {
      name: `tabs driven then, ${tabs}`,
      values: valuesOf(samples, (own) => Math.max(...own.map(({ attached }) => attached))),
      aim: { text: 'none', isMet: (ours) => ours === 0 },
    },
  ];
}

/** @param {import('../turns.mjs').Contender} contender @param {number} count */
async function connectAndLeave(contender, count) {
  const begun = performance.now();
  const browser = await connectPlaywright(contender);
  const connectedMs = performance.now() - begun;
  try {
    const [context] = browser.contexts();
    await within(`${count} pages`, LISTED_MS_MAX, untilListed(context, count));
    const listedMs = performance.now() - begun;
    // Only ours can attach fewer than all, and it says how many.
    const attached = (await contender.attachedTabs?.()) ?? count;
    return { connectedMs, listedMs, attached };
  } finally {
    await browser.close();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {number} count
 * @returns {Promise<void>}
 */
function untilListed(context, count) {
  return new Promise((resolve) => {
    const look = () => context.pages().length >= count && resolve();
    context.on('page', look);
    look();
  });
}
