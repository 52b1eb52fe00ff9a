// @ts-check
// Pages as trees, so that one page can be shown in many ways. The same tree becomes text on the server and
// elements in the browser; `vary.mjs` changes it between.

/**
 * @typedef {string | Node} Child
 * @typedef {{ tag: string, attrs: Record<string, any>, children: Child[] }} Node
 * `attrs` are attributes; `on` holds listeners by event, `keep` is given the element, and `shuffle` says that the
 * order of the children means nothing.
 */

/**
 * @param {string} tag
 * @param {Record<string, any>} [attrs]
 * @param {...(Child | Child[] | false | undefined)} children
 * @returns {Node}
 */
export function h(tag, attrs = {}, ...children) {
  const kept = children.flat().filter((child) => child !== false && child !== undefined);
  return { tag, attrs, children: /** @type {Child[]} */ (kept) };
}

/**
 * A control with its label, as one thing: how the two are tied together is a matter of design.
 * @param {string} label @param {Node} control
 */
export function field(label, control) {
  return h('field', {}, label, control);
}

const VOID = new Set(['input', 'br', 'img', 'meta', 'link', 'hr']);
const OWN = new Set(['on', 'keep', 'shuffle']);

/** @param {Child} node @returns {string} */
export function toHtml(node) {
  if (typeof node === 'string') return escape(node);
  let text = `<${node.tag}`;
  for (const [name, value] of plainAttributes(node)) {
    text += value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`;
  }
  text += '>';
  return VOID.has(node.tag) ? text : `${text}${node.children.map(toHtml).join('')}</${node.tag}>`;
}

/** @param {Child} node @returns {globalThis.Node} */
export function toDom(node) {
  if (typeof node === 'string') return document.createTextNode(node);
  const element = document.createElement(node.tag);
  for (const [name, value] of plainAttributes(node)) {
    element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const [event, listener] of Object.entries(node.attrs.on ?? {})) {
    element.addEventListener(event, listener);
  }
  element.append(...node.children.map(toDom));
  node.attrs.keep?.(element);
  return element;
}

/** @param {Node} node */
function plainAttributes(node) {
  return Object.entries(node.attrs).filter(
    ([name, value]) => !OWN.has(name) && value !== false && value !== undefined,
  );
}

/** @param {string} text */
function escape(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
