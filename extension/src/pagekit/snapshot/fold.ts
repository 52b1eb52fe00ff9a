// Makes an outline fit into so many characters: first long texts are cut and runs of like things
// summed up, then text out of view goes, then whatever is furthest from use. It says what it left out.
import { cut } from '../dom/facts';
import {
  forEachLine,
  isGroup,
  isMention,
  type Group,
  type Line,
  type Part,
  type Piece,
} from './outline';
import { sizeOf } from './render';

export interface Folded {
  lines: Placed[];
  /** Elements that a person could use and that are not in the lines. */
  leftOut: number;
}

export interface Placed {
  line: Line;
  depth: number;
}

interface Level {
  /** Longer page texts are cut; 0 leaves them out. */
  textOut: number;
  textIn: number;
}

/** How much of a run of like things is told. */
interface Runs {
  max: number;
  /** More is told of the first so many. */
  favoured?: { first: number; max: number };
}

const LEVELS: readonly Level[] = [
  { textOut: 400, textIn: 2000 },
  { textOut: 160, textIn: 800 },
  { textOut: 80, textIn: 500 },
  { textOut: 0, textIn: 300 },
  { textOut: 0, textIn: 100 },
];
/** Of a run of like things, the first so many show what the others are. */
const RUN_MIN = 3;
/** A budget that is used so far needs no second look. */
const WELL_USED = 0.9;
/** A power of two: more runs than fit into any budget. */
const FAVOURED_MAX = 1024;
/** Kept for the note that says what is missing. */
const NOTE_CHARS = 200;

/** What a snapshot is of: everything, or one element without its first pieces. */
export interface Scope {
  within: Element | undefined;
  skip: number;
}

export function fold(pieces: readonly Piece[], charsMax: number, within: Scope): Folded {
  const whole = flat(pieces);
  const total = countIn(whole);
  if (sizeIn(whole) <= charsMax) return { lines: whole, leftOut: 0 };
  const room = Math.max(charsMax - NOTE_CHARS, 0);
  for (const level of LEVELS) {
    const shortest = shrunk(pieces, level, { max: RUN_MIN }, within);
    if (sizeIn(shortest) > room) continue;
    const lines = longestFitting(pieces, level, room, shortest, within);
    if (level.textOut === 0)
      lines.push(note('… text out of view is left out: scroll, or ask within an element'));
    return { lines, leftOut: total - countIn(lines) };
  }
  const last = LEVELS.at(-1) ?? { textOut: 0, textIn: 100 };
  const lines = mostUseful(shrunk(pieces, last, { max: 1 }, within), room);
  const leftOut = total - countIn(lines);
  if (charsMax > NOTE_CHARS) {
    lines.push(
      note(
        `… ${counted(leftOut)} more elements are left out: scroll and ask with mode=viewport, or ask ` +
          'within an element, or with more characters',
      ),
    );
  }
  return { lines, leftOut };
}

/** As many of each run as there is room for, and then more of the first runs. */
function longestFitting(
  pieces: readonly Piece[],
  level: Level,
  room: number,
  shortest: Placed[],
  within: Scope,
): Placed[] {
  let best = shortest;
  const fits = (runs: Runs): boolean => {
    const lines = shrunk(pieces, level, runs, within);
    if (sizeIn(lines) > room) return false;
    best = lines;
    return true;
  };
  let low = RUN_MIN;
  let high = 20_000;
  while (high - low > Math.max(1, low >> 4)) {
    const middle = Math.floor(Math.sqrt(low * high));
    if (middle <= low) break;
    if (fits({ max: middle })) low = middle;
    else high = middle;
  }
  if (sizeIn(best) > room * WELL_USED) return best;
  // Many runs of one length come all at once; some of them may still fit.
  let first = 0;
  for (let step = FAVOURED_MAX; step >= 1; step /= 2) {
    if (fits({ max: low, favoured: { first: first + step, max: high } })) first += step;
  }
  return best;
}

function shrunk(pieces: readonly Piece[], level: Level, runs: Runs, within: Scope): Placed[] {
  const lines: Placed[] = [];
  let folded = 0;

  function into(pieces: readonly Piece[], depth: number, owner: Group | undefined): void {
    let at = 0;
    while (at < pieces.length) {
      const end = runEnd(pieces, at);
      const max = maxOf(end - at);
      const folds = end - at > max + 1;
      let hidden = 0;
      const tell = (index: number): void => {
        if (hidden > 0) lines.push(moreNote(hidden, index - hidden, depth, owner, within));
        hidden = 0;
      };
      for (let index = at; index < end; index += 1) {
        const piece = pieces[index];
        if (!piece) continue;
        if (folds && index - at >= max && !isInView(piece)) {
          hidden += 1;
          continue;
        }
        tell(index);
        if (!isGroup(piece)) pushShrunk(lines, piece, depth, level);
        else {
          if (piece.head) pushShrunk(lines, piece.head, depth, level);
          into(piece.pieces, piece.head ? depth + 1 : depth, piece);
        }
      }
      tell(end);
      at = end;
    }
  }

  function maxOf(length: number): number {
    if (!runs.favoured || length <= runs.max + 1) return runs.max;
    folded += 1;
    return folded <= runs.favoured.first ? runs.favoured.max : runs.max;
  }

  into(pieces, 0, undefined);
  return lines;
}

