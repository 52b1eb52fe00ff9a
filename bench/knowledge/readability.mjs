// @ts-check
// Reads the gold pages with Mozilla's Readability, and prints a line of JSON for each: what `cargo xtask bench
// knowledge` sets beside our own extraction, scored by the same code.
//
//   node bench/knowledge/readability.mjs FOLDER

import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: node readability.mjs FOLDER');

for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
  const { document } = parseHTML(readFileSync(join(folder, file), 'utf8'));
  const begun = performance.now();
  const article = new Readability(document).parse();
  const tookMs = performance.now() - begun;
  const said = {
    name: basename(file, '.html'),
    text: textOf(article?.content ?? ''),
    title: article?.title ?? '',
    published: article?.publishedTime ?? null,
    tookMs,
  };
  console.log(JSON.stringify(said));
}

/**
 * Blocks end with a space, or the last word of one and the first of the next would be one word.
 * @param {string} html
 */
function textOf(html) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&(nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&');
}
