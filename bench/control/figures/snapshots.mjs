// @ts-check
// What a snapshot of each page costs in time and in size, and what it leaves in the page.

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { openEye } from '../bed.mjs';
import { connectAgentBrowser } from '../peers/agent-browser.mjs';
import { loadPageAgent } from '../peers/page-agent.mjs';
import { connectPlaywright } from '../peers/playwright.mjs';
import { all, faster, ratioAtMost, under } from '../report.mjs';
import { median, timed } from '../../relay/spans.mjs';
import { best, byTurns, valuesOf } from '../turns.mjs';
import { comparing } from './elements.mjs';

export const COLUMNS = ['extension', 'cdp', 'page-agent', 'pw ai', 'pw aria', 'ab', 'ab -i'];

const EVERYTHING = { mode: 'full', maxChars: 2_000_000 };
const ROUNDS = 9;
/** Of the page with 50,000 elements, where the others take seconds. */
const ROUNDS_LARGE = 3;
const HTML = 'document.documentElement.outerHTML';

/**
 * @param {import('../bed.mjs').Bed} bed
 * @param {string} site
 * @param {[string, string][]} pages
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
export async function* snapshots(bed, site, pages) {
  const eye = await openEye(bed, site);
  const playwright = await connectPlaywright(bed, site);
  const agentBrowser = await connectAgentBrowser(bed, site);
  const peers = { playwright, agentBrowser };
  for (const [name] of pages) {
    try {
      await eye.goTo(`${site}/${name}`);
      yield* measure(bed, eye, peers, name);
    } catch (error) {
      yield { name: `${name}: the rest`, values: { extension: /** @type {Error} */ (error) } };
    }
  }
  await playwright.close();
  await eye.close();
}

/**
 * @typedef {object} Peers
 * @property {Awaited<ReturnType<typeof connectPlaywright>>} playwright
 * @property {Awaited<ReturnType<typeof connectAgentBrowser>>} agentBrowser
 */

