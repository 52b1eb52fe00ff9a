// @ts-check
// Runs the steps of a task through one of the two faces of Tabwright.

import { describe } from './steps.mjs';

/**
 * @typedef {object} Face what a task needs, by verbs or by MCP
 * @property {(url: string) => Promise<string>} open
 * @property {() => Promise<string>} snapshot
 * @property {(step: import('./steps.mjs').Act) => Promise<string>} act its targets are those of Tabwright
 * @property {(what: string) => Promise<string>} read
 * @property {(script: string) => Promise<any>} evaluate an expression, in the page
 */

/** A step that failed, in one line. */
export class StepFailed extends Error {}

/**
 * @param {Face} face
 * @param {import('./steps.mjs').Step[]} steps
 * @param {string} url where the application is
 * @param {(words: string) => void} trace
 */
export async function perform(face, steps, url, trace) {
  trace(await face.open(url));
  for (const [index, step] of steps.entries()) {
    const line = `step ${index + 1} of ${steps.length}, ${describe(step)}`;
    trace(`\n### ${line}`);
    try {
      await once(face, step, url, trace);
    } catch (error) {
      trace(`### failed: ${words(error)}`);
      // What the page shows now tells most about why.
      if (!('see' in step)) trace(await face.snapshot().catch(words));
      throw new StepFailed(`${line}: ${words(error)}`);
    }
  }
}

/**
 * @param {Face} face
 * @param {import('./steps.mjs').Step} step
 * @param {string} url
 * @param {(words: string) => void} trace
 */
async function once(face, step, url, trace) {
  if ('visit' in step) return trace(await face.open(new URL(step.visit, url).href));
  if ('see' in step) {
    const snapshot = await face.snapshot();
    trace(snapshot);
    if (step.see.test(snapshot) === Boolean(step.not)) {
      throw new Error(step.not ? 'the snapshot shows it' : 'the snapshot does not show it');
    }
    return;
  }
  if ('read' in step) {
    const text = await face.read(step.read);
    trace(text);
    if (!step.has.test(text)) throw new Error(`it has not: ${text.slice(0, 300)}`);
    return;
  }
  const { tells, ...act } = step;
  const answer = await face.act({
    ...act,
    ...(act.target && { target: await number(face, act.target) }),
    ...(act.to && { to: await number(face, act.to) }),
  });
  trace(answer);
  if (tells && !tells.test(answer)) throw new Error(`it tells: ${answer.slice(0, 300)}`);
}

/** @param {Face} face @param {import('./steps.mjs').Target} target @returns {Promise<string>} */
async function number(face, target) {
  if (typeof target === 'string') return target;
  const snapshot = await face.snapshot();
  const found = target.exec(snapshot);
  if (!found) throw new Error(`nothing in the snapshot fits:\n${snapshot}`);
  const line = snapshot.lastIndexOf('\n', found.index) + 1;
  const until = snapshot.slice(line, found.index + found[0].length);
  // Brackets in the page's own words are escaped.
  const numbers = [...until.matchAll(/(?<!\\)\[(\d+)\]/g)];
  if (numbers.length === 0) throw new Error(`${JSON.stringify(until)} has no number`);
  return numbers[numbers.length - 1][1];
}

/** @param {unknown} error */
function words(error) {
  return error instanceof Error ? error.message : String(error);
}
