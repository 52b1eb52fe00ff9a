// What an action changed, in a few lines that a caller can read.
import { cut } from '../dom/facts';
import { attributeNamesOf } from '../dom/native';
import { isInConcealed } from '../dom/secrets';
import type { Numbers } from '../numbers';
import { phraseOf } from '../snapshot/describe-control';
import { isMention, wordsOf, type Line, type Part } from '../snapshot/outline';
import { renderLine } from '../snapshot/render';
import { compare } from './compare';
import type { Description, Told } from './description';
import type { Watch } from './mutation-log';

export interface Sight {
  appeared: string[];
  appearedCount: number;
  disappeared: string[];
  disappearedCount: number;
  changed: string[];
  changedCount: number;
}

export const NO_CHANGES: Sight = {
  appeared: [],
  appearedCount: 0,
  disappeared: [],
  disappearedCount: 0,
  changed: [],
  changedCount: 0,
};

const LINES_MAX = 8;
const TEXT_CHARS_MAX = 120;
const LINE_CHARS_MAX = 240;

/** `acted` is the element acted on, whose value is told beside this. */
export function sightOf(
  before: Description,
  now: Description,
  watch: Watch,
  /** What appeared out of view. */
  beyond: readonly Told[],
  numbers: Numbers,
  acted: Element | undefined,
): Sight {
  const { came, went, changed, fields } = compare(before, now, watch);
  const news = [...came, ...beyond].sort((a, b) => urgency(b) - urgency(a)).filter(mayBeTold);
  const appeared = linesOf(news, (told) => lineFor(told, numbers));
  const disappeared = linesOf(went.filter(mayBeTold), (told) => goneLine(told, numbers));
  const told = changed.filter(
    (pair) => mayBeTold(pair.now) && !(pair.now.element === acted && isValueOnly(pair)),
  );
  const altered = linesOf(
    [
      ...told.map((pair) => () => lineFor(pair.now, numbers) + lostOf(pair)),
      ...fields
        .filter((field) => field !== acted && !isInConcealed(field))
        .map((field) => () => fieldLine(field, numbers)),
    ],
    (line) => line(),
  );
  return {
    appeared: appeared.lines,
    appearedCount: appeared.count,
    disappeared: disappeared.lines,
    disappearedCount: disappeared.count,
    changed: altered.lines,
    changedCount: altered.count,
  };
}

/** Only what is told gets a number. */
function linesOf<T>(
  items: readonly T[],
  lineOf: (item: T) => string,
): { lines: string[]; count: number } {
  const first = items.slice(0, LINES_MAX).map(lineOf);
  const lines = [...new Set(first)];
  return { lines, count: items.length - first.length + lines.length };
}

function mayBeTold({ element, line }: Told): boolean {
  return element === undefined || !(isInConcealed(element) || line.parts.every(isNameless));
}

/** A backdrop, or what keeps the focus inside a dialog: it reacts and says nothing. */
function isNameless(part: Part): boolean {
  return isMention(part) && NAMELESS.test(part.words);
}

function lineFor({ line, spoken }: Told, numbers: Numbers): string {
  if (line.parts.some(isMention)) {
    const text = renderLine(line, 0, numbers, false);
    return cut(line.kind === 'head' ? text.replace(/:$/, '') : text, LINE_CHARS_MAX);
  }
  const words = textIn(line);
  if (spoken !== undefined) return `${spoken} "${cut(words, TEXT_CHARS_MAX)}"`;
  if (line.kind === 'head') return words.replace(/:$/, '');
  if (line.kind === 'note' || !line.parts.some((part) => typeof part === 'string')) return words;
  if (line.kind === 'heading') {
    return `heading "${cut(words.replace(/^#+ /, ''), TEXT_CHARS_MAX)}"`;
  }
  return `text "${cut(words, TEXT_CHARS_MAX)}"`;
}

/** What went gets no number that it never had. */
function goneLine(told: Told, numbers: Numbers): string {
  const { line } = told;
  const mention = line.parts.find(isMention);
  if (!mention) return lineFor(told, numbers);
  const words = line.parts
    .map((part) => {
      if (!isMention(part)) return wordsOf(part);
      const number = numbers.known(part.element);
      return number === undefined ? part.words.trim() : `[${number}]${part.words}`;
    })
    .join(' ');
  return cut(words.replace(/ ?:$/, ''), LINE_CHARS_MAX);
}

function fieldLine(field: Element, numbers: Numbers): string {
  return `[${numbers.of(field)}]${phraseOf(field, attributeNamesOf(field), null)}`;
}

function textIn({ parts }: Line): string {
  return parts.map((part) => (isMention(part) ? '' : wordsOf(part))).join(' ');
}

interface Pair {
  before: Told;
  now: Told;
}

/** A state that it is not in any more, where nothing else says so: ` (was disabled)`. */
function lostOf({ before, now }: Pair): string {
  const [was, is] = [statesOf(before), statesOf(now)];
  const lost = [...was].filter((state) => !is.has(state));
  const won = [...is].filter((state) => !was.has(state));
  if (won.length > 0 || lost.length === 0) return '';
  return ` (was ${lost.join(', ')})`;
}

function statesOf({ line }: Told): Set<string> {
  const words = line.parts.find(isMention)?.words.replace(QUOTED, '') ?? '';
  return new Set(words.split(' ').filter((word) => STATES.has(word)));
}

function isValueOnly({ before, now }: Pair): boolean {
  const bare = ({ template }: Told) => template.replace(VALUE, '');
  return bare(before) === bare(now);
}

function urgency({ line, spoken }: Told): number {
  const head = line.kind === 'head' ? textIn(line) : '';
  if (/^(?:alert)?dialog\b/.test(head)) return 3;
  if (spoken === 'alert') return 2;
  return spoken !== undefined || head.startsWith('menu') ? 1 : 0;
}

const NAMELESS = /^ (?:clickable|focusable|hoverable|draggable)(?: \([\w-]+\))?(?: transparent)?$/;
const QUOTED = /"(?:\\.|[^"\\])*"/g;
const VALUE = / (?:value=••••|(?:value|placeholder)="(?:\\.|[^"\\])*")/g;
const STATES = new Set(
  (
    'checked collapsed current disabled expanded focused invalid mixed paused playing pressed readonly ' +
    'required selected'
  ).split(' '),
);
