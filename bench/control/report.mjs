// @ts-check
// One line per figure: ours beside the others', the ratio to one of them, the aim.

import { asRecorded } from '../relay/recorded.mjs';

/** @typedef {number | string | Error | undefined} Value */

/**
 * @typedef {object} Figure
 * @property {string} name with its unit
 * @property {Record<string, Value>} values by column
 * @property {string} [against] whom the ratio is taken to
 * @property {Aim} [aim]
 * @property {string} [note]
 */

/** @typedef {{ text: string, isMet: (ours: number, ratio: number) => boolean }} Aim */

/** @param {number} most @returns {Aim} */
export const under = (most) => ({ text: `< ${most}`, isMet: (ours) => ours < most });

/** @param {number} most @returns {Aim} */
export const atMost = (most) => ({ text: `≤ ${most}`, isMet: (ours) => ours <= most });

/** @param {number} most @returns {Aim} */
export const ratioAtMost = (most) => ({ text: `≤ ${most} ×`, isMet: (_, ratio) => ratio <= most });

/** @type {Aim} */
export const faster = { text: '< 1 ×', isMet: (_, ratio) => ratio < 1 };

/** @type {Aim} */
export const none = { text: '0', isMet: (ours) => ours === 0 };

/** @param {Aim[]} aims @returns {Aim} */
export const all = (...aims) => ({
  text: aims.map(({ text }) => text).join(', '),
  isMet: (ours, ratio) => aims.every(({ isMet }) => isMet(ours, ratio)),
});

const NAME_WIDTH = 46;
const CELL_WIDTH = 12;
const RATIO_WIDTH = 18;
const AIM_WIDTH = 16;

/** @param {string[]} columns */
export function header(columns) {
  return row('figure', columns, 'ratio', 'aim', '');
}

/** @param {string[]} columns the first is ours, to which aims apply @param {Figure} figure */
export function line(columns, figure) {
  const { name, values, against, aim, note = '' } = figure;
  const ratio = ratioOf(columns, figure);
  const shown = Number.isNaN(ratio) ? '' : `${ratio.toFixed(3)} × ${against}`;
  const cells = columns.map((column) => cell(values[column]));
  const said = row(name, cells, shown, aim?.text ?? '', verdict(columns, figure));
  return note ? `${said}\n    ${note}` : said;
}

/** @param {string[]} columns @param {Figure} figure */
export function verdict(columns, figure) {
  if (!figure.aim) return '';
  const ours = figure.values[columns[0]];
  const isMet = typeof ours === 'number' && figure.aim.isMet(ours, ratioOf(columns, figure));
  return isMet ? 'met' : 'MISSED';
}

/** Why there is no number. @param {Figure} figure */
export function reasons({ name, values }) {
  return Object.entries(values).flatMap(([who, value]) =>
    value instanceof Error ? [`${name}: ${who}: ${value.message.split('\n')[0]}`] : [],
  );
}

/** @param {string[]} columns @param {Figure} figure */
export function asJson(columns, figure) {
  return asRecorded(columns, figure, ratioOf(columns, figure), verdict(columns, figure));
}

/** @param {string[]} columns @param {Figure} figure */
function ratioOf(columns, { values, against }) {
  const [ours, theirs] = [values[columns[0]], against && values[against]];
  return typeof ours === 'number' && typeof theirs === 'number' ? ours / theirs : NaN;
}

/** @param {Value} value */
function cell(value) {
  if (value === undefined) return '–';
  if (value instanceof Error) return 'failed';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value) || value >= 100) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/**
 * @param {string} name
 * @param {string[]} cells
 * @param {string} ratio
 * @param {string} aim
 * @param {string} met
 */
function row(name, cells, ratio, aim, met) {
  return [
    name.padEnd(NAME_WIDTH),
    ...cells.map((text) => text.padStart(CELL_WIDTH)),
    ratio.padStart(RATIO_WIDTH),
    aim.padStart(AIM_WIDTH),
    met.padStart(6),
  ]
    .join(' ')
    .trimEnd();
}
