// How much a part of the page says: prose counts, and the words of links hardly do.
import { isBlock, isBranch, type Branch, type RenderedNode } from './rendered-tree';

export interface Weight {
  /** Characters of a script with letters, white space collapsed. */
  chars: number;
  linkedChars: number;
  links: number;
  /** What it says, in characters of prose. */
  prose: number;
}

export type Weigh = (branch: Branch) => Weight;

/** Shorter runs of text are labels, prices, captions; they count for a part. */
const SENTENCE_CHARS_MIN = 40;
const SHORT_SHARE = 0.3;
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Where links are the content, their words count like any others. */
export function createScales({ linksCount = false } = {}): Weigh {
  const known = new Map<Branch, Weight>();
  const weigh = (branch: Branch): Weight => {
    let weight = known.get(branch);
    if (!weight) {
      weight = weightOf(branch, weigh, linksCount);
      known.set(branch, weight);
    }
    return weight;
  };
  return weigh;
}

export function linkShare({ chars, linkedChars }: Weight): number {
  return chars === 0 ? 0 : linkedChars / chars;
}

function weightOf(branch: Branch, weigh: Weigh, linksCount: boolean): Weight {
  const total: Weight = { chars: 0, linkedChars: 0, links: 0, prose: 0 };
  const run = { chars: 0, linkedChars: 0, links: 0 };
  const flush = () => {
    total.chars += run.chars;
    total.linkedChars += run.linkedChars;
    total.links += run.links;
    total.prose += proseOf(run.chars, linksCount ? 0 : run.linkedChars);
    Object.assign(run, { chars: 0, linkedChars: 0, links: 0 });
  };
  const gather = (node: RenderedNode, inLink: boolean): void => {
    if (!isBranch(node)) {
      const chars = charsOf(node);
      run.chars += chars;
      if (inLink) run.linkedChars += chars;
    } else if (isBlock(node)) {
      flush();
      const weight = weigh(node);
      total.chars += weight.chars;
      total.linkedChars += inLink ? weight.chars : weight.linkedChars;
      total.links += weight.links;
      total.prose += inLink && !linksCount ? 0 : weight.prose;
    } else {
      const link = node.tag === 'a';
      if (link) run.links += 1;
      for (const child of node.children) gather(child, inLink || link);
    }
  };
  const self = branch.tag === 'a';
  if (self) total.links += 1;
  for (const child of branch.children) gather(child, self);
  flush();
  return total;
}

/** A sign of a script without letters says as much as a few letters do. */
function charsOf(text: string): number {
  const signs = text.match(DENSE)?.length ?? 0;
  return text.replace(/\s+/g, ' ').trim().length + signs * 1.5;
}

function proseOf(chars: number, linkedChars: number): number {
  if (chars === 0) return 0;
  const own = (chars - linkedChars) * (1 - linkedChars / chars);
  return own >= SENTENCE_CHARS_MIN ? own : own * SHORT_SHARE;
}
