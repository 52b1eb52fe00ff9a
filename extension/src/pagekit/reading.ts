// Reading the page: text, markup, Markdown, links, tables.
import type { Target } from '../wire';
import type { KitContext } from './context';
import type { KitHandlers } from './contract';
import { findOne } from './find/find';
import { matches } from './dom/native';
import { fit, pauseInMarkup } from './read/budget';
import { captureOf } from './read/capture';
import { knowledgeOf } from './read/knowledge';
import { renderedTreeOf, type Branch } from './read/rendered-tree';
import { linksOf } from './read/links';
import { mainOf } from './read/main';
import { markdownOf } from './read/markdown';
import { markupOf } from './read/markup';
import { TABLES, tablesOf } from './read/tables';
import { textOf } from './read/text';
import { deepQueryAll } from './dom/tree';

export function readingHandlers(
  context: KitContext,
): KitHandlers<'readText' | 'readHtml' | 'readMarkdown' | 'readLinks' | 'readTables'> {
  const { window, numbers } = context;
  const within = (target: Target | undefined, whole: Element): Element =>
    target === undefined ? whole : findOne(context, target);
  // A page that is still on its way may have no body.
  const bodyOf = () =>
    (window.document.body as HTMLElement | null) ?? window.document.documentElement;
  const renderedTreeWithin = (target?: Target): Branch | undefined =>
    renderedTreeOf(within(target, bodyOf()));
  const wrap = (note: string) => `\n<!-- ${note} -->`;

  return {
    readText({ within, charsMax }) {
      const node = renderedTreeWithin(within);
      return { text: node ? fit(textOf(node), charsMax, numbers) : '' };
    },
    async readHtml({ within: target, compression, charsMax }) {
      if (compression === 'reading') {
        const root = within(target, bodyOf());
        const withHead = target === undefined;
        return { text: await captureOf(window, root, { charsMax, withHead }) };
      }
      const shape = { pause: pauseInMarkup, wrap };
      if (compression === 'none') {
        const root = within(target, window.document.documentElement);
        return { text: fit(markupOf(root), charsMax, numbers, shape) };
      }
      const node = renderedTreeWithin(target);
      if (!node) return { text: '' };
      const whole = target === undefined;
      const reading = knowledgeOf(whole ? mainOf(node) : node, whole);
      return { text: fit(reading, charsMax, numbers, shape) };
    },
    readMarkdown({ within, mainOnly, charsMax }) {
      const node = renderedTreeWithin(within);
      if (!node) return { text: '' };
      return { text: fit(markdownOf(mainOnly ? mainOf(node) : node), charsMax, numbers) };
    },
    readLinks: ({ words, countMax }) => linksOf(context, countMax, words),
    readTables({ within: target, rowsMax, rowsSkip }) {
      const root = within(target, bodyOf());
      if (!matches(root, TABLES) && deepQueryAll(root, TABLES).length === 0) return { tables: [] };
      const node = renderedTreeOf(root);
      return { tables: node ? tablesOf(node, rowsMax, rowsSkip, numbers) : [] };
    },
  };
}
