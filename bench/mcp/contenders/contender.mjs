// @ts-check
// What every contender can do, in its own words.

import { connect, together } from '../agent.mjs';

/** @typedef {import('../agent.mjs').Agent} Agent */
/** @typedef {import('../agent.mjs').Said} Said */

/**
 * @typedef {object} Contender
 * @property {string} name its column
 * @property {string} folder by which its processes are known
 * @property {() => import('../agent.mjs').Transport} reach starts a process of it, or connects to one
 * @property {(agent: Agent) => Promise<Words>} speak
 * @property {() => void} stop
 */

/**
 * @typedef {object} Words
 * @property {() => Promise<Said>} begin the first and cheapest thing that needs a browser
 * @property {(url: string) => Promise<Said>} visit goes there and sees it
 * @property {() => Promise<Said>} see
 * @property {RegExp} button how the only button is told of; catches its reference
 * @property {(reference: string) => Promise<Said>} click and what it changed
 * @property {() => Promise<Said>} evaluate 1 + 1 in the page
 * @property {() => Promise<Said>} [runNothing] a script that does nothing
 * @property {() => Promise<Said>} evaluateMany in one script where there are scripts
 * @property {() => Promise<unknown>} [end] what does not end with its process
 */

/** @typedef {Awaited<ReturnType<typeof open>>} Session */

export const MANY = 100;
const SUM_OF_MANY = String(2 * MANY);

/** For those whose scripts have Playwright's `page`. */
export const LOOP = `let sum = 0;
for (let n = 0; n < ${MANY}; n += 1) sum += await page.evaluate("1+1");
return sum;`;

/** One conversation, which lasts as long as the run. @param {Contender} contender */
export async function open(contender) {
  const transport = contender.reach();
  const agent = await connect(transport);
  const words = await contender.speak(agent);
  const { pid } = /** @type {{ pid?: number }} */ (transport);
  return { contender, agent, words, pid };
}

/** One call each, for those without scripts. @param {() => Promise<Said>} evaluate */
export async function evaluateOneByOne(evaluate) {
  const all = [];
  for (let n = 0; n < MANY; n += 1) all.push(await evaluate());
  return together(...all, { text: SUM_OF_MANY, bytes: 0 });
}

/**
 * A figure is only worth something if the thing was done.
 * @param {Said} said
 * @param {string} wanted
 */
export function told(said, wanted) {
  if (said.text.includes(wanted)) return said;
  throw new Error(`"${wanted}" is not told: ${said.text.slice(0, 200)}`);
}

/** @param {Said} said */
export function toldMany(said) {
  return told(said, SUM_OF_MANY);
}
