// Which elements have other text than before. Text that was only set again to the same value does not count.
import { isElement } from '../dom/native';

export interface TextChanges {
  note(record: MutationRecord): void;
  /** Elements whose own text is another now. */
  elements(): Element[];
  /** What is new of an element's own text. */
  newIn(element: Element): string;
}

/** Texts that came into an element and those that went out of it. */
interface Exchange {
  came: string[];
  went: string[];
}

export function createTextChanges(): TextChanges {
  const exchanges = new Map<Element, Exchange>();
  const first = new Map<CharacterData, string>();

  function exchangeOf(element: Element): Exchange {
    let exchange = exchanges.get(element);
    if (!exchange) exchanges.set(element, (exchange = { came: [], went: [] }));
    return exchange;
  }

  return {
    note({ type, target, oldValue, addedNodes, removedNodes }) {
      if (type === 'characterData' && target instanceof CharacterData) {
        if (!first.has(target)) first.set(target, oldValue ?? '');
        if (target.parentElement) exchangeOf(target.parentElement);
      }
      if (type !== 'childList' || !isElement(target)) return;
      for (const node of removedNodes) {
        if (node instanceof Text) exchangeOf(target).went.push(first.get(node) ?? node.data);
      }
      for (const node of addedNodes) {
        if (node instanceof Text) exchangeOf(target).came.push(node.data);
      }
    },
    elements() {
      const rewritten = new Set<Element>();
      for (const [node, before] of first) {
        if (node.data !== before && node.parentElement) rewritten.add(node.parentElement);
      }
      const changed = ([element, { came, went }]: [Element, Exchange]) =>
        rewritten.has(element) || came.toSorted().join() !== went.toSorted().join();
      return [...exchanges].filter(changed).map(([element]) => element);
    },
    newIn(element) {
      const { came, went } = exchangeOf(element);
      const old = [...went];
      const fresh = came.filter((text) => {
        const at = old.indexOf(text);
        if (at >= 0) old.splice(at, 1);
        return at < 0;
      });
      for (const [node, before] of first) {
        if (node.parentElement === element && node.data !== before) fresh.push(node.data);
      }
      return fresh.join(' ');
    },
  };
}
