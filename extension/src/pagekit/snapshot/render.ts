// Lines as text. Only here do elements get their numbers: those that are shown and no others.
import type { Numbers } from '../numbers';
import { COVERED } from './covering';
import { atStart } from './escape';
import { isMention, wordsOf, type Line, type Mention } from './outline';

const NO_SPACE_BEFORE = /^[.,;:!?)\]%…’”]/;
/** For sizes, before numbers are given. */
const NUMBER_CHARS = 6;

export function renderLine(line: Line, depth: number, numbers: Numbers, marksNew: boolean): string {
  const told = ({ element, words }: Mention): string => {
    const isNew = marksNew && numbers.known(element) === undefined;
    return `${isNew ? '*' : ''}[${numbers.of(element)}]${words}`;
  };
  return ' '.repeat(depth) + join(line, told);
}

/** Without numbers and what is covered: the same for the same state, to tell what changed. */
export function templateOf(line: Line): string {
  return join(line, ({ words }) =>
    words.endsWith(COVERED) ? words.slice(0, -COVERED.length) : words,
  );
}

export function sizeOf(line: Line, depth: number): number {
  const alone = isAlone(line);
  let size = depth + 1;
  for (const part of line.parts) {
    size += 1;
    if (!isMention(part)) size += wordsOf(part).length;
    else size += NUMBER_CHARS + part.words.length + (alone ? part.address.length : 0);
  }
  return size;
}

function join(line: Line, told: (mention: Mention) => string): string {
  const alone = isAlone(line);
  let text = '';
  for (const part of line.parts) {
    const next = isMention(part) ? told(part) + (alone ? part.address : '') : wordsOf(part);
    if (text === '') text = typeof part === 'string' ? atStart(next) : next;
    else if (!isMention(part) && NO_SPACE_BEFORE.test(next)) text += next;
    else text += ` ${next}`;
  }
  return text;
}

/** In running text and in rows, where a link leads is left out. */
function isAlone({ kind, parts }: Line): boolean {
  return kind !== 'row' && !parts.some((part) => typeof part === 'string');
}
