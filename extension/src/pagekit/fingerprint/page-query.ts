// Many questions to one page: its open shadow roots are looked for once. As long as nothing else runs.
import { queryAll } from '../dom/native';
import { deepQueryAll, shadowRootsIn } from '../dom/tree';

export interface PageQuery {
  /** In the order of the page. */
  all(selector: string): Element[];
  /** The document and its open shadow roots. */
  roots(): readonly (Document | ShadowRoot)[];
}

export function createPageQuery(
  document: Document,
  shadowRoots: () => Iterable<ShadowRoot> = () => shadowRootsIn(document),
): PageQuery {
  let roots: readonly (Document | ShadowRoot)[] | undefined;
  const known = () => (roots ??= [document, ...shadowRoots()]);
  return {
    all: (selector) =>
      known().length === 1 ? [...queryAll(document, selector)] : deepQueryAll(document, selector),
    roots: known,
  };
}
