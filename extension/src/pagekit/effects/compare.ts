// Compares the descriptions of a page before and after an action.
import { isConnected } from '../dom/native';
import { contentOf, tidy } from '../dom/names';
import { parentOf } from '../dom/tree';
import { isVisible } from '../dom/visibility';
import { isMention, wordsOf, type Line } from '../snapshot/outline';
import { TRANSPARENT, type Description, type Told } from './description';
import type { Watch } from './mutation-log';

export interface Comparison {
  came: Told[];
  went: Told[];
  changed: { before: Told; now: Told }[];
  /** Fields out of view that hold something else. */
  fields: Element[];
}

const TEXTS_MAX = 200;

export function compare(before: Description, now: Description, watch: Watch): Comparison {
  const pairs = matchLines(before.lines, now.lines);
  const used = new Set(pairs.values());
  let came = now.lines.filter((line) => !pairs.has(line));
  let went = before.lines.filter((line) => !used.has(line));
  const altered: Comparison['changed'] = [];
  for (const [after, earlier] of pairs) {
    if (after.template === earlier.template) continue;
    const [wasThrough, isThrough] = [isTransparent(earlier), isTransparent(after)];
    if (wasThrough && !isThrough) came.push(after);
    else if (isThrough && !wasThrough) went.push(earlier);
    else altered.push({ before: earlier, now: after });
  }
  // What was only made anew, in the same words, is the same to a person.
  [came, went] = withoutTwins(came, went);
  const [saidBefore, saidNow] = [saidIn(before.lines), saidIn(now.lines)];
  const isSaidBefore = ({ line }: Told) => isSaid(line, saidNow, saidBefore);
  const isSaidNow = ({ line }: Told) => isSaid(line, saidBefore, saidNow);
  came = came.filter((line) => !isSaidBefore(line));
  went = went.filter((line) => !isSaidNow(line));
  const changed = altered.filter((pair) => !isSaidBefore(pair.now) || !isSaidNow(pair.before));
  if (now.mode === 'viewport') {
    const texts = textsOf(watch);
    came = came.filter((line) => hasAppeared(line, watch, texts));
    went = went.filter((line) => hasGone(line, watch));
  }
  went = went.filter(notReplaced(before.lines, now.lines, pairs, came));
  const isVeiled = veiledBy(watch);
  if (isVeiled) {
    came = came.filter((line) => !isVeiled(line) || isNew(line, watch));
    went = went.filter((line) => !isVeiled(line));
  }
  return { came, went, changed, fields: changedFields(before, now) };
}

/** Each line of now with the one that it was before. */
function matchLines(before: readonly Told[], now: readonly Told[]): Map<Told, Told> {
  const known = new Map<Element | string, Told[]>();
  for (const line of before) {
    const key = line.element ?? line.template;
    const same = known.get(key);
    if (same) same.push(line);
    else known.set(key, [line]);
  }
  const pairs = new Map<Told, Told>();
  for (const line of now) {
    const match = known.get(line.element ?? line.template)?.shift();
    if (match) pairs.set(line, match);
  }
  return pairs;
}

function withoutTwins(came: Told[], went: Told[]): [Told[], Told[]] {
  if (came.length === 0 || went.length === 0) return [came, went];
  const counts = new Map<string, number>();
  for (const { template } of went) counts.set(template, (counts.get(template) ?? 0) + 1);
  const twins = new Map<string, number>();
  const cameAlone = came.filter(({ template }) => {
    const left = counts.get(template) ?? 0;
    if (left === 0) return true;
    counts.set(template, left - 1);
    twins.set(template, (twins.get(template) ?? 0) + 1);
    return false;
  });
  const wentAlone = went.filter(({ template }) => {
    const left = twins.get(template) ?? 0;
    if (left > 0) twins.set(template, left - 1);
    return left === 0;
  });
  return [cameAlone, wentAlone];
}

interface Said {
  /** What is said of each element. */
  words: Map<Element, string>;
  /** How often each text is there. */
  texts: Map<string, number>;
}

function saidIn(lines: readonly Told[]): Said {
  const words = new Map<Element, string>();
  const texts = new Map<string, number>();
  for (const { line } of lines) {
    for (const part of line.parts) {
      if (isMention(part)) words.set(part.element, part.words);
      else texts.set(wordsOf(part), (texts.get(wordsOf(part)) ?? 0) + 1);
    }
  }
  return { words, texts };
}

