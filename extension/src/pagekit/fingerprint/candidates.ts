// What may be the element that a fingerprint describes. Only roughly: which of them it is, is decided by who
// asked, who sees the candidates of all frames.
import type { Fingerprint } from '../../wire';
import type { KitContext } from '../context';
import { attributeOf, checkVisibility, closest, tagOf } from '../dom/native';
import { roleOf } from '../dom/roles';
import { parentOf } from '../dom/tree';
import { SILENT } from '../find/text';
import { isOurs } from '../show/ours';
import { isOfFamily, selectorFor } from './families';
import { createPageQuery, type PageQuery } from './page-query';
import { roughText } from './texts';

/** No more are told of in one frame. */
export const CANDIDATES_MAX = 60;
/** These are looked at more closely, for whether they can be seen and what they stand in. */
const CLOSER_MAX = 400;
const TEXT_NODES_MAX = 20_000;
const WORDS_MAX = 40;
const ITEM_CHARS_MAX = 2000;
const ROWS =
  'tr, li, article, dialog, fieldset, [role=row], [role=listitem], [role=article], [role=dialog], [role=group]';

const SCORES = {
  name: 100,
  nameInOtherCase: 90,
  nameWords: 50,
  text: 40,
  attribute: 30,
  generatedAttribute: 6,
  role: 8,
  tag: 4,
  type: 6,
  item: 40,
  hidden: -25,
};

interface Scored {
  element: Element;
  score: number;
}

/** At most sixty, the best first; hidden ones too. */
export function candidatesFor({ window }: KitContext, like: Fingerprint): Element[] {
  const { document } = window;
  if (!(document.documentElement as Element | null)) return [];
  const wanted = wantedOf(like);
  const scored: Scored[] = [];
  for (const element of elementsOf(createPageQuery(document), like)) {
    if (isOurs(element)) continue;
    const role = roleOf(element);
    const attributes = attributeScore(element, like);
    if (attributes < SCORES.attribute && !isOfFamily(like.role, role)) continue;
    const score =
      attributes +
      wordsScore(roughText(element), wanted) +
      (role === like.role ? SCORES.role : 0) +
      (tagOf(element) === like.tag ? SCORES.tag : 0) +
      (like.inputType !== undefined && attributeOf(element, 'type') === like.inputType
        ? SCORES.type
        : 0);
    scored.push({ element, score });
  }
  const closer = best(scored, CLOSER_MAX);
  if (closer.length > CANDIDATES_MAX) {
    const itemWords = new Set(wordsOf(like.item?.text ?? ''));
    for (const candidate of closer) {
      if (itemWords.size > 0)
        candidate.score += SCORES.item * shareIn(candidate.element, itemWords);
      if (!checkVisibility(candidate.element)) candidate.score += SCORES.hidden;
    }
  }
  return best(closer, CANDIDATES_MAX).map(({ element }) => element);
}

/** Equal ones stay in the order of the page. */
function best(scored: Scored[], countMax: number): Scored[] {
  return [...scored].sort((one, other) => other.score - one.score).slice(0, countMax);
}

function elementsOf(page: PageQuery, like: Fingerprint): Iterable<Element> {
  const named = like.attributes
    .filter(({ name, generated, value }) => !generated && name !== 'href' && value.length < 160)
    .map(({ name, value }) => `[${CSS.escape(name)}="${CSS.escape(value)}"]`);
  const found = new Set(page.all([selectorFor(like.role), ...named].join(', ')));
  if (isOfFamily('', like.role)) {
    for (const element of elementsSaying(page, [like.name, like.text ?? ''])) found.add(element);
  }
  return found;
}

/** What has one of these texts of its own: things that are pressed are often made of anything. */
function elementsSaying(page: PageQuery, texts: readonly string[]): Element[] {
  const wanted = new Set(texts.map(fold).filter(Boolean));
  const longest = Math.max(0, ...[...wanted].map(({ length }) => length));
  const found: Element[] = [];
  if (wanted.size === 0) return found;
  let looks = 0;
  for (const root of page.roots()) {
    const walker = (root.ownerDocument ?? root).createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() && looks < TEXT_NODES_MAX) {
      looks += 1;
      const text = (walker.currentNode as Text).data;
      // White space around it is common, and as long as a page likes.
      if (text.length > longest && text.trim().length > longest) continue;
      if (!wanted.has(fold(text))) continue;
      const parent = parentOf(walker.currentNode);
      if (parent && !SILENT.has(tagOf(parent))) found.push(parent);
    }
  }
  return found;
}

interface Wanted {
  name: string;
  folded: string;
  text: string;
  words: Set<string>;
}

function wantedOf({ name, text = '', label = '' }: Fingerprint): Wanted {
  return {
    name,
    folded: fold(name),
    text: fold(text),
    words: new Set(wordsOf(`${name} ${text} ${label}`)),
  };
}

function wordsScore(said: string, { name, folded, text, words }: Wanted): number {
  if (said === '') return name === '' ? SCORES.nameWords : 0;
  if (said === name) return SCORES.name;
  const saidFolded = fold(said);
  if (saidFolded === folded) return SCORES.nameInOtherCase;
  if (text !== '' && saidFolded === text) return SCORES.text;
  if (words.size === 0) return 0;
  const saidWords = wordsOf(said);
  const common = saidWords.filter((word) => words.has(word)).length;
  return (SCORES.nameWords * common) / Math.max(saidWords.length, words.size);
}

function attributeScore(element: Element, { attributes }: Fingerprint): number {
  let score = 0;
  for (const { name, value, generated } of attributes) {
    const now = attributeOf(element, name)?.trim();
    if (now === undefined || now === '') continue;
    const isEqual = now === value || (name === 'href' && now.endsWith(value) && value.length > 1);
    if (isEqual) score += generated ? SCORES.generatedAttribute : SCORES.attribute;
  }
  return score;
}

/** How much of what its row said is said around it now. */
function shareIn(element: Element, words: ReadonlySet<string>): number {
  const row = closest(element, ROWS) ?? parentOf(parentOf(element) ?? element);
  if (!row) return 0;
  // Cells stand beside each other without a space.
  const there = fold(row.textContent.slice(0, ITEM_CHARS_MAX));
  let common = 0;
  for (const word of words) if (there.includes(word)) common += 1;
  return common / words.size;
}

function wordsOf(text: string): string[] {
  return (fold(text).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, WORDS_MAX);
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}