/** Where pieces cease to be like the first. Paragraphs are never alike. */
function runEnd(pieces: readonly Piece[], start: number): number {
  const first = pieces[start];
  let end = start + 1;
  if (!first || first.shape === 'p' || first.shape === 'text' || first.shape === 'heading')
    return end;
  while (pieces[end]?.shape === first.shape) end += 1;
  return end;
}

/** Says how to see only what is left out: from which piece on. */
function moreNote(
  count: number,
  from: number,
  depth: number,
  owner: Group | undefined,
  { within, skip }: Scope,
): Placed {
  const words = `… ${counted(count)} more ${owner?.of ?? 'parts'} like these`;
  if (!owner) return { ...note(`${words}: scroll to them and ask with mode=viewport`), depth };
  const mention = { element: owner.element, words: '', address: '', inside: false, counts: false };
  const known = from + (owner.element === within ? skip : 0);
  const parts: Part[] = [{ remark: `${words}: ask within` }, mention, { remark: `skip ${known}` }];
  return { line: { kind: 'note', parts, inView: false, shape: 'note' }, depth };
}

/** The pieces of the scope: without those that are skipped. */
export function piecesIn(pieces: readonly Piece[], { within, skip }: Scope): Piece[] {
  const [only] = pieces;
  if (skip === 0 || !only) return [...pieces];
  if (isGroup(only) && only.element === within) {
    const left = only.pieces.slice(skip);
    return left.length > 0 ? [{ ...only, head: undefined, pieces: left }, ...pieces.slice(1)] : [];
  }
  return pieces.slice(skip);
}

function pushShrunk(lines: Placed[], line: Line, depth: number, level: Level): void {
  const max = line.inView ? level.textIn : level.textOut;
  if (line.kind === 'text') {
    if (max === 0) return;
    lines.push({ line: withCutTexts(line, max), depth });
  } else if (line.kind === 'mention' || line.kind === 'row') {
    if (max === 0 && line.kind === 'row' && !line.parts.some(isMention)) return;
    lines.push({ line: withCutTexts(line, line.kind === 'row' ? 20 + max / 4 : max), depth });
  } else lines.push({ line, depth });
}

function withCutTexts(line: Line, charsMax: number): Line {
  if (!line.parts.some((part) => typeof part === 'string' && part.length > charsMax)) return line;
  const parts: Part[] = [];
  for (const part of line.parts) {
    if (typeof part !== 'string') parts.push(part);
    else if (charsMax > 0) parts.push(cut(part, charsMax));
  }
  return { ...line, parts };
}

/** What can be used before what can be read, what is in view before what is not. */
function mostUseful(lines: Placed[], room: number): Placed[] {
  const kept = new Set<Placed>();
  let left = room;
  for (let rank = 0; rank <= 4; rank += 1) {
    for (const placed of lines) {
      if (rankOf(placed.line) !== rank) continue;
      const size = sizeOf(placed.line, placed.depth);
      if (size > left) continue;
      kept.add(placed);
      left -= size;
    }
  }
  return lines.filter((placed) => kept.has(placed));
}

function rankOf(line: Line): number {
  const useful = line.parts.some((part) => isMention(part) && part.counts);
  if (line.inView) return useful || line.kind === 'head' ? 0 : line.kind === 'heading' ? 1 : 2;
  return useful ? 3 : 4;
}

function isInView(piece: Piece): boolean {
  if (!isGroup(piece)) return piece.inView;
  return piece.head?.inView === true || piece.pieces.some(isInView);
}

function note(words: string): Placed {
  const line: Line = { kind: 'note', parts: [{ remark: words }], inView: false, shape: 'note' };
  return { line, depth: 0 };
}

export function flat(pieces: readonly Piece[]): Placed[] {
  const lines: Placed[] = [];
  forEachLine(pieces, 0, (line, depth) => lines.push({ line, depth }));
  return lines;
}

export function countIn(lines: readonly Placed[]): number {
  let count = 0;
  for (const { line } of lines) {
    for (const part of line.parts) if (isMention(part) && part.counts) count += 1;
  }
  return count;
}

function sizeIn(lines: readonly Placed[]): number {
  let size = 0;
  for (const { line, depth } of lines) size += sizeOf(line, depth);
  return size;
}

function counted(count: number): string {
  return count.toLocaleString('en-US');
}
