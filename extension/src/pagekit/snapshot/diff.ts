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
const MORE = '… more has changed: take a whole snapshot';

export function differenceOf(
  before: readonly RememberedLine[],
  now: readonly Placed[],
  nowLines: readonly RememberedLine[],
  numbers: Numbers,
  charsMax: number,
): string {
  const old = byKey(before);
  const mentioned = new Set<number | undefined>();
  const out = createOutput(charsMax);
  let context: Line | undefined;
  now.forEach((placed, at) => {
    const { line } = placed;
    for (const part of line.parts) if (isMention(part)) mentioned.add(numbers.known(part.element));
    const { key, template } = nowLines[at] ?? { key: '', template: '' };
    const match = old.get(key)?.shift();
    if (match?.template === template) {
      if (line.kind === 'heading' || line.kind === 'head') context = line;
      return;
    }
    if (context) out.push(`  ${renderLine(context, 0, numbers, false)}`);
    context = undefined;
    out.push(`${match ? '~' : '+'} ${renderLine(line, 0, numbers, false)}`);
  });
  for (const line of before) {
    const left = old.get(line.key);
    if (!left?.includes(line)) continue;
    if (line.number === undefined) out.push(`- ${cut(line.template, GONE_CHARS_MAX)}`);
    else if (!mentioned.has(line.number)) {
      out.push(`- [${line.number}]${cut(line.template, GONE_CHARS_MAX)}`);
    }
  }
  return out.text() || NO_CHANGE;
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
