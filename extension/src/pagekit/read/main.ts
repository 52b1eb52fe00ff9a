// The part of the page a reader came for. From the body, follow the child that says most until what
// the page says is divided among several; what stands around and between is left out.
import { isContent, isNamedContent, withoutClutter, type Pruning } from './clutter';
import { isBranch, plainText, type Branch, type RenderedNode } from './rendered-tree';
import { createScales, type Weigh } from './weight';

/** A child must hold so much of what its parent says to stand for it, and of the whole. */
const STEP_SHARE = 0.6;
const WHOLE_SHARE = 0.5;
/** What is only called content must still hold so much. */
const NAMED_SHARE = 0.35;
const LEAD_LEVELS = 3;
const LEAD_CHARS_MIN = 60;
/** With less prose than this, what stands beside it is content too: figures, comments, links. */
const PROSE_FEW = 400;
const PRODUCT = '[itemtype$="schema.org/Product"], meta[property="og:type"][content*="product"]';
const INDIVISIBLE = new Set(['ul', 'ol', 'table', 'dl', 'p', 'pre', 'blockquote', 'tbody', 'tr']);

/** From what most pages are to what they seldom are. */
const ATTEMPTS: Pruning[] = [
  { dropLinkLists: true, dropComments: true },
  { dropLinkLists: true, dropComments: false },
  { dropLinkLists: false, dropComments: false },
];

export function mainOf(body: Branch): Branch {
  let main = body;
  for (const pruning of ATTEMPTS) {
    const scales = () => createScales({ linksCount: !pruning.dropLinkLists });
    const weigh = scales();
    const scope = landmarkOf(body, weigh) ?? body;
    const content = withoutClutter(scope, weigh, pruning);
    const left = scales();
    const whole = left(content).prose;
    // Where little is said, or of a thing that is sold, every word beside the prose counts.
    main = whole < PROSE_FEW || sellsThing(body) ? content : heaviest(content, left);
    if (left(main).prose >= PROSE_FEW) break;
  }
  return titled(main, body);
}

function sellsThing({ element }: Branch): boolean {
  const document = element.ownerDocument;
  if (document.querySelector(PRODUCT)) return true;
  const data = document.querySelectorAll('script[type="application/ld+json"]');
  return Array.from(data).some(({ textContent }) => /"@type"\s*:\s*"Product"/.test(textContent));
}

/** The page's own word for its content, if enough of what it says is there. */
function landmarkOf(body: Branch, weigh: Weigh): Branch | undefined {
  const whole = weigh(body).prose;
  const holding = (share: number) => (branch: Branch) => weigh(branch).prose > whole * share;
  const marked = find(body, isContent).filter(holding(WHOLE_SHARE));
  const named = find(marked.at(-1) ?? body, isNamedContent);
  const [only] = named;
  if (only && named.length === 1 && holding(NAMED_SHARE)(only)) return only;
  return marked.at(-1);
}

function heaviest(root: Branch, weigh: Weigh): Branch {
  const whole = weigh(root).prose;
  const path = [root];
  const heir = (parent: Branch): Branch | undefined => {
    const floor = Math.max(weigh(parent).prose * STEP_SHARE, whole * WHOLE_SHARE, 1);
    return parent.children
      .filter(isBranch)
      .find((child) => weigh(child).prose >= floor && !INDIVISIBLE.has(child.tag));
  };
  for (let next = heir(root); next; next = heir(next)) path.push(next);
  return withLead(path, weigh);
}

/** The lead may stand before the rest, in a box of its own: what is nothing but prose is kept. */
function withLead(path: Branch[], weigh: Weigh): Branch {
  const near = path.slice(-LEAD_LEVELS);
  const kept = (node: RenderedNode) => isBranch(node) && isPureProse(node, weigh);
  return near.reduceRight((inner, parent, depth) => {
    const at = parent.children.findIndex((child) => child === near[depth + 1]);
    const before = parent.children.slice(0, at).filter(kept);
    return before.length === 0 ? inner : { ...parent, children: [...before, inner] };
  });
}

function isPureProse(branch: Branch, weigh: Weigh): boolean {
  const { chars, prose } = weigh(branch);
  return chars >= LEAD_CHARS_MIN && prose >= chars * 0.9;
}

/** The title often stands above the content, outside of it. */
function titled(main: Branch, body: Branch): Branch {
  if (find(main, ({ tag }) => tag === 'h1').length > 0) return main;
  const titles = find(body, ({ tag }) => tag === 'h1').filter((title) => plainText(title) !== '');
  const known = titles.find((title) => document.title.includes(plainText(title)));
  const title = known ?? (titles.length === 1 ? titles[0] : undefined);
  return title ? { ...main, children: [title, ...main.children] } : main;
}

function find(branch: Branch, wanted: (branch: Branch) => boolean): Branch[] {
  const found = wanted(branch) ? [branch] : [];
  for (const child of branch.children) if (isBranch(child)) found.push(...find(child, wanted));
  return found;
}
