// Why a snapshot has nothing to tell, so that nobody takes a page for empty that is not.
import { plainSentence } from '../../page-words';
import type { SnapshotMode } from '../../wire';
import { clips, isCollapsed } from '../dom/clipping';
import { describe } from '../dom/facts';
import { checkVisibility, queryAll, rectOf } from '../dom/native';
import { isOurs } from '../show/ours';
import { clean, inLine } from './escape';

const SILENT = 'script, style, link, meta, template, noscript, br, base, title';
const LOOKS_MAX = 2000;

export function whyEmpty({ document }: Window, mode: SnapshotMode): string {
  if (document.readyState === 'loading') {
    return 'nothing to see yet: the page is still loading; wait for it, then look again';
  }
  const body = document.body as HTMLElement | null;
  const elements = body
    ? [...queryAll(body, `:not(${SILENT})`)].filter((element) => !isOurs(element))
    : [];
  if (!body || (elements.length === 0 && clean(body.textContent) === '')) {
    return 'the page is empty';
  }
  if (mode === 'interactive') {
    return 'nothing here can be clicked or typed into; a full snapshot also tells the text';
  }
  const hidden = [body, ...elements.slice(0, LOOKS_MAX)].find((element) => reasonOf(element));
  if (hidden) {
    const words = inLine(clean(plainSentence(describe(hidden))));
    return `nothing of the page's ${elements.length} elements can be seen: ${words} ${reasonOf(hidden)}`;
  }
  if (mode === 'viewport') return 'nothing is in view; scroll, or take a full snapshot';
  return `the page's ${elements.length} elements say nothing; a screenshot shows what is drawn`;
}

function reasonOf(element: Element): string {
  const style = getComputedStyle(element);
  if (style.display === 'none') return 'is not displayed (display: none)';
  if (style.visibility !== 'visible') return `is not displayed (visibility: ${style.visibility})`;
  if (!checkVisibility(element, { opacityProperty: true })) return 'is transparent';
  if (isCollapsed(rectOf(element)) && clips(element, style))
    return 'has no room (overflow: hidden)';
  return '';
}
