// How well a text fits some words, from 0 (not at all) to 1 (the same), case and accents aside.

const SAME = 1;
const BEGINS = 0.9;
const PHRASE = 0.8;
const IN_ORDER = 0.7;
const ALL = 0.6;
const MOST = 0.4;
/** Of two texts that fit alike, the shorter one fits better, by less than any step. */
const LENGTH_WEIGHT = 0.05;

export function textSimilarity(text: string, words: string): number {
  const said = wordsOf(text);
  const wanted = wordsOf(words);
  if (said.length === 0 || wanted.length === 0) return 0;
  const step = stepOf(said, wanted);
  return step === 0
    ? 0
    : step - LENGTH_WEIGHT * (1 - wanted.length / (wanted.length + said.length));
}

function stepOf(said: string[], wanted: string[]): number {
  const text = said.join(' ');
  const phrase = wanted.join(' ');
  if (text === phrase) return SAME;
  if (text.startsWith(`${phrase} `)) return BEGINS;
  if (` ${text} `.includes(` ${phrase} `)) return PHRASE;
  if (text.startsWith(phrase)) return PHRASE;
  const likeness = wanted.map((word) => bestOf(said, word));
  const worst = Math.min(...likeness.map(({ like }) => like));
  if (worst > 0) {
    const inOrder = likeness.every(({ at }, index) => at > (likeness[index - 1]?.at ?? -1));
    return (inOrder ? IN_ORDER : ALL) * average(likeness.map(({ like }) => like));
  }
  const met = likeness.filter(({ like }) => like > 0);
  const share = met.length / wanted.length;
  return share > 0.5 ? MOST * share * average(met.map(({ like }) => like)) : 0;
}

function bestOf(said: string[], wanted: string): { like: number; at: number } {
  let best = { like: 0, at: -1 };
  said.forEach((word, at) => {
    const like = likenessOf(word, wanted);
    if (like > best.like) best = { like, at };
  });
  return best;
}

function likenessOf(word: string, wanted: string): number {
  if (word === wanted) return 1;
  if (wanted.length >= 3 && word.startsWith(wanted)) return 0.9;
  const slips = wanted.length >= 8 ? 2 : wanted.length >= 4 ? 1 : 0;
  if (slips === 0 || Math.abs(word.length - wanted.length) > slips) return 0;
  const apart = distance(word, wanted);
  return apart <= slips ? 0.85 - 0.1 * apart : 0;
}

/** Letters to add, drop, change or swap with their neighbour to get from one word to the other. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min(
        (above[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (above[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    before = above;
    above = row;
  }
  return above[other.length] ?? 0;
}

function average(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
