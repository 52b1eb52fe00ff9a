// What stands around the content on every page of a site: navigation, adverts, banners, share bars.
// Told by element, role, names the page's makers gave, and how much of it is links.
import { attributeOf } from '../dom/native';
import { isTable } from './grid';
import { isBlock, isBranch, type Branch, type RenderedNode } from './rendered-tree';
import { linkShare, type Weigh } from './weight';

const TAGS = new Set(['nav', 'footer', 'aside', 'menu', 'dialog', 'button', 'label', 'legend']);

const ROLES = new Set([
  ...['navigation', 'banner', 'contentinfo', 'complementary', 'search', 'menu', 'menubar'],
  ...['toolbar', 'tablist', 'dialog', 'alertdialog', 'alert', 'button', 'tooltip'],
]);

/** Words of ids and classes. One of them marks clutter, unless it holds much of the page. */
const NAMES = new Set([
  ...['ad', 'ads', 'adv', 'advert', 'adverts', 'advertisement', 'advertising', 'adsense', 'dfp'],
  ...['sponsor', 'sponsored', 'sponsors', 'promo', 'promos', 'promotion', 'outbrain', 'taboola'],
  ...['share', 'sharing', 'sharebar', 'sharethis', 'addthis', 'social', 'socials', 'follow'],
  ...['related', 'recommended', 'recommendations', 'trending', 'popular', 'mostread', 'more'],
  ...['cookie', 'cookies', 'consent', 'gdpr', 'newsletter', 'subscribe', 'subscription', 'signup'],
  ...['breadcrumb', 'breadcrumbs', 'sidebar', 'sidebars', 'rail', 'pagination', 'pager', 'paging'],
  ...['nav', 'navbar', 'navigation', 'menu', 'menus', 'masthead', 'topbar', 'toolbar', 'footer'],
  ...['popup', 'modal', 'overlay', 'lightbox', 'skip', 'print', 'printonly', 'login', 'signin'],
  ...['widget', 'widgets', 'disqus', 'respond', 'tags', 'tagcloud', 'byline', 'copyright', 'legal'],
  ...[
    'hidden',
    'noprint',
    'sr',
    'editsection',
    'toc',
    'catlinks',
    'navbox',
    'noexcerpt',
    'paywall',
  ],
]);

const COMMENT_NAMES = new Set([
  'comment',
  'comments',
  'commentlist',
  'discussion',
  'disqus',
  'replies',
]);

/** What a page's maker may call "main" whatever else is in its name. */
const CONTENT_NAMES = /\b(article|entry|post|story|content)[-_]?(body|content|text)\b|\bmain\b/i;

/** Clutter never holds more of what the page says than this. */
const SHARE_MAX = 0.3;

export interface Pruning {
  /** Lists of links go too: the page has prose to read instead. */
  dropLinkLists: boolean;
  dropComments: boolean;
}

/** A copy of the tree without clutter. */
export function withoutClutter(root: Branch, weigh: Weigh, pruning: Pruning): Branch {
  const whole = weigh(root).prose || 1;
  const prune = (parent: Branch, inContent: boolean): Branch => {
    const children: RenderedNode[] = [];
    for (const child of parent.children) {
      if (!isBranch(child)) {
        children.push(child);
        continue;
      }
      const inside = inContent || isContent(child);
      const share = weigh(child).prose / whole;
      if (share <= SHARE_MAX && isClutter(child, inContent, weigh, pruning)) {
        dropTitle(children);
      } else {
        children.push(prune(child, inside));
      }
    }
    return { ...parent, children };
  };
  return prune(root, isContent(root));
}

export function isContent(branch: Branch): boolean {
  return branch.tag === 'main' || branch.tag === 'article' || roleAttribute(branch) === 'main';
}

function isClutter(
  branch: Branch,
  inContent: boolean,
  weigh: Weigh,
  { dropLinkLists, dropComments }: Pruning,
): boolean {
  const role = roleAttribute(branch);
  if (TAGS.has(branch.tag) || ROLES.has(role) || branch.pinned) return true;
  if (branch.tag === 'header' && !inContent) return !holdsTitle(branch);
  if (branch.tag === 'form') return weigh(branch).prose < 200;
  if (!isBlock(branch) && branch.tag !== 'span') return false;
  if (isContent(branch) || /^(h1|body|p|pre|table|tbody|tr|td|th|figure|code)$/.test(branch.tag)) {
    return false;
  }
  const words = namesOf(branch);
  if (dropComments && words.some((word) => COMMENT_NAMES.has(word))) return true;
  if (words.some((word) => NAMES.has(word)) && !isNamedContent(branch)) {
    return !holdsTitle(branch);
  }
  return dropLinkLists && isLinkList(branch, weigh);
}

function isLinkList(branch: Branch, weigh: Weigh): boolean {
  if (isTable(branch)) return false;
  const weight = weigh(branch);
  const share = linkShare(weight);
  if (weight.links === 0 || weight.chars === 0) return false;
  const perLink = weight.chars / weight.links;
  return weight.links >= 3 ? share > 0.5 && perLink < 150 : share > 0.8 && isBare(branch);
}

/** One link in a block of its own: "read more", a tag, a teaser. */
function isBare(branch: Branch): boolean {
  return branch.tag === 'li' || branch.tag === 'div' || branch.tag === 'section';
}

/** "Related" above what was dropped says nothing any more. */
function dropTitle(children: RenderedNode[]): void {
  let at = children.length - 1;
  let last = children[at];
  while (last !== undefined && !isBranch(last) && last.trim() === '') last = children[(at -= 1)];
  if (last !== undefined && isBranch(last) && /^h[2-6]$/.test(last.tag)) children.length = at;
}

function holdsTitle(branch: Branch): boolean {
  return branch.children.some(
    (child) => isBranch(child) && (child.tag === 'h1' || holdsTitle(child)),
  );
}

/** By what its makers call it. */
export function isNamedContent({ element }: Branch): boolean {
  const names = `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''}`;
  return CONTENT_NAMES.test(names) || attributeOf(element, 'itemprop') === 'articleBody';
}

function namesOf({ element }: Branch): string[] {
  const names = `${attributeOf(element, 'id') ?? ''} ${attributeOf(element, 'class') ?? ''}`;
  if (names === ' ') return [];
  return names
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

function roleAttribute({ element }: Branch): string {
  return attributeOf(element, 'role')?.trim().toLowerCase() ?? '';
}
