// What changed between two snapshots: `+` came, `-` went, `~` is otherwise now. A line without a sign
// only tells where the next one is.
import { cut } from '../dom/facts';
import type { Numbers } from '../numbers';
import type { Placed } from './fold';
import type { RememberedLine } from './snapshot-cache';
import { isMention, type Line } from './outline';
import { renderLine } from './render';

export const NO_CHANGE = 'no change';
const GONE_CHARS_MAX = 80;
const COVERED_NAMED_MAX = 4;
const NO_LINE: RememberedLine = { key: '', template: '', number: undefined, covered: false };
const MORE = '… more has changed: take a whole snapshot';

export function differenceOf(
  before: readonly RememberedLine[],
  now: readonly Placed[],
  nowLines: readonly RememberedLine[],
  numbers: Numbers,
  charsMax: number,
  /** A modal dialog has opened: what is behind it has not gone. */
  isBehind = false,
): string {
  const old = byKey(before);
  const covers = createCovers();
  const mentioned = new Set<number | undefined>();
  const out = createOutput(charsMax);
  let context: Line | undefined;
  now.forEach((placed, at) => {
    const { line } = placed;
    for (const part of line.parts) if (isMention(part)) mentioned.add(numbers.known(part.element));
    const { key, template, covered } = nowLines[at] ?? NO_LINE;
    const match = old.get(key)?.shift();
    if (match) covers.note(match, covered, line);
    if (match?.template === template) {
      if (line.kind === 'heading' || line.kind === 'head') context = line;
      return;
    }
    if (context) out.push(`  ${renderLine(context, 0, numbers, false)}`);
    context = undefined;
    out.push(`${match ? '~' : '+'} ${renderLine(line, 0, numbers, false)}`);
  });
  for (const line of isBehind ? [] : before) {
    const left = old.get(line.key);
    if (!left?.includes(line)) continue;
    if (line.number === undefined) out.push(`- ${cut(line.template, GONE_CHARS_MAX)}`);
    else if (!mentioned.has(line.number)) {
      out.push(`- [${line.number}]${cut(line.template, GONE_CHARS_MAX)}`);
    }
  }
  for (const line of covers.lines(numbers)) out.push(line);
  return out.text() || NO_CHANGE;
}

/** A dialog lies upon all that is behind it: that is told once, and not of each element. */
function createCovers(): {
  note(before: RememberedLine, isCovered: boolean, line: Line): void;
  lines(numbers: Numbers): string[];
} {
  const covered: Element[] = [];
  const freed: Element[] = [];
  return {
    note(before, isCovered, line) {
      const lead = line.parts.find(isMention)?.element;
      if (lead && before.covered !== isCovered) (isCovered ? covered : freed).push(lead);
    },
    lines: (numbers) => [
      ...coverLine(covered, 'covered now', numbers),
      ...coverLine(freed, 'not covered any more', numbers),
    ],
  };
}

function coverLine(elements: readonly Element[], words: string, numbers: Numbers): string[] {
  if (elements.length === 0) return [];
  const named = elements.slice(0, COVERED_NAMED_MAX).map((element) => `[${numbers.of(element)}]`);
  const more = elements.length - named.length;
  return [`~ ${words}: ${named.join(' ')}${more > 0 ? ` and ${more} more` : ''}`];
}

function byKey(lines: readonly RememberedLine[]): Map<string, RememberedLine[]> {
  const found = new Map<string, RememberedLine[]>();
  for (const line of lines) {
    const same = found.get(line.key);
    if (same) same.push(line);
    else found.set(line.key, [line]);
  }
  return found;
}

function createOutput(charsMax: number): { push(line: string): void; text(): string } {
  const lines: string[] = [];
  let size = 0;
  let full = false;
  return {
    push(line) {
      if (full) return;
      if (size + line.length + 1 > charsMax - MORE.length) {
        full = true;
        lines.push(MORE.slice(0, Math.max(charsMax - size, 0)));
        return;
      }
      lines.push(line);
      size += line.length + 1;
    },
    text: () => lines.join('\n'),
  };
}
