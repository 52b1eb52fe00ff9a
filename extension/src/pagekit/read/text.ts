// The page as plain text: blocks on lines of their own, a blank line around paragraphs, the cells of
// a row apart by tabs.
import type { Piece, Reading } from './budget';
import { cellText, gridOf, isTable } from './grid';
import { isBranch, type Branch, type RenderedNode } from './rendered-tree';

/** What stands apart from its neighbours by a blank line. */
const PARAGRAPHS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'pre', 'blockquote', 'table'],
  ...['figure', 'article', 'section', 'fieldset', 'hr', 'address'],
]);

export function textOf(root: Branch): Reading {
  const writer = createWriter();
  write(root, writer, false);
  return writer.end();
}

function write(node: RenderedNode, writer: Writer, preserves: boolean): void {
  if (!isBranch(node)) {
    if (preserves) writer.verbatim(node);
    else writer.words(node);
    return;
  }
  if (node.tag === 'br') {
    writer.newLine();
    return;
  }
  if (node.layout === 'inline') {
    for (const child of node.children) write(child, writer, node.preserves);
    return;
  }
  const breaks = PARAGRAPHS.has(node.tag) ? 2 : 1;
  writer.apart(breaks);
  writer.piece(node.element);
  const grid = isTable(node) ? gridOf(node) : undefined;
  if (grid) {
    if (grid.caption) write(grid.caption, writer, false);
    for (const row of [...grid.head, ...grid.rows]) writeRow(row, writer);
  } else {
    for (const child of node.children) write(child, writer, node.preserves);
  }
  writer.close(node.element);
  writer.apart(breaks);
}

function writeRow(row: Branch[], writer: Writer): void {
  writer.apart(1);
  const [first] = row;
  if (first) writer.piece(first.element);
  const texts = row.map((cell, column) => (row[column - 1] === cell ? '' : cellText(cell)));
  writer.verbatim(texts.join('\t').trimEnd());
  writer.apart(1);
}

interface Writer {
  words(source: string): void;
  verbatim(source: string): void;
  newLine(): void;
  /** Whatever comes next begins after so many line breaks. */
  apart(breaks: number): void;
  /** Whatever comes next belongs to this element. */
  piece(element: Element): void;
  /** Unless nothing came. */
  close(element: Element): void;
  end(): Reading;
}

function createWriter(): Writer {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  let breaks = 0;
  let space = false;
  const opened: Element[] = [];

  function push(text: string): void {
    const before = length === 0 ? '' : breaks > 0 ? '\n'.repeat(breaks) : space ? ' ' : '';
    parts.push(before + text);
    length += before.length;
    for (const element of opened) pieces.push({ element, start: length });
    opened.length = 0;
    length += text.length;
    breaks = 0;
    space = false;
  }

  return {
    words(source) {
      const text = source.replace(/\s+/g, ' ');
      const inner = text.trim();
      if (text.startsWith(' ')) space = true;
      if (inner === '') return;
      push(inner);
      space = text.endsWith(' ');
    },
    verbatim(source) {
      const text = source.replace(/\r/g, '');
      const inner = text.replace(/^\n+|\n+$/g, '');
      breaks = Math.max(breaks, text.search(/[^\n]|$/));
      if (inner === '') return;
      push(inner);
      breaks = /\n*$/.exec(text)?.[0].length ?? 0;
    },
    newLine() {
      breaks = Math.min(breaks + 1, 2);
    },
    apart(count) {
      breaks = Math.max(breaks, count);
    },
    piece(element) {
      opened.push(element);
    },
    close(element) {
      if (opened.at(-1) === element) opened.pop();
    },
    end: () => ({ text: parts.join(''), pieces }),
  };
}
