// The page as Markdown (GFM): blocks in order, each with the element it came from.
import { attributeOf } from '../dom/native';
import { headingLevel, roleOf } from '../dom/roles';
import type { Reading } from './budget';
import { gridOf, isTable, type Grid } from './grid';
import { atLineStart, imageOf, inlineOf, linked, urlOf } from './inline';
import {
  holdsBlocks,
  isBlock,
  isBranch,
  plainText,
  type Branch,
  type RenderedNode,
} from './rendered-tree';
import { joinTitles } from './tables';

interface Block {
  text: string;
  element: Element;
}

export function markdownOf(root: Branch): Reading {
  const blocks = blocksOf(root);
  const pieces = [];
  let start = 0;
  for (const { text, element } of blocks) {
    pieces.push({ element, start });
    start += text.length + 2;
  }
  return { text: blocks.map(({ text }) => text).join('\n\n'), pieces };
}

function blocksOf(parent: Branch): Block[] {
  const blocks: Block[] = [];
  let run: RenderedNode[] = [];
  const flush = () => {
    for (const text of paragraphsOf(run, parent.preserves)) {
      blocks.push({ text: atLineStart(text), element: parent.element });
    }
    run = [];
  };
  for (const child of parent.children) {
    if (isBranch(child) && (isBlock(child) || holdsBlocks(child))) {
      flush();
      blocks.push(...blockOf(child));
    } else {
      run.push(child);
    }
  }
  flush();
  return blocks;
}

function blockOf(node: Branch): Block[] {
  const one = (text: string): Block[] => (text === '' ? [] : [{ text, element: node.element }]);
  const level = levelOf(node);
  if (level > 0) {
    const title = inlineOf(node.children);
    return one(title === '' ? '' : `${'#'.repeat(level)} ${title}`);
  }
  if (isTable(node)) {
    const grid = gridOf(node);
    return grid ? one(tableOf(grid)) : blocksOf(node);
  }
  switch (node.tag) {
    case 'pre':
      return one(codeOf(node));
    case 'blockquote':
      return one(indented(joined(blocksOf(node)), '> ', '> '));
    case 'ul':
    case 'ol':
      return one(listOf(node));
    case 'dl':
      return one(definitionsOf(node));
    case 'hr':
      return one('---');
    case 'img':
      return one(imageOf(node));
    case 'a':
      return linkedBlocks(node);
    case 'summary':
      return one(`**${inlineOf(node.children)}**`.replace(/^\*{4}$/, ''));
    default:
      return blocksOf(node);
  }
}

/** Two line breaks in a row are a paragraph's end. */
function paragraphsOf(run: RenderedNode[], preserves: boolean): string[] {
  if (preserves)
    return inlineOf(run, true)
      .split(/\n{2,}/)
      .map((text) => text.trim())
      .filter(Boolean);
  return inlineOf(run)
    .split(/(?: *\\\n *){2,}/)
    .map((text) => text.replace(/^(?:\\\n)+|(?:\\\n|\\$)+$/g, '').trim())
    .filter((text) => text !== '');
}

function levelOf(node: Branch): number {
  if (/^h[1-6]$/.test(node.tag)) return Number(node.tag.charAt(1));
  if (attributeOf(node.element, 'role') === null || roleOf(node.element) !== 'heading') return 0;
  return Math.min(6, Math.max(1, headingLevel(node.element) || 2));
}

/** A card that is one link: its first block carries the address. */
function linkedBlocks(node: Branch): Block[] {
  const url = urlOf(node.element);
  const blocks = blocksOf(node);
  const [first, ...others] = blocks;
  if (!first || url === '') return blocks;
  const [, mark = '', text = ''] = /^(#{1,6} |)([\s\S]*)$/.exec(first.text) ?? [];
  const plain = !/^[>|`-]|\n|\]\(/.test(text);
  return plain
    ? [{ ...first, text: mark + linked(text, url) }, ...others]
    : [...blocks, { text: linked(url, url), element: node.element }];
}

function codeOf(node: Branch): string {
  const code = verbatim(node).replace(/^\n+|\s+$/g, '');
  if (code === '') return '';
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}${languageOf(node)}\n${code}\n${fence}`;
}

function verbatim(node: RenderedNode): string {
  if (!isBranch(node)) return node;
  if (node.tag === 'br') return '\n';
  const inner = node.children.map(verbatim).join('');
  // Highlighters give each line a block of its own.
  return isBlock(node) && !inner.endsWith('\n') ? `${inner}\n` : inner;
}

function languageOf(node: Branch): string {
  const near = [node.element.parentElement, node.element, ...node.element.querySelectorAll('code')];
  for (const element of near) {
    const said =
      element && (attributeOf(element, 'data-lang') ?? attributeOf(element, 'data-language'));
    if (said && /^[\w+#-]{1,20}$/.test(said)) return said;
    const named = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s?([\w+#-]{1,20})/.exec(
      (element && attributeOf(element, 'class')) ?? '',
    );
    if (named?.[1]) return named[1];
  }
  return '';
}

function longestRun(code: string): number {
  return Math.max(0, ...(code.match(/`+/g) ?? []).map((run) => run.length));
}

function listOf(list: Branch): string {
  let number = Number.parseInt(attributeOf(list.element, 'start') ?? '1', 10) || 1;
  const items: string[] = [];
  for (const child of list.children) {
    if (!isBranch(child)) continue;
    const body = joined(
      blocksOf(child.tag === 'li' ? child : { ...list, children: [child] }),
      true,
    );
    if (body === '') continue;
    const marker = list.tag === 'ol' ? `${number}. ` : '- ';
    number += 1;
    items.push(indented(body, marker, ' '.repeat(marker.length)));
  }
  return items.join('\n');
}

function definitionsOf(list: Branch): string {
  const lines: string[] = [];
  const visit = (parent: Branch) => {
    for (const child of parent.children) {
      if (!isBranch(child)) continue;
      if (child.tag === 'dt') lines.push(`**${inlineOf(child.children)}**`);
      else if (child.tag === 'dd') lines.push(indented(joined(blocksOf(child)), ': ', '  '));
      else visit(child);
    }
  };
  visit(list);
  return lines.filter((line) => line.trim() !== '' && line !== '****').join('\n');
}

function tableOf({ caption, head, rows }: Grid): string {
  const read = (row: Branch[]) => row.map(cellOf);
  const titles = joinTitles(head.map(read));
  const body = rows.map(read);
  const width = body.reduce((most, row) => Math.max(most, row.length), titles.length);
  if (width === 0) return '';
  const line = (cells: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const table = [line(titles), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
  return caption ? `**${plainText(caption)}**\n\n${table}` : table;
}

function cellOf(cell: Branch): string {
  return inlineOf(cell.children)
    .replace(/\\\n/g, '<br>')
    .replace(/\n/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|');
}

function joined(blocks: Block[], tight = false): string {
  const [first, ...others] = blocks.map(({ text }) => text);
  if (first === undefined) return '';
  // A list below the line it belongs to needs no blank line.
  return others.reduce(
    (text, next) => `${text}${tight && /^(?:[-*]|\d+\.) /.test(next) ? '\n' : '\n\n'}${next}`,
    first,
  );
}

function indented(text: string, first: string, others: string): string {
  if (text === '') return '';
  return text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : line === '' ? others.trimEnd() : others + line))
    .join('\n');
}
