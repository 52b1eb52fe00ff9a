// Puts what the walk meets into lines and groups: text flows until something breaks the line.
import type { SnapshotMode } from '../../wire';
import { clean, inCell, inLine } from './escape';
import { isMention, type Group, type Line, type Mention, type Part, type Piece } from './outline';

export interface Flow {
  pieces: Piece[];
  /** The line that is being written; its strings are as the page has them. */
  parts: Part[];
}

export interface Writer {
  text(data: string): void;
  mention(mention: Mention): void;
  /** Words of ours in the flow of the text. */
  remark(words: string): void;
  breakLine(): void;
  /** A finished line of its own. */
  line(kind: Line['kind'], parts: Part[]): void;
  /** Until `end`, everything goes aside; the caller decides what becomes of it. */
  begin(): void;
  end(): Flow;
  /** Puts an ended flow where it would have been. */
  rejoin(flow: Flow): void;
  /** Groups are kept when they have more than one piece, or a head and any. */
  open(): void;
  close(group: Pick<Group, 'element' | 'of' | 'shape' | 'head'>, isItem: boolean): void;
  add(piece: Piece): void;
  /** Lines do not break: the inside of headings and cells. */
  flat: number;
  inView: boolean;
}

const SEPARATORS = /^[\s|·•,/–—:>›»()[\]-]+$/;
const ROW_TEXT_CHARS_MAX = 40;

export function createWriter(mode: SnapshotMode, top: Flow): Writer {
  const flows: Flow[] = [];
  let flow = top;

  const writer: Writer = {
    flat: 0,
    inView: true,
    text(data) {
      flow.parts.push(data);
    },
    mention(mention) {
      if (mode === 'viewport' && !writer.inView) return;
      flow.parts.push(mention);
    },
    remark(words) {
      flow.parts.push({ remark: words });
    },
    breakLine() {
      if (flow.parts.length === 0) return;
      if (writer.flat > 0) {
        flow.parts.push(' ');
        return;
      }
      const parts = withoutLabels(finished(flow.parts, false));
      flow.parts = [];
      if (parts.length > 0) writeFlowing(parts);
    },
    line(kind, parts) {
      if (mode === 'viewport' && !writer.inView) return;
      if (mode === 'interactive' && kind === 'row' && !parts.some(isMention)) return;
      const told = mode === 'interactive' && kind === 'row' ? parts.map(shortened) : parts;
      flow.pieces.push({ kind, parts: told, inView: writer.inView, shape: kind });
    },
    begin() {
      flows.push(flow);
      flow = { pieces: [], parts: [] };
    },
    end() {
      if (flow.pieces.length > 0) writer.breakLine();
      const ended = flow;
      flow = flows.pop() ?? top;
      return ended;
    },
    rejoin({ pieces, parts }) {
      if (pieces.length > 0) writer.breakLine();
      flow.pieces.push(...pieces);
      flow.parts.push(...parts);
    },
    open() {
      writer.breakLine();
      flows.push(flow);
      flow = { pieces: [], parts: [] };
    },
    close(group, isItem) {
      writer.breakLine();
      const { pieces } = flow;
      flow = flows.pop() ?? top;
      const [first] = pieces;
      if (!first) return;
      if (!group.head && pieces.length === 1) {
        first.shape = group.shape;
        flow.pieces.push(first);
      } else if (!group.head && isItem && first.kind !== 'group') {
        flow.pieces.push({ kind: 'group', ...group, head: first, pieces: pieces.slice(1) });
      } else {
        flow.pieces.push({ kind: 'group', ...group, pieces });
      }
    },
    add(piece) {
      writer.breakLine();
      flow.pieces.push(piece);
    },
  };

  function writeFlowing(parts: Part[]): void {
    const mentions = parts.filter(isMention);
    if (mentions.length === 0) {
      if (mode !== 'interactive') writer.line('text', parts);
      return;
    }
    const apart =
      mode === 'interactive' || parts.every((part) => isMention(part) || isSeparator(part));
    if (!apart) {
      writer.line('mention', parts);
      return;
    }
    dropSaidBefore(mentions[0]);
    let own: Part[] = [];
    for (const mention of mentions) {
      if (own.length > 0 && !mention.inside) {
        writer.line('mention', own);
        own = [];
      }
      own.push(mention);
    }
    writer.line('mention', own);
  }

  /** Also where the label has a line of its own. */
  function dropSaidBefore(mention: Mention | undefined): void {
    const last = flow.pieces.at(-1);
    if (!mention || last?.kind !== 'text' || last.parts.length !== 1) return;
    const [text] = last.parts;
    if (typeof text === 'string' && says(mention, text)) flow.pieces.pop();
  }

  return writer;
}

/** Page text made safe, with the spaces a reader would see. */
export function finished(parts: readonly Part[], cell: boolean): Part[] {
  const done: Part[] = [];
  let text = '';
  const flush = (): void => {
    const told = inLine(clean(text));
    if (told) done.push(cell ? inCell(told) : told);
    text = '';
  };
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
    } else {
      flush();
      done.push(part);
    }
  }
  flush();
  return done;
}

/** A label right before what it names says nothing new. */
function withoutLabels(parts: Part[]): Part[] {
  return parts.filter((part, at) => {
    const next = parts[at + 1];
    return !(typeof part === 'string' && next && isMention(next) && says(next, part));
  });
}

function says({ words }: Mention, text: string): boolean {
  return words.includes(` "${text}"`) || words.includes(` "${text.replace(/\s*[:*]+$/, '')}"`);
}

function isSeparator(part: Part): boolean {
  return typeof part === 'string' && SEPARATORS.test(part);
}

function shortened(part: Part): Part {
  return typeof part === 'string' && part.length > ROW_TEXT_CHARS_MAX
    ? `${part.slice(0, ROW_TEXT_CHARS_MAX)}…`
    : part;
}
