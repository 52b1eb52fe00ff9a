// Reads of nodes that a page cannot shadow: the controls of a form hide its properties by their own
// names, so that an input called `parentNode` would end every walk.

export const attributeOf = method(() => Element.prototype, 'getAttribute');
export const attributeNamesOf = method(() => Element.prototype, 'getAttributeNames');
export const hasAttribute = method(() => Element.prototype, 'hasAttribute');
export const matches = method(() => Element.prototype, 'matches');
export const rectOf = method(() => Element.prototype, 'getBoundingClientRect');
export const rectsOf = method(() => Element.prototype, 'getClientRects');
export const checkVisibility = method(() => Element.prototype, 'checkVisibility');
export const rootOf = method(() => Node.prototype, 'getRootNode');
export const contains = method(() => Node.prototype, 'contains');

export const tagOf = getter(() => Element.prototype, 'localName');
export const shadowRootOf = getter(() => Element.prototype, 'shadowRoot');
export const slotOf = getter(() => Element.prototype, 'assignedSlot');
export const parentElementOf = getter(() => Node.prototype, 'parentElement');
export const childNodesOf = getter(() => Node.prototype, 'childNodes');
export const firstChildOf = getter(() => Node.prototype, 'firstChild');
export const previousSiblingOf = getter(() => Node.prototype, 'previousSibling');
export const nextSiblingOf = getter(() => Node.prototype, 'nextSibling');
export const parentNodeOf = getter(() => Node.prototype, 'parentNode');
export const nodeTypeOf = getter(() => Node.prototype, 'nodeType');
export const outerHtmlOf = getter(() => Element.prototype, 'outerHTML');
export const isConnected = getter(() => Node.prototype, 'isConnected');

export function isElement(node: Node): node is Element {
  return nodeTypeOf(node) === 1;
}

/** An attribute's text without space around it; nothing where there is none. */
export function trimmedAttribute(element: Element, name: string): string {
  return attributeOf(element, name)?.trim() ?? '';
}

export function closest(element: Element, selector: string): Element | null {
  return closestNative(element, selector);
}

export function queryAll(root: Node, selector: string): NodeListOf<Element> {
  const type = nodeTypeOf(root);
  if (type === 9) return queryDocument(root as Document, selector);
  if (type === 1) return queryElement(root as Element, selector);
  return (root as DocumentFragment).querySelectorAll(selector);
}

const closestNative = method(() => Element.prototype, 'closest');
const queryDocument = method(() => Document.prototype, 'querySelectorAll');
const queryElement = method(() => Element.prototype, 'querySelectorAll');

type Callable = (...parameters: never[]) => unknown;

// Looked up at the first call: modules are also loaded where there is no document.
function method<T extends object, K extends keyof T>(
  find: () => T,
  key: K,
): T[K] extends Callable ? (self: T, ...parameters: Parameters<T[K]>) => ReturnType<T[K]> : never {
  let native: ((...parameters: unknown[]) => unknown) | undefined;
  const call = (self: T, ...parameters: unknown[]) => {
    native ??= find()[key] as (...parameters: unknown[]) => unknown;
    return native.apply(self, parameters);
  };
  return call as never;
}

function getter<T extends object, K extends keyof T>(find: () => T, key: K): (self: T) => T[K] {
  let native: ((this: T) => T[K]) | undefined;
  return (self) => {
    native ??= accessor(find(), key) as (this: T) => T[K];
    return native.call(self);
  };
}

function accessor(prototype: object, key: PropertyKey): unknown {
  const property: Record<string, unknown> = { ...Object.getOwnPropertyDescriptor(prototype, key) };
  return property.get;
}
