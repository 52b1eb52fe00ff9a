// The markup as the page is now: open shadow roots in place, slots filled, fields with what they
// hold. Never a password.
import { attributeNamesOf, attributeOf, isElement, nodeTypeOf, tagOf } from '../dom/native';
import { DOTS, isConcealed, isSecret } from '../dom/secrets';
import { isOurs } from '../show/ours';
import { childrenOf, NESTING_MAX } from '../dom/tree';
import type { Piece, Reading } from './budget';
import { DEEPER } from './rendered-tree';

const VOID = new Set([
  ...['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source'],
  ...['track', 'wbr'],
]);
const RAW = new Set(['script', 'style', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);

export function markupOf(root: Element): Reading {
  const parts: string[] = [];
  const pieces: Piece[] = [];
  let length = 0;
  const push = (part: string) => {
    parts.push(part);
    length += part.length;
  };
  const write = (node: Node, raw: boolean, depth: number): void => {
    if (!isElement(node)) {
      push(leafOf(node, raw));
      return;
    }
    if (isOurs(node)) return;
    const tag = tagOf(node);
    pieces.push({ element: node, start: length });
    push(`<${tag}${attributesOf(node)}>`);
    if (VOID.has(tag)) return;
    if (isConcealed(node)) push(DOTS);
    else if (node instanceof HTMLTextAreaElement) push(escapeText(told(node)));
    else if (node instanceof HTMLTemplateElement) push(node.innerHTML);
    else {
      const children = childrenOf(node);
      if (depth === NESTING_MAX && children.length > 0) push(`<!-- ${DEEPER} -->`);
      else for (const child of children) write(child, RAW.has(tag), depth + 1);
    }
    push(`</${tag}>`);
  };
  write(root, false, 0);
  return { text: parts.join(''), pieces };
}

export function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

export function attribute(name: string, value: string): string {
  return value === ''
    ? ` ${name}=""`
    : ` ${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`;
}

function leafOf(node: Node, raw: boolean): string {
  switch (nodeTypeOf(node)) {
    case Node.TEXT_NODE:
      return raw ? (node as Text).data : escapeText((node as Text).data);
    case Node.COMMENT_NODE:
      return `<!--${(node as Comment).data}-->`;
    default:
      return '';
  }
}

function attributesOf(element: Element): string {
  const live = liveAttributes(element);
  const written = attributeNamesOf(element)
    .filter((name) => !live.has(name))
    .map((name) => attribute(name, attributeOf(element, name) ?? ''));
  const lively = [...live].flatMap(([name, value]) =>
    value === undefined ? [] : [attribute(name, value)],
  );
  return [...written, ...lively].join('');
}

/** What a person changed since the page was made; undefined where there is nothing now. */
function liveAttributes(element: Element): Map<string, string | undefined> {
  const live = new Map<string, string | undefined>();
  const flag = (name: string, on: boolean) => live.set(name, on ? '' : undefined);
  if (element instanceof HTMLInputElement) {
    if (element.type === 'checkbox' || element.type === 'radio') flag('checked', element.checked);
    else if (element.type !== 'file') live.set('value', told(element) || undefined);
  } else if (element instanceof HTMLOptionElement) {
    flag('selected', element.selected);
  } else if (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement) {
    flag('open', element.open);
  }
  return live;
}

function told(field: HTMLInputElement | HTMLTextAreaElement): string {
  return field.value && isSecret(field) ? DOTS : field.value;
}
