// @ts-check
// The ways in which a site may have changed since a chore was recorded. What every site can do by itself is done
// here, to the tree of its page; which look-alikes there are, and what is gone, only the site knows.

import { h } from './tree.mjs';

/** @typedef {import('./tree.mjs').Node} Node */
/** @typedef {import('./tree.mjs').Child} Child */
/** @typedef {[from: string, to: string][]} Words */
/** @typedef {{ reworded: Words, translated: Words }} Dictionary */

export const VARIANTS = [
  'same', // the site as it was recorded
  'values', // the site as it was recorded, the chore with other values
  'renamed', // ids, classes and data attributes have other values
  'wrapped', // everything stands in further elements
  'reordered', // what has no order of its own comes in another order
  'reworded', // the same is said in other words
  'lookalikes', // other things have the same names, and stand before the right one
  'translated', // attributes that are read aloud or shown as hints are in another language
  'slow', // answers and elements come late
  'redesigned', // other tags and another layout
  'gone', // what is wanted is not there any more
];

const SPOKEN = ['aria-label', 'placeholder', 'title', 'alt'];

/**
 * @param {Node} node
 * @param {string} variant
 * @param {Dictionary} dictionary
 * @returns {Node}
 */
export function vary(node, variant, dictionary) {
  let varied = tieLabels(node, variant === 'redesigned');
  if (variant === 'renamed') varied = each(varied, rename);
  if (variant === 'reordered') varied = each(varied, reorder);
  if (variant === 'reworded') varied = each(varied, (it) => reword(it, dictionary.reworded));
  if (variant === 'translated') varied = each(varied, (it) => translate(it, dictionary.translated));
  if (variant === 'wrapped') varied = each(varied, wrap);
  if (variant === 'redesigned') varied = each(varied, redesign);
  return varied;
}

/** What a text is in this variant. @param {string} text @param {Words} words */
export function say(text, words) {
  let said = text;
  for (const [from, to] of words) said = said.replaceAll(from, to);
  return said;
}

/** From the leaves up. @param {Node} node @param {(node: Node) => Node} change @returns {Node} */
function each(node, change) {
  const children = node.children.map((child) =>
    typeof child === 'string' ? child : each(child, change),
  );
  return change({ ...node, children });
}

/** Two designs of a field: `label` with `for`, or a text after the control that names it by its id. */
function tieLabels(/** @type {Node} */ tree, /** @type {boolean} */ isRedesigned) {
  return each(tree, (node) => {
    if (node.tag !== 'field') return node;
    const label = String(node.children[0]);
    const control = /** @type {Node} */ (node.children[1]);
    const id = control.attrs.id;
    if (!isRedesigned) return h('p', {}, h('label', { for: id }, label), ' ', control);
    const named = { ...control, attrs: { ...control.attrs, 'aria-labelledby': `${id}-says` } };
    return h('div', {}, named, h('span', { id: `${id}-says` }, label));
  });
}

/** @param {Node} node @returns {Node} */
function rename(node) {
  /** @type {Record<string, any>} */
  const attrs = {};
  for (const [name, value] of Object.entries(node.attrs)) {
    if (/^(id|for|aria-(labelledby|controls|describedby))$/.test(name)) attrs[name] = hashed(value);
    else if (name === 'class') attrs[name] = value.split(' ').map(hashed).join(' ');
    else if (name.startsWith('data-')) attrs[`data-${hashed(name)}`] = hashed(value);
    else attrs[name] = value;
  }
  return { ...node, attrs };
}

/** Looks like what build tools write. @param {unknown} value */
function hashed(value) {
  let hash = 2166136261;
  for (const letter of String(value)) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619) >>> 0;
  }
  return `x${hash.toString(36)}`;
}

/** @param {Node} node @returns {Node} */
function reorder(node) {
  return node.attrs.shuffle ? { ...node, children: [...node.children].reverse() } : node;
}

/** @param {Node} node @param {Words} words @returns {Node} */
function reword(node, words) {
  const children = node.children.map((child) =>
    typeof child === 'string' ? say(child, words) : child,
  );
  return { ...translate(node, words), children };
}

/** @param {Node} node @param {Words} words @returns {Node} */
function translate(node, words) {
  const attrs = { ...node.attrs };
  for (const name of SPOKEN) if (name in attrs) attrs[name] = say(attrs[name], words);
  return { ...node, attrs };
}

const CONTROLS = new Set(['button', 'a', 'input', 'select', 'textarea']);
const BLOCKS = new Set(['table', 'ul', 'form', 'article', 'section', 'nav', 'main']);

/** @param {Node} node @returns {Node} */
function wrap(node) {
  if (node.tag === 'a' || node.tag === 'button') {
    const inner = h('span', {}, h('span', {}, ...node.children));
    return h('span', {}, { ...node, children: [inner] });
  }
  if (CONTROLS.has(node.tag)) return h('span', {}, h('span', {}, node));
  if (node.tag === 'li' || node.tag === 'td')
    return { ...node, children: [h('div', {}, ...node.children)] };
  return BLOCKS.has(node.tag) ? h('div', {}, h('div', {}, node)) : node;
}

/** @type {Record<string, [tag: string, role: string, more?: Record<string, string>]>} */
const OTHER_TAGS = {
  table: ['div', 'table'],
  thead: ['div', 'rowgroup'],
  tbody: ['div', 'rowgroup'],
  tr: ['div', 'row'],
  th: ['div', 'columnheader'],
  td: ['div', 'cell'],
  ul: ['div', 'list'],
  li: ['div', 'listitem'],
  nav: ['div', 'navigation'],
  article: ['div', 'article'],
  h1: ['div', 'heading', { 'aria-level': '1' }],
  h2: ['div', 'heading', { 'aria-level': '2' }],
  h3: ['div', 'heading', { 'aria-level': '3' }],
  button: ['span', 'button', { tabindex: '0' }],
};

/** Other tags, ids and classes; what is read aloud stays. The layout is another one by its style sheet. */
function redesign(/** @type {Node} */ node) {
  const { attrs } = rename(node);
  const [tag, role, more] = OTHER_TAGS[node.tag] ?? [node.tag];
  const changed = {
    tag,
    attrs: { ...(role && { role }), ...more, ...attrs },
    children: node.children,
  };
  return node.tag === 'button' ? actAsButton(changed) : changed;
}

// A text attribute, because the pages of the server have no listeners.
const PRESS = "event.key === 'Enter' && this.click()";
const SUBMIT = "this.closest('form').requestSubmit()";

/** @param {Node} node @returns {Node} */
function actAsButton(node) {
  const { type, disabled, ...attrs } = node.attrs;
  if (disabled) return { ...node, attrs: { ...attrs, 'aria-disabled': 'true' } };
  const onclick = type === 'submit' ? { onclick: SUBMIT } : {};
  return { ...node, attrs: { ...attrs, ...onclick, onkeydown: PRESS } };
}
