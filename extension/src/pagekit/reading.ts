// Reading the page: text, markup, Markdown, links, tables.
import type { Target } from '../wire';
import type { KitContext } from './context';
import type { KitHandlers } from './contract';
import { findOne } from './find/find';
import { matches } from './dom/native';
import { fit, pauseInMarkup } from './read/budget';
import { knowledgeOf } from './read/knowledge';
import { leanOf, type Branch } from './read/lean';
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
  const leanWithin = (target?: Target): Branch | undefined => leanOf(within(target, bodyOf()));
  const wrap = (note: string) => `\n<!-- ${note} -->`;

  return {
    readText({ within, charsMax }) {
      const lean = leanWithin(within);
      return { text: lean ? fit(textOf(lean), charsMax, numbers) : '' };
    },
    readHtml({ within: target, compression, charsMax }) {
      const shape = { pause: pauseInMarkup, wrap };
      if (compression === 'none') {
        const root = within(target, window.document.documentElement);
        return { text: fit(markupOf(root), charsMax, numbers, shape) };
      }
      const lean = leanWithin(target);
      if (!lean) return { text: '' };
      const whole = target === undefined;
      const reading = knowledgeOf(whole ? mainOf(lean) : lean, whole);
      return { text: fit(reading, charsMax, numbers, shape) };
    },
    readMarkdown({ within, mainOnly, charsMax }) {
      const lean = leanWithin(within);
      if (!lean) return { text: '' };
      return { text: fit(markdownOf(mainOnly ? mainOf(lean) : lean), charsMax, numbers) };
    },
    readLinks: ({ words, countMax }) => linksOf(context, countMax, words),
    readTables({ within: target, rowsMax }) {
      const root = within(target, bodyOf());
      if (!matches(root, TABLES) && deepQueryAll(root, TABLES).length === 0) return { tables: [] };
      const lean = leanOf(root);
      return { tables: lean ? tablesOf(lean, rowsMax, numbers) : [] };
    },
  };
}
