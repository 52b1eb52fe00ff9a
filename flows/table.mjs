// @ts-check
// How often a tool was right, stopped, or did something wrong: in all, for each variant, and on what was held out.

import { VARIANTS } from './sites/kit/vary.mjs';

/** @typedef {import('./run.mjs').Outcome} Outcome */

/** @param {import('./adapters/tool.mjs').Tool} tool @param {Outcome[]} outcomes */
export function tableOf(tool, outcomes) {
  const rows = VARIANTS.map((variant) => ({
    name: variant === 'gone' ? 'gone (must stop)' : variant,
    of: outcomes.filter(({ it }) => it.variant === variant),
  }));
  rows.push({ name: 'held out', of: outcomes.filter(({ it }) => it.heldOut) });
  rows.push({ name: 'all', of: outcomes });
  const lines = rows.filter(({ of }) => of.length > 0).map(({ name, of }) => line(name, of));
  return [
    `\n${tool.name}: ${tool.about}`,
    '',
    '| | right | stopped | wrong | of |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}

/** @param {string} name @param {Outcome[]} outcomes */
function line(name, outcomes) {
  const count = (/** @type {string} */ wanted) =>
    outcomes.filter(({ verdict }) => verdict === wanted).length;
  return `| ${name} | ${count('right')} | ${count('stopped')} | ${count('wrong')} | ${outcomes.length} |`;
}
