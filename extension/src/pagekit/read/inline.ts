// What stands inside a line of Markdown: words, emphasis, links, images, code. Text of the page is
// escaped, so that it reads as text.
import { hrefOf } from '../dom/facts';
import { attributeOf, rectOf } from '../dom/native';
import { isBranch, plainText, type Branch, type RenderedNode } from './rendered-tree';

const MARKS: Record<string, string> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  del: '~~',
  s: '~~',
};

export function inlineOf(nodes: RenderedNode[], preserves = false): string {
  const parts: string[] = [];
  for (const node of nodes) write(node, preserves, parts);
  const text = parts.join('');
  if (preserves) return text;
  return text
    .replace(/[ \t\r\f\n\u00a0]*\u0000[ \t\r\f\n\u00a0]*/g, '\u0000')
    .replace(/[ \t\r\f\n\u00a0]+/g, ' ')
    .replace(/\u0000/g, '\\\n')
    .trim();
}

export function imageOf(node: Branch): string {
  const { element } = node;
  if (!(element instanceof HTMLImageElement)) return '';
  const alt = (attributeOf(element, 'alt') ?? '').replace(/\s+/g, ' ').trim();
  const source = element.currentSrc || element.src;
  if (!/^https?:/.test(source)) return escaped(alt);
  // Without words, only what is large enough to be looked at.
  const rect = rectOf(element);
  if (alt === '' && (rect.width < 48 || rect.height < 48)) return '';
  return `![${escaped(alt)}](${destination(source)})`;
}

export function linked(text: string, url: string): string {
  return `[${text}](${destination(url)})`;
}

/** Where a link leads; nothing when that is nowhere one could go. */
export function urlOf(element: Element): string {
  const href = hrefOf(element) ?? '';
  return /^(https?|mailto|tel|ftp|file|blob|chrome-extension):/i.test(href) ? href : '';
}

/** What would begin a list, a heading or a quote at the start of a line is escaped there. */
export function atLineStart(text: string): string {
  return text.replace(
    /^(?:(#{1,6}|[-+>=])(?=\s|$)|(\d{1,9})([.)])(?=\s))/gm,
    (whole, mark?: string) => (mark === undefined ? whole.replace(/[.)]$/, '\\$&') : `\\${mark}`),
  );
}

function write(node: RenderedNode, preserves: boolean, parts: string[]): void {
  if (!isBranch(node)) {
    parts.push(escaped(node));
    return;
  }
  const before = parts.length;
  const inner = () => {
    for (const child of node.children) write(child, node.preserves, parts);
    return parts.splice(before).join('');
  };
  const mark = MARKS[node.tag];
  if (node.tag === 'br') parts.push(preserves ? '\n' : '\u0000');
  else if (node.tag === 'img') parts.push(imageOf(node));
  else if (node.tag === 'code' || node.tag === 'kbd' || node.tag === 'samp')
    parts.push(codeOf(node));
  else if (node.tag === 'a') parts.push(around(inner(), (text) => linkOf(node.element, text)));
  else if (mark) parts.push(around(inner(), (text) => emphasised(text, mark)));
  else if (node.layout === 'inline') parts.push(inner());
  else parts.push(` ${inner()} `);
}

/** White space stays outside of marks, where Markdown wants it. */
function around(text: string, wrap: (text: string) => string): string {
  const inner = text.replace(/^[\s\u0000]+|[\s\u0000]+$/g, '');
  if (inner === '') return text === '' ? '' : ' ';
  const [before = '', after = ''] = text.split(inner, 2);
  return (before === '' ? '' : ' ') + wrap(inner) + (after === '' ? '' : ' ');
}

function linkOf(element: Element, text: string): string {
  const url = urlOf(element);
  if (url === '' || text.includes('](')) return imageLink(text, url);
  return linked(text, url);
}

/** A link may hold an image, but not another link. */
function imageLink(text: string, url: string): string {
  return url !== '' && /^!\[[^\]]*\]\([^)]*\)$/.test(text) ? linked(text, url) : text;
}

function emphasised(text: string, mark: string): string {
  // The same mark twice would end it.
  return text.startsWith(mark) || text.endsWith(mark) ? text : mark + text + mark;
}

function codeOf(node: Branch): string {
  const code = plainText(node);
  if (code === '') return '';
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${code} ${fence}` : fence + code + fence;
}

function escaped(text: string): string {
  return text
    .replace(/\u0000/g, '')
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#?\w{1,31};)/g, '\\&')
    .replace(/~~/g, '\\~~');
}

function destination(url: string): string {
  return url.replace(/[\s()<>]/g, (sign) => encodeURIComponent(sign).replace(/[()]/g, percent));
}

function percent(sign: string): string {
  return sign === '(' ? '%28' : '%29';
}
