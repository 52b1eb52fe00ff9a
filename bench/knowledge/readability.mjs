// Reads the gold pages with Mozilla's Readability and prints the same figures as the test `extraction`, so that both
// stand side by side.
//
//   node bench/knowledge/readability.mjs [FOLDER OF PAGES]
//
// Needs `@mozilla/readability` and `linkedom` (or `jsdom`, which is slower and nearer to a browser). They are looked
// for in `extension/node_modules`, or in the folder that MODULES names.

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const folder = process.argv[2] ?? join(root, 'crates/knowledge/gold/pages');
const modules = process.env.MODULES ?? join(root, 'extension/node_modules');
const require = createRequire(join(resolve(modules), 'index.js'));

const { Readability } = load('@mozilla/readability');
const documentOf = parser();

function load(name) {
  try {
    return require(name);
  } catch {
    console.error(`${name} is not in ${modules}. Install it there: npm install --no-save ${name}`);
    process.exit(2);
  }
}

function parser() {
  try {
    const { JSDOM } = require('jsdom');
    return (html, url) => new JSDOM(html, { url }).window.document;
  } catch {
    const { parseHTML } = load('linkedom');
    return (html) => parseHTML(html).document;
  }
}

/** Words; of scripts without spaces, characters. */
function tokens(text) {
  const counts = new Map();
  for (const [token] of text
    .toLowerCase()
    .matchAll(/[\u3040-\u9fff]|(?:(?![\u3040-\u9fff])[\p{L}\p{N}\p{M}])+/gu)) {
    counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

function f1(expected, found) {
  const [a, b] = [tokens(expected), tokens(found)];
  const sum = (counts) => [...counts.values()].reduce((all, count) => all + count, 0);
  let shared = 0;
  for (const [token, count] of a) shared += Math.min(count, b.get(token) ?? 0);
  const all = sum(a) + sum(b);
  return all === 0 ? 1 : (2 * shared) / all;
}

const key = (text) => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const day = (date) => date?.slice(0, 10) ?? null;

/** Blocks end with a space, or the last word of one and the first of the next would be one word. */
function textOf(html) {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&(nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&');
}

const scores = { all: newScore(), 'held out': newScore() };

function newScore() {
  return { pages: 0, articles: 0, articleF1: 0, othersF1: 0, titles: 0, dates: 0 };
}

const times = [];
for (const name of readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .sort()) {
  const html = readFileSync(join(folder, name), 'utf8');
  const label = JSON.parse(readFileSync(join(folder, name.replace(/\.html$/, '.json')), 'utf8'));
  const begun = performance.now();
  const article = new Readability(documentOf(html, label.url)).parse();
  times.push(performance.now() - begun);
  const f = f1(label.text.join('\n'), article ? textOf(article.content) : '');
  for (const score of label.held_out ? Object.values(scores) : [scores.all]) {
    score.pages += 1;
    if (label.kind === 'article') {
      score.articles += 1;
      score.articleF1 += f;
    } else {
      score.othersF1 += f;
    }
    score.titles += key(article?.title) === key(label.title) ? 1 : 0;
    score.dates += day(article?.publishedTime) === day(label.published) ? 1 : 0;
  }
}

for (const [which, score] of Object.entries(scores)) {
  const article = score.articleF1 / Math.max(score.articles, 1);
  const others = score.othersF1 / Math.max(score.pages - score.articles, 1);
  const share = (count) => (count / Math.max(score.pages, 1)).toFixed(3);
  console.log(
    `${which}: ${score.pages} pages; text F1 ${article.toFixed(3)} on ${score.articles} articles, ` +
      `${others.toFixed(3)} on others; title ${share(score.titles)}, date ${share(score.dates)}`,
  );
}
times.sort((a, b) => a - b);
console.log(`p50 ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms a page`);
