// The links a person can see, in the order of the page, and which of them fit some words.
import type { Link, LinkList } from '../../wire';
import type { KitContext } from '../context';
import { hrefOf } from '../dom/facts';
import { attributeOf } from '../dom/native';
import { nameOf } from '../dom/names';
import { isOurs } from '../show/ours';
import { deepQueryAll } from '../dom/tree';
import { isVisible } from '../dom/visibility';
import { textSimilarity } from './text-similarity';

export function linksOf(
  { window, numbers }: KitContext,
  countMax: number,
  words?: string,
): LinkList {
  const links = deepQueryAll(window.document, 'a[href], a[*|href], area[href], [role=link]')
    .filter((element) => !isOurs(element) && isVisible(element))
    .map((element, at) => ({ element, position: at + 1, text: nameOf(element) }));
  const chosen = words?.trim() ? fitting(links, words) : links;
  return {
    links: chosen.slice(0, countMax).map(({ element, position, text }): Link => ({
      number: numbers.of(element),
      position,
      text,
      url: hrefOf(element) ?? '',
    })),
    total: links.length,
  };
}

interface Candidate {
  element: Element;
  position: number;
  text: string;
}

function fitting(links: Candidate[], words: string): Candidate[] {
  return links
    .map((link) => ({ link, fit: fitOf(link, words) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit || one.link.position - other.link.position)
    .map(({ link }) => link);
}

/** What a link says counts first; its title and address can only help it in. */
function fitOf({ element, text }: Candidate, words: string): number {
  const said = textSimilarity(text, words);
  if (said > 0) return 1 + said;
  const title = attributeOf(element, 'title') ?? '';
  const address = addressWords(hrefOf(element) ?? '');
  return Math.max(textSimilarity(title, words) * 0.9, textSimilarity(address, words) * 0.7);
}

function addressWords(url: string): string {
  try {
    return decodeURIComponent(url.replace(/^\w+:\/*/, '')).replace(/[^\p{L}\p{N}]+/gu, ' ');
  } catch {
    return url;
  }
}
