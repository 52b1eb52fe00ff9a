// @ts-check
// What a step costs a model: the words that are new to it after something was done on a page. Ours is what the tool
// answers, since its messages are only added to; page-agent and browser-use say the whole page anew at every step.

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { connect } from '../../mcp/agent.mjs';
import { reachOf } from '../../mcp/contenders/tabwright.mjs';
import { median } from '../../relay/spans.mjs';
import { openEye } from '../bed.mjs';
import { startBrowserUse } from '../peers/browser-use.mjs';
import { loadPageAgent } from '../peers/page-agent.mjs';
import { ratioAtMost } from '../report.mjs';

export const COLUMNS = ['tabwright', 'page-agent', 'browser-use'];

/** Things that people do on any page, as steps of the tool `act`. @type {[string, object][]} */
const SCROLLS = [
  ['a scroll by a page', { do: 'scroll', pages: 1 }],
  ['a second one', { do: 'scroll', pages: 1 }],
];
const TOP = { do: 'scroll', to: 'top' };
const FIELD = /\[(\d+)\] (?:textbox|searchbox)/;
const WORDS = ['tea', 'green tea', 'oolong'];

/**
 * @param {import('../bed.mjs').Bed} bed
 * @param {string} site
 * @param {[string, string][]} pages
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
export async function* steps(bed, site, pages) {
  const agent = await connect(reachOf(bed));
  const browserUse = await startBrowserUse(bed);
  for (const [page] of pages) {
    try {
      yield* measure(bed, agent, browserUse, `${site}/${page}`, page);
    } catch (error) {
      yield { name: `${page}: the rest`, values: { tabwright: /** @type {Error} */ (error) } };
    }
  }
  browserUse.stop();
  await agent.close();
}

/**
 * @param {import('../bed.mjs').Bed} bed
 * @param {import('../../mcp/agent.mjs').Agent} agent
 * @param {import('../peers/browser-use.mjs').BrowserUse} browserUse
 * @param {string} url
 * @param {string} page
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
async function* measure(bed, agent, browserUse, url, page) {
  const act = (/** @type {object} */ step) => agent.call('act', { steps: [step] });
  const first = await agent.call('navigate', { url });
  const eye = await openEye(bed, url);
  const pageAgent = await loadPageAgent(eye);
  /** What each of the others would say of the page as it is. */
  const others = async () => ({
    'page-agent': tokens(await pageAgent.snapshot('viewport').finally(pageAgent.clean)),
    'browser-use': await browserUse.describe(url).then(tokens, asError),
  });
  const look = { tabwright: tokens(first.text), ...(await others()) };
  yield { name: `${page}: the first look, tokens`, values: look };

  const field = FIELD.exec(first.text)?.[1];
  const typing = WORDS.map((text) => ({ do: 'type', target: Number(field), text }));
  const typed = [];
  for (const step of field ? typing : []) {
    const answer = await act(step);
    typed.push({ tabwright: tokens(answer.text), ...(await others()) });
  }
  if (typed.length > 0) {
    yield {
      name: `${page}: a step that changes a field, tokens`,
      values: columnwise(typed, median),
      against: 'page-agent',
      aim: ratioAtMost(0.5),
    };
  }
  await act(TOP);
  const scrolled = [];
  for (const [what, step] of SCROLLS) {
    const answer = await act(step);
    const values = { tabwright: tokens(answer.text), ...(await others()) };
    scrolled.push(values);
    yield { name: `${page}: ${what}, tokens`, values, against: 'page-agent' };
  }
  const all = [look, ...typed, ...scrolled];
  yield {
    name: `${page}: the look and ${all.length - 1} steps, tokens`,
    values: columnwise(all, sum),
    against: 'page-agent',
  };
  await eye.close();
}

/**
 * @param {Record<string, import('../report.mjs').Value>[]} all
 * @param {(numbers: number[]) => number} reduce
 */
function columnwise(all, reduce) {
  const of = (/** @type {string} */ column) => {
    const values = all.map((each) => each[column]);
    const failed = values.find((value) => typeof value !== 'number');
    return failed ?? reduce(/** @type {number[]} */ (values));
  };
  return Object.fromEntries(COLUMNS.map((column) => [column, of(column)]));
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {unknown} error */
function asError(error) {
  return error instanceof Error ? error : new Error(String(error));
}

/** @param {string} text */
function tokens(text) {
  return encode(text, { disallowedSpecial: new Set() }).length;
}
