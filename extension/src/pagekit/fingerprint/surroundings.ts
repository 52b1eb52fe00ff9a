// Where an element stands: its row or card, the heading and the landmark around it, its neighbours.
import type { ItemFacts } from '../../wire';
import {
  attributeOf,
  checkVisibility,
  isElement,
  nextSiblingOf,
  previousSiblingOf,
  rootOf,
  tagOf,
} from '../dom/native';
import { nameOf, tidy } from '../dom/names';
import { roleOf } from '../dom/roles';
import { parentOf } from '../dom/tree';
import { bounded, readIn, type Mask } from './texts';

const ITEMS = new Set([
  'row',
  'listitem',
  'article',
  'option',
  'treeitem',
  'dialog',
  'alertdialog',
  'group',
  'radiogroup',
  'gridcell',
  'tabpanel',
  'menu',
]);
const LANDMARKS = new Set([
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'main',
  'navigation',
  'region',
  'search',
]);
const LEVELS_MAX = 14;
/** So far back a heading may stand. */
const HEADINGS_TRIED_MAX = 12;
const NEIGHBOURS_MAX = 4;
const NEIGHBOUR_CHARS_MAX = 60;
const SIBLINGS_MAX = 4;
const HEADINGS = 'h1, h2, h3, h4, h5, h6, [role=heading]';
/** A heading in one of these is for what is in it. */
const SECTIONS =
  'li, tr, article, section, dialog, aside, nav, header, footer, fieldset, [role=listitem], [role=row], [role=article], [role=dialog], [role=region]';

export interface Surroundings {
  itemOf(element: Element): ItemFacts | undefined;
  headingOf(element: Element): string | undefined;
  landmarkOf(element: Element): string | undefined;
  neighboursOf(element: Element): string[];
}

/** Remembers what many elements of one page ask for. As long as nothing else runs. */
export function createSurroundings(mask: Mask): Surroundings {
  const headings = new Map<Node, Element[]>();
  const headingTexts = new Map<Element, string>();
  const landmarks = new Map<Element, string>();

  const headingsIn = (root: Node): Element[] => {
    let found = headings.get(root);
    if (!found) {
      found = [...(root as Document | ShadowRoot).querySelectorAll(HEADINGS)];
      headings.set(root, found);
    }
    return found;
  };
  const textOfHeading = (heading: Element): string => {
    let text = headingTexts.get(heading);
    if (text === undefined) {
      text = checkVisibility(heading) ? mask(readIn(heading)) : '';
      headingTexts.set(heading, text);
    }
    return text;
  };

  return {
    itemOf(element) {
      let level = 0;
      for (let at = parentOf(element); at && level < LEVELS_MAX; at = parentOf(at), level += 1) {
        const tag = tagOf(at);
        if (tag === 'body' || tag === 'html' || tag === 'main') return undefined;
        const role = roleOf(at);
        const kind = ITEMS.has(role) ? role : isCard(at) ? 'card' : '';
        if (kind === '') continue;
        const text = kind.endsWith('dialog')
          ? nameOf(at) || readIn(at, { without: element, isItem: true })
          : readIn(at, { without: element, isItem: true });
        if (text) return { role: kind, text: mask(bounded(text)) };
        if (kind.endsWith('dialog')) return { role: kind, text: '' };
      }
      return undefined;
    },
    headingOf(element) {
      for (let at: Element | undefined = element; at; at = hostOf(at)) {
        const found = lastBefore(headingsIn(rootOf(at)), at);
        for (let tried = 0; tried < HEADINGS_TRIED_MAX; tried += 1) {
          const heading = found(tried);
          if (!heading) break;
          const section = heading.parentElement?.closest(SECTIONS);
          if (section && !section.contains(at)) continue;
          const text = textOfHeading(heading);
          if (text) return text;
        }
      }
      return undefined;
    },
    landmarkOf(element) {
      for (let at = parentOf(element); at; at = parentOf(at)) {
        const known = landmarks.get(at);
        if (known !== undefined) return known || undefined;
        const tag = tagOf(at);
        const role = tag === 'form' ? roleOf(at) || 'form' : roleOf(at);
        if (!LANDMARKS.has(role)) continue;
        const name = mask(bounded(nameOf(at)));
        const words = name ? `${role} "${name}"` : role;
        landmarks.set(at, words);
        return words;
      }
      return undefined;
    },
    neighboursOf(element) {
      const before = textsBeside(element, -1);
      const after = textsBeside(element, 1);
      const nearest: string[] = [];
      for (let at = 0; at < NEIGHBOURS_MAX; at += 1) {
        for (const side of [before, after]) {
          const text = side[at];
          if (text && nearest.length < NEIGHBOURS_MAX) nearest.push(mask(text));
        }
      }
      return nearest;
    },
  };
}

/** One of several that are made alike: same tag and same classes as the one before or after it. */
export function isCard(element: Element): boolean {
  const tag = tagOf(element);
  if (tag === 'span' || tag === 'label' || tag === 'button' || tag === 'a') return false;
  const classes = attributeOf(element, 'class') ?? '';
  if (classes === '' && !tag.includes('-')) return false;
  const isAlike = (other: Element | null) =>
    other !== null && tagOf(other) === tag && (attributeOf(other, 'class') ?? '') === classes;
  return isAlike(element.previousElementSibling) || isAlike(element.nextElementSibling);
}

function hostOf(element: Element): Element | undefined {
  const root = rootOf(element);
  return root instanceof ShadowRoot ? root.host : undefined;
}

/** The headings before an element, the last one first. */
function lastBefore(
  headings: readonly Element[],
  element: Element,
): (back: number) => Element | undefined {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const heading = headings[middle];
    const place = heading ? element.compareDocumentPosition(heading) : 0;
    // Before it, or around it: a link in a heading stands under it.
    if (place & Node.DOCUMENT_POSITION_PRECEDING) low = middle + 1;
    else high = middle;
  }
  return (back) => headings[low - 1 - back];
}

function textsBeside(element: Element, step: -1 | 1): string[] {
  const texts: string[] = [];
  let at: Element | null = element;
  for (let level = 0; at && level < LEVELS_MAX; level += 1) {
    let sibling: Node | null = at;
    for (let tried = 0; tried < SIBLINGS_MAX; tried += 1) {
      sibling = step < 0 ? previousSiblingOf(sibling) : nextSiblingOf(sibling);
      if (!sibling) break;
      const text = textOf(sibling);
      if (text) texts.push(text);
      if (texts.length >= NEIGHBOURS_MAX / 2) return texts;
    }
    at = parentOf(at);
    if (at && (tagOf(at) === 'body' || tagOf(at) === 'html')) break;
  }
  return texts;
}

function textOf(node: Node): string {
  if (isElement(node)) {
    return checkVisibility(node) ? readIn(node, { charsMax: NEIGHBOUR_CHARS_MAX }) : '';
  }
  return node instanceof Text ? bounded(tidy(node.data), NEIGHBOUR_CHARS_MAX) : '';
}
