// A page as it is seen, before it becomes text: lines, and groups of lines that belong together.

export interface Line {
  kind: 'text' | 'heading' | 'row' | 'mention' | 'head' | 'note';
  parts: Part[];
  inView: boolean;
  /** Of what it came from, to tell that neighbours are alike. */
  shape: string;
}

/** A string is page text, made safe when its line is finished. */
export type Part = string | Mention | Remark;

/** Words of ours in the flow of the text: `image "A cat"`. */
export interface Remark {
  remark: string;
}

/** An element that gets a number when it is shown. */
export interface Mention {
  element: Element;
  /** ` button "Save" disabled`. */
  words: string;
  /** ` → /docs`, for where there is room. */
  address: string;
  /** It is part of the element mentioned before it. */
  inside: boolean;
  /** Whether a person could use it; frames and folded containers only need a number. */
  counts: boolean;
}

export interface Group {
  kind: 'group';
  /** What is inside is indented below it. */
  head: Line | undefined;
  pieces: Piece[];
  shape: string;
  element: Element;
  /** What its pieces are called when many are left out. */
  of: 'rows' | 'items' | 'parts';
}

export type Piece = Line | Group;

export function isMention(part: Part): part is Mention {
  return typeof part !== 'string' && 'element' in part;
}

export function isGroup(piece: Piece): piece is Group {
  return piece.kind === 'group';
}

/** Every line with how deep it is, in order. */
export function forEachLine(
  pieces: readonly Piece[],
  depth: number,
  tell: (line: Line, depth: number) => void,
): void {
  for (const piece of pieces) {
    if (!isGroup(piece)) {
      tell(piece, depth);
    } else if (piece.head) {
      tell(piece.head, depth);
      forEachLine(piece.pieces, depth + 1, tell);
    } else {
      forEachLine(piece.pieces, depth, tell);
    }
  }
}

export function hasMention(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => {
    if (!isGroup(piece)) return mentions(piece);
    return (piece.head !== undefined && mentions(piece.head)) || hasMention(piece.pieces);
  });
}

/** The text of lines that mention nothing. */
export function textOf(pieces: readonly Piece[]): string {
  const texts: string[] = [];
  forEachLine(pieces, 0, (line) => {
    for (const part of line.parts) if (!isMention(part)) texts.push(wordsOf(part));
  });
  return texts.join(' ');
}

export function wordsOf(part: Exclude<Part, Mention>): string {
  return typeof part === 'string' ? part : part.remark;
}

function mentions(line: Line): boolean {
  return line.parts.some(isMention);
}
