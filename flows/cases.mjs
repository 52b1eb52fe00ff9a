// @ts-check
// Every chore on every variant of its site, and what is wanted of it.

import { CHORES } from './chores.mjs';
import { VARIANTS } from './sites/kit/vary.mjs';

/**
 * @typedef {object} Case one chore on one variant of its site
 * @property {import('./chores.mjs').Chore} chore
 * @property {string} variant
 * @property {boolean} heldOut a third of those on changed sites: counted, and nobody may look at them to make a tool better
 * @property {'right' | 'stopped'} wanted
 * @property {Record<string, string>} given the values that it is done with
 */

/** @returns {Case[]} */
export function allCases() {
  return CHORES.flatMap((chore, row) =>
    VARIANTS.map((variant, column) => ({
      chore,
      variant,
      heldOut: variant !== 'same' && (row + column) % 3 === 2,
      wanted: variant === 'gone' ? 'stopped' : 'right',
      given: variant === 'values' ? chore.others : chore.values,
    })),
  );
}

/**
 * The same data with the values in the place of their names.
 * @template T @param {T} data @param {Record<string, string>} values @returns {T}
 */
export function filled(data, values) {
  const text = JSON.stringify(data).replaceAll(/\{(\w+)\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`no value is named ${name}`);
    return JSON.stringify(values[name]).slice(1, -1);
  });
  return JSON.parse(text);
}
