// Elements that show a secret in plain letters: whatever a page writes of what was typed into it. What is
// drawn on a canvas, or is in a picture, cannot be found.
import { attributeNamesOf, attributeOf, isElement, tagOf } from '../dom/native';
import { childrenOf } from '../dom/tree';
import { isOurs } from './ours';

/** Values of up to so many letters are looked for as whole words. The same as in the daemon. */
const SHORT_LETTERS_MAX = 5;
const UNSEEN = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'title',
  'meta',
  'link',
]);
const NO_LETTERS = /[^\p{L}\p{N}]+/gu;

type Shows = (text: string) => boolean;

/** The innermost elements in which one of these values can be read, also in capitals, backwards or spaced. */
export function mirrorsOf(document: Document, values: readonly string[]): Element[] {
  const tests = values
    .map((value) => value.trim().toLowerCase())
    .filter(Boolean)
    .map(testFor);
  const shows: Shows = (text) => tests.some((test) => test(text));
  const found: Element[] = [];
  const root = document.documentElement as Element | null;
  if (root && tests.length > 0) visit(root, shows, found);
  return found;
}

function testFor(value: string): Shows {
  const letters = Array.from(value);
  const backwards = letters.toReversed().join('');
  if (letters.length <= SHORT_LETTERS_MAX) {
    const words = [value, backwards].map(
      (word) => new RegExp(`(?<![\\p{L}\\p{N}])${escape(word)}(?![\\p{L}\\p{N}])`, 'u'),
    );
    const spaced = [squeezed(value), squeezed(backwards)].filter((word) => word.length > 3);
    return (text) => words.some((word) => word.test(text)) || spaced.includes(squeezed(text));
  }
  const plain = [value, backwards];
  const bare = plain.map(squeezed).filter((word) => word.length > SHORT_LETTERS_MAX);
  return (text) => {
    if (plain.some((word) => text.includes(word))) return true;
    const bareText = bare.length > 0 ? squeezed(text) : '';
    return bare.some((word) => bareText.includes(word));
  };
}

/** What can be read in an element, without what was found in it. */
function visit(element: Element, shows: Shows, found: Element[]): string {
  if (UNSEEN.has(tagOf(element)) || isOurs(element)) return '';
  const field = fieldText(element);
  let text = field ?? '';
  if (field === undefined) {
    for (const child of childrenOf(element)) {
      if (child instanceof Text) text += child.data.toLowerCase();
      else if (isElement(child)) text += visit(child, shows, found);
    }
  }
  if (!shows(text) && !showsInGenerated(element, shows)) return field === undefined ? text : '';
  found.push(element);
  return '';
}

function fieldText(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    // Its letters are dots already.
    if (element.type === 'password') return '';
    return `${element.value} ${element.placeholder}`.toLowerCase();
  }
  if (element instanceof HTMLTextAreaElement) {
    return `${element.value} ${element.placeholder}`.toLowerCase();
  }
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.options, (option) => option.label)
      .join(' ')
      .toLowerCase();
  }
  if (element instanceof HTMLImageElement) return element.alt.toLowerCase();
  return undefined;
}

/** Whether an attribute has the value and the element has generated content, which may show it. */
function showsInGenerated(element: Element, shows: Shows): boolean {
  const inAttribute = attributeNamesOf(element).some((name) =>
    shows((attributeOf(element, name) ?? '').toLowerCase()),
  );
  if (!inAttribute) return false;
  return ['::before', '::after'].some((pseudo) => {
    const { content } = getComputedStyle(element, pseudo);
    return content !== 'none' && content !== 'normal';
  });
}

function squeezed(text: string): string {
  return text.replace(NO_LETTERS, '');
}

function escape(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