/**
 * @param {import('../bed.mjs').Bed} bed
 * @param {import('../bed.mjs').Eye} eye
 * @param {Peers} peers
 * @param {string} page
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
async function* measure(bed, eye, { playwright, agentBrowser }, page) {
  const isLarge = page === 'table50k';
  const rounds = isLarge ? ROUNDS_LARGE : ROUNDS;
  const see = (/** @type {object} */ params, /** @type {import('../bed.mjs').Backend} */ backend) =>
    bed.call('snapshot', params, backend);
  /**
   * @param {object} params
   * @param {number} count
   * @returns {import('../turns.mjs').Turn<any>[]}
   */
  const ours = (params, count) =>
    /** @type {const} */ (['extension', 'cdp']).map((name) => ({
      name,
      rounds: count,
      work: () => see(params, name),
    }));

  const before = await eye.evaluate(HTML);
  yield {
    name: `${page}: viewport, first after load, ms`,
    values: {
      extension: await timed(() => see({ mode: 'viewport' }, 'extension')),
      cdp: await timed(() => see({ mode: 'viewport' }, 'cdp')),
    },
  };
  for (const backend of /** @type {const} */ (['extension', 'cdp'])) await see(EVERYTHING, backend);
  const isUntouched = (await eye.evaluate(HTML)) === before;
  yield {
    name: `${page}: DOM after our snapshots`,
    values: { extension: isUntouched ? 'same' : 'CHANGED' },
  };

  const pageAgent = await loadPageAgent(eye);
  /** @param {'viewport' | 'whole'} mode @returns {import('../turns.mjs').Turn<any>} */
  const pageAgentTurn = (mode) => ({
    name: 'page-agent',
    rounds: mode === 'whole' && isLarge ? 0 : rounds,
    work: async () => ({ text: await pageAgent.snapshot(mode) }),
    after: pageAgent.clean,
  });

  const inView = await byTurns([...ours({ mode: 'viewport' }, ROUNDS), pageAgentTurn('viewport')]);
  const third = ratioAtMost(0.333);
  yield {
    name: `${page}: viewport, p50 ms`,
    values: valuesOf(inView, ({ spans }) => median(spans)),
    against: 'page-agent',
    aim: isLarge ? all(third, under(100)) : third,
  };
  yield {
    name: `${page}: viewport, best ms`,
    values: valuesOf(inView, best),
    against: 'page-agent',
  };
  yield {
    name: `${page}: viewport, chars`,
    values: valuesOf(inView, ({ last }) => last.text.length),
  };
  yield {
    name: `${page}: viewport, tokens`,
    values: valuesOf(inView, ({ last }) => tokens(last.text)),
    against: 'page-agent',
  };

  const asText = (/** @type {() => Promise<string>} */ work) => async () => ({
    text: await work(),
  });
  const whole = await byTurns([
    ...ours(EVERYTHING, rounds),
    pageAgentTurn('whole'),
    { name: 'pw ai', rounds, work: asText(playwright.ai) },
    { name: 'pw aria', rounds, work: asText(playwright.aria) },
    { name: 'ab', rounds, work: asText(agentBrowser.snapshot) },
    { name: 'ab -i', rounds, work: asText(agentBrowser.interactive) },
  ]);
  yield {
    name: `${page}: whole page, p50 ms`,
    values: valuesOf(whole, ({ spans }) => median(spans)),
    against: 'pw ai',
    aim: faster,
    note: isLarge ? 'page-agent is left out: it takes ten minutes for this page' : '',
  };
  yield { name: `${page}: whole page, best ms`, values: valuesOf(whole, best), against: 'pw ai' };
  yield {
    name: `${page}: whole page, chars`,
    values: valuesOf(whole, ({ last }) => last.text.length),
  };
  yield {
    name: `${page}: whole page, tokens`,
    values: valuesOf(whole, ({ last }) => tokens(last.text)),
    against: 'pw ai',
    aim: ratioAtMost(0.5),
  };

  const bounded = await byTurns(ours({ mode: 'full' }, rounds));
  yield {
    name: `${page}: in our budget, p50 ms`,
    values: valuesOf(bounded, ({ spans }) => median(spans)),
  };
  yield {
    name: `${page}: in our budget, tokens`,
    values: valuesOf(bounded, ({ last }) => tokens(last.text)),
  };
  yield* differing(bed, eye, page);

  yield* comparing(bed, eye, { playwright, agentBrowser, pageAgent }, page, !isLarge);
}

/**
 * How large the second snapshot is when one field changed.
 * @param {import('../bed.mjs').Bed} bed
 * @param {import('../bed.mjs').Eye} eye
 * @param {string} page
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
async function* differing(bed, eye, page) {
  /** @type {Record<string, import('../report.mjs').Value>} */
  const shares = {};
  /** @type {Record<string, import('../report.mjs').Value>} */
  const spans = {};
  for (const backend of /** @type {const} */ (['extension', 'cdp'])) {
    const first = await bed.call('snapshot', EVERYTHING, backend);
    await eye.evaluate(CHANGE_ONE.replaceAll('WHAT', JSON.stringify(`changed for ${backend}`)));
    /** @type {any} */
    let second;
    const params = { ...EVERYTHING, since: first.id };
    spans[backend] = await timed(async () => {
      second = await bed.call('snapshot', params, backend);
    });
    const isTold = second.isDiff && second.text.includes(`changed for ${backend}`);
    shares[backend] = isTold
      ? (100 * second.text.length) / first.text.length
      : new Error(`the change is not told: ${second.text.slice(0, 200)}`);
  }
  yield { name: `${page}: diff of one field, % of the first`, values: shares, aim: under(10) };
  yield { name: `${page}: diff of one field, ms`, values: spans };
}

/** The first field in sight; where there is none, the first link. */
const CHANGE_ONE = `(() => {
  const isSeen = (each) => each.checkVisibility({ visibilityProperty: true }) && each.offsetWidth > 20;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
  const field = all('input:is([type=text], [type=search], :not([type])), textarea')[0];
  if (field) {
    field.value = WHAT;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  } else all('a[href]').find((each) => each.innerText.trim()).innerText = WHAT;
})()`;

/** @param {string} text */
function tokens(text) {
  return encode(text, { disallowedSpecial: new Set() }).length;
}
