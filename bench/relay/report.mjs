// @ts-check
// One line per figure: ours beside the others', the aim, and whether it is met.

import { asRecorded } from './recorded.mjs';

/** @typedef {Record<string, number | string | Error | undefined>} Values by contender */

/**
 * @typedef {object} Figure
 * @property {string} name with its unit
 * @property {Values} values
 * @property {'floor' | 'direct' | 'playwriter'} [against] whom the ratio is taken to
 * @property {Aim} [aim]
 */

/** @typedef {{ text: string, isMet: (ours: any, ratio: number) => boolean }} Aim */

/** @param {number} most @param {string} unit @returns {Aim} */
export const under = (most, unit) => ({ text: `< ${most} ${unit}`, isMet: (ours) => ours < most });

/** @param {number} most @returns {Aim} */
export const ratioAtMost = (most) => ({
  text: `≤ ${most} ×`,
  isMet: (_, ratio) => ratio <= most,
});

/** @param {number} least @returns {Aim} */
export const ratioAtLeast = (least) => ({
  text: `≥ ${least} ×`,
  isMet: (_, ratio) => ratio >= least,
});

const OURS = 'tabwright';
const COLUMNS = [OURS, 'floor', 'direct', 'playwriter'];
const WIDTHS = [44, 12, 12, 12, 12, 20, 14, 6];

export function header() {
  return row(['figure', ...COLUMNS, 'ratio', 'aim', '']);
}

/** @param {Figure} figure */
export function line({ name, values, against, aim }) {
  const ratio = ratioOf({ name, values, against });
  const shown = Number.isNaN(ratio) ? '' : `${ratio.toFixed(2)} × ${against}`;
  const cells = COLUMNS.map((column) => cell(values[column]));
  return row([name, ...cells, shown, aim?.text ?? '', verdict({ name, values, against, aim })]);
}

/** Why there is no number. @param {Figure} figure @returns {string[]} */
export function reasons({ name, values }) {
  return Object.entries(values).flatMap(([who, value]) =>
    value instanceof Error ? [`${name}: ${who}: ${value.message.split('\n')[0]}`] : [],
  );
}

/** @param {Figure} figure */
export function asJson(figure) {
  return asRecorded(COLUMNS, figure, ratioOf(figure), verdict(figure));
}

/** @param {Figure} figure */
export function verdict({ name, values, against, aim }) {
  if (!aim) return '';
  const ours = values[OURS];
  const isMet = ours !== undefined && !(ours instanceof Error);
  return isMet && aim.isMet(ours, ratioOf({ name, values, against })) ? 'met' : 'MISSED';
}

/** @param {Figure} figure */
function ratioOf({ values, against }) {
  const [ours, theirs] = [values[OURS], against && values[against]];
  return typeof ours === 'number' && typeof theirs === 'number' ? ours / theirs : NaN;
}

/** @param {Values[string]} value */
function cell(value) {
  if (value === undefined) return '–';
  if (value instanceof Error) return 'failed';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value) || value >= 1000) return value.toFixed(0);
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** @param {string[]} cells */
function row(cells) {
  return cells
    .map((text, column) => (column === 0 ? text.padEnd(WIDTHS[0]) : text.padStart(WIDTHS[column])))
    .join(' ')
    .trimEnd();
}
