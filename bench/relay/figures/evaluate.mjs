// @ts-check
// Playwright's page.evaluate, one after the other, and what it costs the relay.

import { connectPlaywright } from '../contenders/contender.mjs';
import { cpuSeconds } from '../proc.mjs';
import { ratioAtMost } from '../report.mjs';
import { median, quantile, timed } from '../spans.mjs';
import { byTurns, valuesOf } from '../turns.mjs';

const WARM_UP = 300;
const ROUNDS = 10;
const PER_ROUND = 200;

/** @param {import('../turns.mjs').Contender[]} all */
export async function* evaluating(all) {
  const contenders = all.filter(({ clientUrl }) => clientUrl);
  /** @type {Map<string, import('playwright-core').Page>} */
  const pages = new Map();
  await byTurns(contenders, 1, async (contender) => {
    const browser = await connectPlaywright(contender);
    const page = await browser.contexts()[0].newPage();
    pages.set(contender.name, page);
    await evaluateOften(page, WARM_UP);
  });
  const samples = await byTurns(contenders, ROUNDS, async ({ name, relayPid }) => {
    const page = pages.get(name);
    if (!page) throw new Error('it gave no page');
    const cpuBefore = relayPid ? cpuSeconds(relayPid) : 0;
    const spans = await evaluateOften(page, PER_ROUND);
    return { spans, cpu: relayPid ? cpuSeconds(relayPid) - cpuBefore : 0 };
  });
  for (const page of pages.values()) await page.context().browser()?.close();
  yield* figuresOf(contenders, samples);
}

/**
 * @param {import('../turns.mjs').Contender[]} contenders
 * @param {import('../turns.mjs').Samples<{ spans: number[], cpu: number }>} samples
 * @returns {import('../report.mjs').Figure[]}
 */
function figuresOf(contenders, samples) {
  const relays = contenders.filter(({ relayPid }) => relayPid).map(({ name }) => name);
  const ofRelays = new Map([...samples].filter(([name]) => relays.includes(name)));
  const count = (ROUNDS * PER_ROUND) / 1000;
  return [
    {
      name: 'evaluate, p50, ms',
      values: valuesOf(samples, (own) => median(own.flatMap(({ spans }) => spans))),
      against: 'direct',
      aim: ratioAtMost(2),
    },
    {
      name: 'evaluate, p99, ms',
      values: valuesOf(samples, (own) =>
        quantile(
          own.flatMap(({ spans }) => spans),
          0.99,
        ),
      ),
      against: 'direct',
    },
    {
      name: 'relay CPU per 1,000 evaluates, s',
      values: valuesOf(ofRelays, (own) => own.reduce((sum, { cpu }) => sum + cpu, 0) / count),
      against: 'playwriter',
      aim: ratioAtMost(0.1),
    },
  ];
}

/** @param {import('playwright-core').Page} page @param {number} times */
async function evaluateOften(page, times) {
  const spans = [];
  for (let done = 0; done < times; done += 1) spans.push(await timed(() => page.evaluate('1')));
  return spans;
}
