// Keeping a reading within its length: cut where a reader would pause, and say where to read on.
import type { Numbers } from '../numbers';
import { parentOf } from '../dom/tree';

/** Where in a reading an element's part begins, in order. */
export interface Piece {
  element: Element;
  start: number;
}

export interface Reading {
  text: string;
  pieces: Piece[];
}

/** Room for the line that says what is left. */
const NOTE_CHARS = 120;
const NUMBERS_MAX = 4;

export type Pause = (text: string, charsMax: number) => number;

/** The reading, or its beginning with a last line that tells of the rest. */
export function fit(
  { text, pieces }: Reading,
  charsMax: number,
  numbers: Numbers,
  { pause = pauseInText, wrap = (note: string) => `\n\n${note}` } = {},
): string {
  if (text.length <= charsMax) return text;
  const end = pause(text, Math.max(0, charsMax - NOTE_CHARS));
  const shown = text.slice(0, end).trimEnd();
  const more = (text.length - shown.length).toLocaleString('en');
  const rest = restOf(pieces, end).map((element) => numbers.of(element));
  const how = rest.length > 0 ? `read on with within=${choice(rest)}` : 'ask for more characters';
  return (shown + wrap(`… ${more} characters more; ${how}`)).slice(0, charsMax);
}

/** The end of the last paragraph, sentence or word that fits. */
export function pauseInText(text: string, charsMax: number): number {
  const window = text.slice(0, charsMax);
  const earliest = Math.floor(charsMax * 0.6);
  const paragraph = window.lastIndexOf('\n\n');
  if (paragraph > earliest) return paragraph;
  const line = window.lastIndexOf('\n');
  if (line > earliest) return line;
  const sentence = lastMatch(window, /[.!?…]["'”’)\]]?(?=\s)|[。！？]/g);
  if (sentence > earliest) return sentence;
  const word = lastMatch(window, /\s/g);
  if (word > earliest) return word;
  return splitsPair(text, charsMax) ? charsMax - 1 : charsMax;
}

/** The end of the last whole tag or text that fits. */
export function pauseInMarkup(text: string, charsMax: number): number {
  const tag = text.lastIndexOf('<', charsMax);
  return tag > charsMax * 0.6 ? tag : pauseInText(text, charsMax);
}

/** The largest elements that begin after the cut, in order; the first few. */
function restOf(pieces: Piece[], end: number): Element[] {
  const first = pieces.findIndex(({ start }) => start >= end);
  if (first < 0) return [];
  let before = pieces[first - 1]?.element;
  const rest: Element[] = [];
  for (const { element } of pieces.slice(first)) {
    const last = rest.at(-1);
    if (last && holds(last, element)) continue;
    if (rest.length === NUMBERS_MAX) break;
    rest.push(widest(element, before));
    before = element;
  }
  return rest;
}

function widest(element: Element, before: Element | undefined): Element {
  let wide = element;
  if (!before) return wide;
  const around = new Set<Element>();
  for (let at: Element | null = before; at; at = parentOf(at)) around.add(at);
  for (let at = parentOf(element); at; at = parentOf(at)) {
    if (at.tagName === 'BODY' || around.has(at)) break;
    wide = at;
  }
  return wide;
}

function holds(ancestor: Element, element: Element): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) {
    if (at === ancestor) return true;
  }
  return false;
}

function choice(numbers: number[]): string {
  const shown = numbers.slice(0, NUMBERS_MAX - 1);
  return shown.join(', ') + (numbers.length > shown.length ? ' …' : '');
}

function lastMatch(text: string, pattern: RegExp): number {
  let last = -1;
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length;
  return last;
}

function splitsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit <= 0xdbff;
}
