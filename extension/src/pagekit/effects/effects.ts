// What an action changed, in a few lines that a caller can read.
import { plainSentence } from '../../page-words';
import { cut, describe } from '../dom/facts';
import { describeGone } from '../find/numbered';
import { CLICKABLE } from '../find/text';
import { contentOf, tidy } from '../dom/names';
import { attributeOf, isConnected, matches } from '../dom/native';
import type { Numbers } from '../numbers';
import { roleOf } from '../dom/roles';
import { isInConcealed } from '../dom/secrets';
import { deepQueryAll } from '../dom/tree';
import { isVisible } from '../dom/visibility';
import type { Watch } from './mutation-log';

export interface Sight {
  appeared: string[];
  appearedCount: number;
  disappeared: string[];
}

const LINES_MAX = 8;
const LOOKS_MAX = 200;
const TEXT_CHARS_MAX = 120;

export function sightOf(watch: Watch, numbers: Numbers): Sight {
  const came = new Map<Element, string>();
  const shown = [...watch.added, ...watch.hidden.shownNow()].filter(mayBeTold);
  for (const element of outermost(shown)) {
    if (came.size >= LOOKS_MAX) break;
    if (!wasInSight(element, watch) && isVisible(element)) tell(element, watch, numbers, came);
  }
  for (const element of watch.textChanged()) {
    if (came.size >= LOOKS_MAX) break;
    if (!mayBeTold(element) || came.has(element) || !isVisible(element)) continue;
    const isWhole = isTextOnly(element);
    const text = isWhole ? contentOf(element) : tidy(watch.newTextIn(element));
    if (text) came.set(element, isWhole ? lineFor(element, numbers) : textLine(text));
  }
  const went = new Set<string>();
  for (const element of goneFrom(watch)) {
    if (went.size >= LINES_MAX) break;
    const words = plainSentence(describeGone(element));
    const number = numbers.known(element);
    if (words.includes('"')) went.add(number === undefined ? words : `[${number}] ${words}`);
  }
  const elements = [...came.keys()].sort((a, b) => urgency(b) - urgency(a));
  const before = textsGone(watch);
  const lines = [...new Set(elements.map((element) => came.get(element) ?? ''))].filter(
    (line) => !before.has(line),
  );
  return {
    appeared: lines.slice(0, LINES_MAX),
    appearedCount: lines.length,
    disappeared: [...went].filter((line) => !lines.includes(line)),
  };
}

function mayBeTold(element: Element): boolean {
  return isConnected(element) && !isInConcealed(element);
}

/** The notable parts of what came into sight; its text, when it has none. */
function tell(element: Element, watch: Watch, numbers: Numbers, came: Map<Element, string>): void {
  const before = came.size;
  if (matches(element, NOTABLE)) came.set(element, lineFor(element, numbers));
  let looks = 0;
  for (const part of deepQueryAll(element, NOTABLE)) {
    looks += 1;
    if (looks > LOOKS_MAX) break;
    if (!wasInSight(part, watch) && isVisible(part)) came.set(part, lineFor(part, numbers));
  }
  if (came.size === before && contentOf(element)) came.set(element, lineFor(element, numbers));
}

/** It only stands elsewhere now, or what is around it came into sight. */
function wasInSight(element: Element, { moved, hidden }: Watch): boolean {
  if (hidden.hadInSight(element)) return true;
  if (moved.size === 0) return false;
  for (let at: Element | null = element; at; at = at.parentElement) if (moved.has(at)) return true;
  return false;
}

function lineFor(element: Element, numbers: Numbers): string {
  if (matches(element, SPOKEN)) {
    const text = cut(contentOf(element), TEXT_CHARS_MAX);
    return `${roleOf(element) || 'status'} "${text}"`;
  }
  if (matches(element, NOTABLE))
    return `[${numbers.of(element)}] ${plainSentence(describe(element))}`;
  return textLine(contentOf(element));
}

/** As lines: text that was only set anew is nothing new. */
function textsGone({ removed }: Watch): Set<string> {
  const gone = [...removed].slice(0, LOOKS_MAX).filter((element) => !isConnected(element));
  return new Set(gone.map((element) => textLine(tidy(element.textContent))));
}

function textLine(text: string): string {
  return `text "${cut(text, TEXT_CHARS_MAX)}"`;
}

function* goneFrom(watch: Watch): Iterable<Element> {
  for (const element of watch.removed) if (!isConnected(element)) yield element;
  if (!watch.hidden.isWhole()) return;
  for (const element of watch.altered) {
    if (isConnected(element) && !watch.added.has(element) && !watch.hidden.has(element)) {
      if (!isVisible(element)) yield element;
    }
  }
}

function outermost(elements: Element[]): Element[] {
  const all = new Set(elements);
  return [...all].filter((element) => {
    for (let at = element.parentElement; at; at = at.parentElement) if (all.has(at)) return false;
    return true;
  });
}

function isTextOnly(element: Element): boolean {
  return element.firstElementChild === null || matches(element, SPOKEN);
}

function urgency(element: Element): number {
  if (matches(element, 'dialog, [role=dialog], [role=alertdialog]')) return 3;
  if (matches(element, '[role=alert], [aria-live=assertive]')) return 2;
  return matches(element, SPOKEN) || attributeOf(element, 'role') === 'menu' ? 1 : 0;
}

const SPOKEN =
  '[role=alert], [role=status], [role=log], [aria-live=polite], [aria-live=assertive], output';
const NOTABLE =
  `${CLICKABLE}, ${SPOKEN}, input:not([type=hidden]), textarea, select, dialog, [role=dialog], ` +
  '[role=alertdialog], [role=menu], [role=listbox], [role=tooltip], [role=textbox], ' +
  '[contenteditable]:not([contenteditable=false]), h1, h2, h3, iframe';
