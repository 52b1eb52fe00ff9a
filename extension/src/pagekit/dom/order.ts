// The order of a page through open shadow roots: what is in a root comes right after its host.
import { rootOf } from './native';

/** Each element once, in the order of the page. */
export function inPageOrder(elements: Iterable<Element>): Element[] {
  const all = [...new Set(elements)];
  if (all.length < 2) return all;
  const known = new Map<Element, Element[]>();
  const hosts = (element: Element): Element[] => {
    let found = known.get(element);
    if (!found) known.set(element, (found = hostsOf(element)));
    return found;
  };
  return all.sort((one, other) => compare(one, other, hosts));
}

function compare(one: Element, other: Element, hostsOf: (element: Element) => Element[]): number {
  if (rootOf(one) === rootOf(other)) return place(one, other);
  const hosts = hostsOf(one);
  const others = hostsOf(other);
  // The hosts begin in the document; where the ways part, both are in the same tree.
  const parting = hosts.findIndex((host, at) => host !== others[at]);
  if (parting < 0) return hosts.length - others.length;
  const there = others[parting];
  const here = hosts[parting];
  if (!here || !there) return hosts.length - others.length;
  return place(here, there);
}

function place(one: Element, other: Element): number {
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** The element with the hosts of the shadow roots that it is in, the outermost first. */
function hostsOf(element: Element): Element[] {
  const hosts = [element];
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) {
    hosts.push(root.host);
  }
  return hosts.reverse();
}
