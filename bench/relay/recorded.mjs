// @ts-check
// A figure as `cargo xtask bench` records it in bench/figures.json.

/** The last word of a figure's name is its unit if it is one of these. */
const UNITS = ['ms', 's', 'MB', 'bytes', 'chars', 'tokens', 'commands/s'];

/** @typedef {number | string | Error | undefined} Value */

/**
 * @typedef {object} Measured
 * @property {string} name with its unit
 * @property {Record<string, Value>} values by column
 * @property {string} [against] whom the ratio is taken to
 * @property {{ text: string }} [aim]
 */

/**
 * @param {string[]} columns the first is ours, to which ratio and aim apply
 * @param {Measured} figure
 * @param {number} ratio NaN if there is none
 * @param {string} verdict
 */
export function asRecorded([ours, ...others], { name, values, against, aim }, ratio, verdict) {
  const words = name.split(' ');
  const unit = UNITS.find((each) => each === words.at(-1));
  const figure = unit ? words.slice(0, -1).join(' ').replace(/,$/, '') : name;
  const there = others.filter((column) => values[column] !== undefined);
  return {
    figure,
    unit,
    ours,
    value: cell(values[ours]),
    others: Object.fromEntries(there.map((column) => [column, cell(values[column])])),
    against,
    ratio: Number.isNaN(ratio) ? undefined : rounded(ratio),
    aim: aim?.text,
    met: aim && verdict === 'met',
  };
}

/** What failed is null. @param {Value} value */
function cell(value) {
  if (value === undefined || value instanceof Error) return null;
  return typeof value === 'number' ? rounded(value) : value;
}

/** To four digits: the others are noise. @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(4));
}