function stringsOf(line: Line): string[] {
  return line.parts.filter((part) => typeof part === 'string');
}

/** Everything in a line of one description is also in the other, where lines only broke elsewhere. */
function isSaid(line: Line, here: Said, there: Said): boolean {
  // In a row the place of a text tells of what it is.
  if (line.kind === 'row' || line.kind === 'head') return false;
  return line.parts.every((part) => {
    if (isMention(part)) return there.words.get(part.element) === part.words;
    const words = wordsOf(part);
    return (there.texts.get(words) ?? 0) >= (here.texts.get(words) ?? 0);
  });
}

/** A text in whose place another one came is not worth a word of its own. */
function notReplaced(
  before: readonly Told[],
  now: readonly Told[],
  pairs: Map<Told, Told>,
  came: readonly Told[],
): (line: Told) => boolean {
  const news = new Set(came);
  const replacing = new Set<Told | undefined>();
  let anchor: Told | undefined;
  for (const line of now) {
    const match = pairs.get(line);
    if (match) anchor = match;
    else if (news.has(line) && isPlain(line)) replacing.add(anchor);
  }
  const kept = new Set(pairs.values());
  const replaced = new Set<Told>();
  anchor = undefined;
  for (const line of before) {
    if (kept.has(line)) anchor = line;
    else if (isPlain(line) && replacing.has(anchor)) replaced.add(line);
  }
  return (line) => !replaced.has(line);
}

function isPlain({ element, line }: Told): boolean {
  return element === undefined && line.kind !== 'head' && line.kind !== 'note';
}

function isTransparent({ line }: Told): boolean {
  const lead = line.parts.find(isMention);
  return lead !== undefined && TRANSPARENT.test(lead.words);
}

/**
 * Whether a line is of a part that a dialog took out of reach, or gave back: a person sees it all the while.
 * Undefined when there is none.
 */
function veiledBy(watch: Watch): ((line: Told) => boolean) | undefined {
  const parts = watch.veiled().filter((part) => isConnected(part) && isVisible(part));
  if (parts.length === 0) return undefined;
  const texts = parts.slice(0, TEXTS_MAX).map((part) => tidy(part.textContent));
  return ({ element, part, line }) => {
    const own = element ?? part;
    if (own) return isConnected(own) && isVisible(own) && isInside(own, parts);
    if (line.kind === 'note') return true;
    const words = line.kind === 'heading' ? textOf(line).replace(/^#+ /, '') : textOf(line);
    return words !== '' && texts.some((text) => text.includes(words));
  };
}

function isInside(element: Element, parts: readonly Element[]): boolean {
  for (let at: Element | null = element; at; at = parentOf(at)) if (parts.includes(at)) return true;
  return false;
}

function isNew({ element, part, line }: Told, watch: Watch): boolean {
  const own = element ?? part;
  if (own) return watch.hasTouched(own);
  return line.kind !== 'note' && textsOf(watch).includes(textOf(line));
}

function textOf(line: Line): string {
  return tidy(stringsOf(line).join(' '));
}

/** In a part of a page, what came into view need not be new. */
function hasAppeared({ element, line }: Told, watch: Watch, texts: string): boolean {
  if (element) return watch.hasTouched(element);
  if (line.kind === 'head' || line.kind === 'note') return false;
  return stringsOf(line).some((part) => texts.includes(part)) || holdsSome(line, texts);
}

function hasGone({ element, line }: Told, watch: Watch): boolean {
  if (element) return !isConnected(element) || !isVisible(element);
  const gone = watch.textsGone();
  return stringsOf(line).some((part) => gone.includes(part));
}

function holdsSome(line: Line, texts: string): boolean {
  const whole = stringsOf(line).join(' ');
  return texts.split('\n').some((text) => text.length > 1 && whole.includes(text));
}

/** The texts of what was added, written or shown, a line for each. */
function textsOf(watch: Watch): string {
  return watch
    .touched()
    .slice(0, TEXTS_MAX)
    .map((element) => (isConnected(element) ? contentOf(element) : tidy(element.textContent)))
    .join('\n');
}

function changedFields(before: Description, now: Description): Element[] {
  if (now.fields.size === 0) return [];
  const told = saidIn(now.lines).words;
  return [...now.fields].flatMap(([field, state]) => {
    const earlier = before.fields.get(field);
    return earlier !== undefined && earlier !== state && !told.has(field) ? [field] : [];
  });
}
