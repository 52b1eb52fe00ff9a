// What differs between two versions of a page, by its lines.

export interface DiffLine {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** More than so many pairs of lines would keep the page busy for long. */
const PAIRS_MAX = 4_000_000;

/** Undefined where the two are too long to be compared. */
export function diffLines(before: string, after: string): DiffLine[] | undefined {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  // What both begin and end with needs no comparison, and is most of it.
  let start = 0;
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start += 1;
  let end = 0;
  const room = Math.min(old.length, fresh.length) - start;
  while (end < room && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const gone = old.slice(start, old.length - end);
  const come = fresh.slice(start, fresh.length - end);
  if (gone.length * come.length > PAIRS_MAX) return undefined;
  const same = (text: string): DiffLine => ({ kind: 'same', text });
  return [
    ...old.slice(0, start).map(same),
    ...between(gone, come),
    ...old.slice(old.length - end).map(same),
  ];
}

/** By the longest common subsequence. */
function between(gone: readonly string[], come: readonly string[]): DiffLine[] {
  const width = come.length + 1;
  const lengths = new Uint32Array((gone.length + 1) * width);
  const lengthAt = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = gone.length - 1; row >= 0; row -= 1) {
    for (let column = come.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        gone[row] === come[column]
          ? lengthAt(row + 1, column + 1) + 1
          : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [row, column] = [0, 0];
  while (row < gone.length || column < come.length) {
    const [old, fresh] = [gone[row], come[column]];
    if (old !== undefined && old === fresh) {
      lines.push({ kind: 'same', text: old });
      row += 1;
      column += 1;
    } else if (old !== undefined && lengthAt(row + 1, column) >= lengthAt(row, column + 1)) {
      lines.push({ kind: 'removed', text: old });
      row += 1;
    } else {
      lines.push({ kind: 'added', text: fresh ?? '' });
      column += 1;
    }
  }
  return lines;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
