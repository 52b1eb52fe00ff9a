// @ts-check
// A click with all its checks on a plain button, from the call to its answer.

import { openEye, startBed } from '../bed.mjs';
import { loadPageAgent } from '../peers/page-agent.mjs';
import { connectPlaywright } from '../peers/playwright.mjs';
import { under } from '../report.mjs';
import { median, quantile } from '../../relay/spans.mjs';
import { Client } from '../../relay/raw.mjs';
import { best, byTurns, valuesOf } from '../turns.mjs';

export const COLUMNS = [
  'extension',
  'nothing shown',
  'synthesised',
  'cdp',
  'cdp synth.',
  'relay floor',
  'playwright',
  'page-agent',
];

const ROUNDS = 200;
const WARM_UP = 5;
/** It waits for fixed times, which do not vary. */
const ROUNDS_PAGE_AGENT = 20;
const BUTTON = { selector: '#go' };

/**
 * Each in a window of its own: what we show on a tab that is driven would cover the button.
 * @param {import('../bed.mjs').Bed} bed
 * @param {string} site
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
export async function* clicks(bed, site) {
  // Playwright attaches itself to every page of its browser, which ours would pay for.
  const own = await startBed(site);
  const plain = await startBed(site, { TABWRIGHT_SHOW_DRIVING: 'false' });
  /** @type {Map<string, { work: () => Promise<unknown>, rounds: number, eye: import('../bed.mjs').Eye }>} */
  const clickers = new Map();
  /** @param {string} name @param {import('../bed.mjs').Bed} where */
  const openButton = async (name, where) => {
    const url = `${site}/button-${encodeURIComponent(name)}`;
    const { tab } = await where.call('open', { url, in: 'window' });
    return { url, tab, eye: await openEye(where, url) };
  };
  /**
   * @param {string} name
   * @param {import('../bed.mjs').Bed} where
   * @param {import('../bed.mjs').Backend} backend
   * @param {'auto' | 'synthesised'} input
   */
  const addOurs = async (name, where, backend, input) => {
    const { url, eye } = await openButton(name, where);
    const { tabs } = await where.call('tabs', {}, backend);
    const tab = tabs.find((/** @type {any} */ each) => each.url === url).id;
    const work = () => where.call('click', { tab, target: BUTTON, input }, backend);
    clickers.set(name, { work, rounds: ROUNDS, eye });
  };
  await addOurs('extension', own, 'extension', 'auto');
  await addOurs('nothing shown', plain, 'extension', 'auto');
  // A person sees one tab driven, not four at once: what is shown costs in one column only.
  await addOurs('synthesised', plain, 'extension', 'synthesised');
  await addOurs('cdp', plain, 'cdp', 'auto');
  await addOurs('cdp synth.', plain, 'cdp', 'synthesised');

  const relayed = await openButton('relay floor', bed);
  const floor = await rawClicker(bed, relayed.url, relayed.eye);
  clickers.set('relay floor', { work: floor.click, rounds: ROUNDS, eye: relayed.eye });

  const direct = await openButton('playwright', bed);
  const playwright = await connectPlaywright(bed, direct.url);
  const work = () => playwright.click('#go');
  clickers.set('playwright', { work, rounds: ROUNDS, eye: direct.eye });

  const indexed = await openButton('page-agent', bed);
  const pageAgent = await loadPageAgent(indexed.eye);
  await pageAgent.snapshot('viewport');
  clickers.set('page-agent', {
    work: pageAgent.click,
    rounds: ROUNDS_PAGE_AGENT,
    eye: indexed.eye,
  });

  const turns = [...clickers].map(([name, clicker]) => ({ name, ...clicker }));
  await byTurns(turns.map((turn) => ({ ...turn, rounds: WARM_UP })));
  const outcomes = await byTurns(turns);
  yield {
    name: 'button click, p50 ms',
    values: valuesOf(outcomes, ({ spans }) => median(spans)),
    against: 'playwright',
    aim: under(25),
  };
  yield { name: 'button click, best ms', values: valuesOf(outcomes, best), against: 'playwright' };
  yield {
    name: 'button click, p95 ms',
    values: valuesOf(outcomes, ({ spans }) => quantile(spans, 0.95)),
    against: 'playwright',
  };
  /** @type {Record<string, string>} */
  const heard = {};
  for (const [name, { eye, rounds }] of clickers) {
    const { trusted, made } = await eye.evaluate('clicks');
    const isRight = trusted + made === rounds + WARM_UP;
    heard[name] = `${trusted ? 'trusted' : 'made'}${isRight ? '' : ` ${trusted + made}!`}`;
  }
  yield { name: 'button click, as the page heard it', values: heard };
  floor.close();
  await playwright.close();
  for (const { eye } of clickers.values()) await eye.close();
  own.stop();
  plain.stop();
}

/**
 * Three mouse events to where the button is, and nothing else, through the relay.
 * @param {import('../bed.mjs').Bed} bed
 * @param {string} url
 * @param {import('../bed.mjs').Eye} eye
 */
async function rawClicker(bed, url, eye) {
  const client = await Client.connect(bed.relayUrl);
  const { targetInfos } = await client.send('Target.getTargets');
  const { targetId } = targetInfos.find((/** @type {any} */ each) => each.url === url);
  const line = await client.attach(targetId);
  const where = await eye.evaluate(`(() => {
    const { x, y, width, height } = go.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  const send = (/** @type {string} */ type, /** @type {object} */ more) =>
    line.send('Input.dispatchMouseEvent', { type, ...where, ...more });
  return {
    click: async () => {
      await send('mouseMoved', {});
      await send('mousePressed', { button: 'left', buttons: 1, clickCount: 1 });
      await send('mouseReleased', { button: 'left', buttons: 0, clickCount: 1 });
    },
    close: () => void client.close(),
  };
}
