// The open shadow roots of a document. Looking for them costs a walk through every element, so on
// large pages an earlier answer is taken, with the roots around one element added.
import { rootOf, shadowRootOf } from './native';
import { MAY_HOST } from './tree';

interface Known {
  roots: WeakRef<ShadowRoot>[];
  /** Too many elements to look at all of them again each time. */
  isLarge: boolean;
}

const known = new WeakMap<Document, Known>();
const ELEMENTS_MAX = 4000;

/** The document and its open shadow roots; those around `near` are never missed. */
export function rootsOf(document: Document, near?: Element): Set<Node> {
  const roots = new Set<Node>([document]);
  const earlier = known.get(document);
  if (earlier?.isLarge) {
    for (const reference of earlier.roots) {
      const root = reference.deref();
      if (root?.isConnected) roots.add(root);
    }
  } else {
    const looked = collect(document, roots);
    known.set(document, {
      roots: [...roots].flatMap((root) => (root instanceof ShadowRoot ? new WeakRef(root) : [])),
      isLarge: looked > ELEMENTS_MAX,
    });
  }
  for (let at = near && rootOf(near); at instanceof ShadowRoot; at = rootOf(at.host)) roots.add(at);
  return roots;
}

/** Returns how many elements it looked at. */
function collect(document: Document, roots: Set<Node>): number {
  let looked = 0;
  const waiting: (Document | ShadowRoot)[] = [document];
  for (let scope = waiting.pop(); scope; scope = waiting.pop()) {
    const elements = scope.querySelectorAll(MAY_HOST);
    looked += elements.length;
    for (const element of elements) {
      const shadow = shadowRootOf(element);
      if (!shadow || roots.has(shadow)) continue;
      roots.add(shadow);
      waiting.push(shadow);
    }
  }
  return looked;
}
