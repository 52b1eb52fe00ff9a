// Markup with only what carries knowledge: elements that mean something, the attributes that give
// them meaning, and the data the page itself publishes about its content.
import { hrefOf } from '../dom/facts';
import { attributeOf } from '../dom/native';
import type { Piece, Reading } from './budget';
import { isBlock, isBranch, type Branch, type RenderedNode } from './rendered-tree';
import { attribute, escapeText } from './markup';

/** Elements that say what their content is; all others are only wrappers. */
const MEANING = new Set([
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'ul', 'ol', 'li', 'dl', 'dt', 'dd', 'blockquote'],
  ...['pre', 'code', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'figure'],
  ...[
    'figcaption',
    'a',
    'em',
    'strong',
    'b',
    'i',
    'sub',
    'sup',
    'time',
    'abbr',
    'cite',
    'q',
    'dfn',
  ],
  ...[
    'kbd',
    'samp',
    'var',
    'mark',
    'del',
    'ins',
    'address',
    'article',
    'section',
    'main',
    'details',
  ],
  ...['summary', 'hr', 'br', 'img', 'math', 'ruby', 'rt'],
]);
const KEPT = ['alt', 'title', 'datetime', 'lang', 'colspan', 'rowspan', 'itemprop', 'itemtype'];
const EMPTY = new Set(['br', 'hr', 'img']);
/** A line break of our own, told from those of the page until the end. */
const BREAK = '\u0000';
const DATA_CHARS_MAX = 20_000;

export function knowledgeOf(content: Branch, ofWholePage: boolean): Reading {
  const pieces: Piece[] = [];
  const head = ofWholePage ? headOf(content.element.ownerDocument) : '';
  const parts: string[] = head === '' ? [] : [head];
  let length = head.length;
  const push = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const saysNothing = (from: number): boolean => {
    for (let at = from; at < parts.length; at += 1) if (!isBlank(parts[at] ?? '')) return false;
    return true;
  };
  const write = (node: RenderedNode, preserves: boolean): void => {
    if (!isBranch(node)) {
      push(escapeText((preserves ? node : node.replace(/\s+/g, ' ')).replaceAll(BREAK, '')));
      return;
    }
    if (isBlock(node)) pieces.push({ element: node.element, start: length });
    const tag = tagFor(node);
    if (tag === undefined) {
      if (isBlock(node)) push(BREAK);
      for (const child of node.children) write(child, node.preserves);
      if (isBlock(node)) push(BREAK);
      return;
    }
    if (EMPTY.has(tag)) {
      push(tag === 'img' ? imageOf(node) : `<${tag}>`);
      return;
    }
    const begin = parts.length;
    const from = length;
    push(`${isBlock(node) ? BREAK : ''}<${tag}${attributesOf(node)}>`);
    const opened = parts.length;
    for (const child of node.children) write(child, node.preserves || tag === 'pre');
    if (saysNothing(opened) && !/^t[dh]$/.test(tag)) {
      parts.length = begin;
      length = from;
    } else {
      push(`</${tag}>${isBlock(node) ? BREAK : ''}`);
    }
  };
  write(content, false);
  return tidied(parts.join(''), pieces);
}

function tagFor(node: Branch): string | undefined {
  if (MEANING.has(node.tag)) return node.tag;
  const { element } = node;
  const means = attributeOf(element, 'itemprop') ?? attributeOf(element, 'itemtype');
  if (means !== null) return isBlock(node) ? 'div' : 'span';
  return isBlock(node) && node.children.some((child) => !isBranch(child) && child.trim() !== '')
    ? 'p'
    : undefined;
}

function attributesOf({ element, tag }: Branch): string {
  let written = '';
  const href = tag === 'a' ? hrefOf(element) : undefined;
  if (href && !/^javascript:/i.test(href)) written += attribute('href', href);
  const rel = attributeOf(element, 'rel');
  if (rel && /\b(author|license|tag)\b/.test(rel)) written += attribute('rel', rel);
  for (const name of KEPT) {
    const value = attributeOf(element, name);
    if (value) written += attribute(name, value);
  }
  return written;
}

function imageOf(node: Branch): string {
  const { element } = node;
  if (!(element instanceof HTMLImageElement)) return '';
  const source = element.currentSrc || element.src;
  const known = /^https?:/.test(source);
  if (!known && !element.alt) return '';
  return `<img${known ? attribute('src', source) : ''}${attributesOf(node)}>`;
}

/** What the page says of itself. */
function headOf(document: Document): string {
  const lines: string[] = [];
  if (document.title) lines.push(`<title>${escapeText(document.title)}</title>`);
  const wanted =
    /^(description|author|keywords|date|article:.+|og:(title|type|description|site_name|image))$/i;
  for (const meta of document.querySelectorAll('meta[content]')) {
    const name = attributeOf(meta, 'name') ?? attributeOf(meta, 'property') ?? '';
    const content = attributeOf(meta, 'content')?.replace(/\s+/g, ' ').trim();
    if (wanted.test(name) && content) {
      lines.push(`<meta${attribute('name', name)}${attribute('content', content)}>`);
    }
  }
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href;
  if (canonical) lines.push(`<link rel="canonical"${attribute('href', canonical)}>`);
  lines.push(...dataOf(document));
  return lines.length > 0 ? lines.join(BREAK) + BREAK : '';
}

function dataOf(document: Document): string[] {
  const found: string[] = [];
  let room = DATA_CHARS_MAX;
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    const data = compact(script.textContent);
    if (data === undefined || data.length > room) continue;
    room -= data.length;
    found.push(`<script type="application/ld+json">${data}</script>`);
  }
  return [...new Set(found)];
}

function compact(json: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(json)).replace(/<\//g, '<\\/');
  } catch {
    return undefined;
  }
}

function isBlank(part: string): boolean {
  return part.replaceAll(BREAK, '').trim() === '';
}

/** One line break where there were several; the places of pieces move with it. */
function tidied(text: string, pieces: Piece[]): Reading {
  const moved: Piece[] = [];
  let next = 0;
  let removed = 0;
  const tidy = text.replace(/ *\u0000[ \u0000]*/g, (run, at: number) => {
    for (let piece = pieces[next]; piece && piece.start < at + run.length; piece = pieces[next]) {
      moved.push({ ...piece, start: piece.start - removed });
      next += 1;
    }
    removed += run.length - 1;
    return '\n';
  });
  for (const piece of pieces.slice(next)) moved.push({ ...piece, start: piece.start - removed });
  return { text: tidy.trim(), pieces: moved };
}
