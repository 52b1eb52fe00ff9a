// The part of a long text that is in view: a log of ten thousand lines can be one text node.
import type { Area } from './view';

const LONG_CHARS = 400;

export function textInView(text: Text, area: Area): string {
  const { data } = text;
  if (data.trim() === '') return ' ';
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  const rect = range.getBoundingClientRect();
  if (rect.bottom <= area.top || rect.top >= area.bottom) return '';
  if (data.length <= LONG_CHARS) return data;
  const start = firstOffset(text, range, (top, bottom) => bottom > area.top && top < Infinity);
  const end = firstOffset(text, range, (top) => top >= area.bottom);
  const part = data.slice(start, end);
  return `${start > 0 ? '… ' : ''}${part}${end < data.length ? ' …' : ''}`;
}

/** By bisection: text runs downwards. */
function firstOffset(
  text: Text,
  range: Range,
  reached: (top: number, bottom: number) => boolean,
): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    range.setStart(text, middle);
    range.setEnd(text, Math.min(middle + 1, text.length));
    const rect = range.getBoundingClientRect();
    if (reached(rect.top, rect.bottom)) high = middle;
    else low = middle + 1;
  }
  return low;
}
