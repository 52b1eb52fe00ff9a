// Functions of a script that run in a page.

import { isLocator } from './finding.js';
import { targetOf } from './reading.js';
import { argumentsOf, isCallable, sourceOf } from './scripts.js';

/** Runs a function or an expression; an element as the whole argument is handed over. */
export async function runIn(tab, doing, script, argument, frame) {
  const source = sourceOf(script, doing);
  const params = { script: source, frame };
  if (isLocator(argument)) Object.assign(params, { target: targetOf(argument), args: [] });
  else if (isCallable(script)) params.args = argumentsOf(argument, doing);
  return (await tab.ask(doing, 'eval', params)).value;
}

/** Resolves when it is true in the page, with something that tells its value. */
export async function waitForFunction(tab, doing, script, argument, options, frame) {
  const source = sourceOf(script, doing);
  const args = argumentsOf(argument, doing).map((one) => JSON.stringify(one));
  const expression = isCallable(script) ? `(${source})(${args.join(', ')})` : source;
  const params = { for: { type: 'function', script: expression }, timeoutMs: tab.waitMs(options) };
  await tab.ask(doing, 'wait', { ...params, frame });
  return Object.freeze({ jsonValue: () => runIn(tab, doing, script, argument, frame) });
}
