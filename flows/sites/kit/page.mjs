// @ts-check
// What the script of a page works with: it shows trees as the variant wants them, and tells the server what was done.

import { h, toDom } from '/kit/tree.mjs';
import { say, vary } from '/kit/vary.mjs';

export { field, h } from '/kit/tree.mjs';

/**
 * @typedef {object} Site written into every page by the server
 * @property {string} name
 * @property {string} variant
 * @property {import('./vary.mjs').Dictionary} dictionary
 * @property {string} otherOrigin
 */

/** @type {Site} */
export const site = /** @type {any} */ (globalThis).site;

/** Longer than any tool looks once, shorter than any tool waits. */
const LATE_MS = 700;

/**
 * Shows trees in place of what an element held; late, where the site is slow.
 * @param {Element | ShadowRoot} into @param {...(import('./tree.mjs').Node | false)} trees
 */
export async function show(into, ...trees) {
  const kept = trees.filter((tree) => tree !== false);
  if (site.variant === 'slow' && kept.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  }
  into.replaceChildren(...kept.map((tree) => toDom(vary(tree, site.variant, site.dictionary))));
}

/** @param {string} text */
export function sayIt(text) {
  return site.variant === 'reworded' ? say(text, site.dictionary.reworded) : text;
}

/** Writes into the journal. @param {string} did @param {Record<string, any>} facts */
export async function tell(did, facts = {}) {
  await fetch(`/${site.name}/did`, { method: 'POST', body: JSON.stringify({ did, ...facts }) });
}

/** @param {string} path */
export async function ask(path) {
  return (await fetch(`/${site.name}/${path}`)).json();
}

/** Where something will be shown. @param {string} tag @param {Record<string, any>} [attrs] */
export function place(tag = 'div', attrs = {}) {
  /** @type {{ node: import('./tree.mjs').Node, element: any }} */
  const place = { node: h(tag, attrs), element: undefined };
  place.node.attrs = { ...attrs, keep: (/** @type {any} */ element) => (place.element = element) };
  return place;
}

/**
 * A control that can be read later.
 * @param {string} tag @param {Record<string, any>} attrs @param {...any} children
 */
export function control(tag, attrs, ...children) {
  /** @type {{ node: import('./tree.mjs').Node, element: any }} */
  const kept = { node: h(tag, attrs, ...children), element: undefined };
  kept.node.attrs = { ...attrs, keep: (/** @type {any} */ element) => (kept.element = element) };
  return kept;
}

/** @param {Record<string, any>} attrs @param {string[]} labels */
export function list(attrs, labels) {
  return control('select', attrs, ...labels.map((label) => h('option', {}, label)));
}

/** @param {string} label @param {(event: Event) => unknown} click @param {Record<string, any>} [attrs] */
export function button(label, click, attrs = {}) {
  return h('button', { type: 'button', ...attrs, on: { click } }, label);
}

/** @param {string} label @param {...any} children */
export function dialog(label, ...children) {
  return h(
    'div',
    { role: 'dialog', 'aria-modal': 'true', 'aria-label': label },
    h('h2', {}, label),
    ...children,
  );
}
