// @ts-check
// What it costs a page to be captured: the main thread's time of `readHtml` with compression `reading`, beside
// `outerHTML` alone, which is the floor, and beside Readability. Every page is loaded anew and captured once,
// because a page is captured once: with code that has not been compiled yet.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { asJson, atMost, header, line, verdict } from '../control/report.mjs';
import { load as machineLoad } from '../relay/proc.mjs';
import { quantile } from '../relay/spans.mjs';

const EXTENSION = new URL('../../extension/', import.meta.url);
const GOLD = fileURLToPath(new URL('../../crates/knowledge/gold/pages', import.meta.url));
const { values: options } = parseArgs({
  options: {
    /** A folder of HTML files to measure besides the pages made here. */
    pages: { type: 'string', default: GOLD },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    all: { type: 'boolean', default: false },
  },
});
const loadBefore = machineLoad();

const load = createRequire(new URL('package.json', EXTENSION));
const { chromium } = load('playwright-core');
const { rolldown } = load('rolldown');

const kit = `${await bundle('src/pagekit/standalone.ts', 'iife')}; bundled.installKit();`;
const peers = createRequire(new URL('../knowledge/package.json', import.meta.url));
const readability = readFileSync(peers.resolve('@mozilla/readability/Readability.js'), 'utf8');
const site = await serve(await pagesToMeasure());
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
/** @type {Measured[]} */
const measured = [];
for (const name of site.names.filter((name) => new RegExp(options.only).test(name))) {
  measured.push({ name, ...(await measure(name)) });
  if (options.all) console.log(JSON.stringify(measured.at(-1)));
}
await browser.close();
site.close();
report();

/** @typedef {{ nodes: number, slices: number[], message: number, chars: number, cpu: number, outer: number, outerChars: number, readability: number }} Cost */
/** @typedef {Cost & { name: string }} Measured */

/** @param {string} name @returns {Promise<Cost>} */
async function measure(name) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.route('**', (/** @type {any} */ route) =>
    route.request().url().startsWith(site.origin) ? route.continue() : route.abort(),
  );
  await page
    .goto(`${site.origin}/${encodeURIComponent(name)}`, { waitUntil: 'load', timeout: 20_000 })
    .catch(() => undefined);
  await page.waitForTimeout(200);
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = { frameId: frameTree.frame.id, worldName: 'tabwright' };
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', world);
  const evaluate = async (/** @type {string} */ expression) => {
    const said = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (said.exceptionDetails) throw new Error(JSON.stringify(said.exceptionDetails));
    return said.result.value;
  };
  await evaluate(kit);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = await taskMs(session);
  const cost = await evaluate(`(${captureAndTime})(${JSON.stringify({ charsMax: 3_000_000 })})`);
  cost.cpu = (await taskMs(session)) - before;
  Object.assign(cost, await evaluate(`(${outerHtmlAndTime})()`));
  await evaluate(readability);
  cost.readability = await evaluate(`(${parseAndTime})()`);
  await page.close();
  return cost;
}

/** Runs in the kit's world. @param {{ charsMax: number }} given */
async function captureAndTime({ charsMax }) {
  /** @type {number[]} */
  const slices = [];
  const native = window.requestIdleCallback.bind(window);
  window.requestIdleCallback = (read, options) =>
    native((deadline) => {
      const start = performance.now();
      read(deadline);
      slices.push(performance.now() - start);
    }, options);
  const params = { compression: 'reading', charsMax };
  const reply = await /** @type {any} */ (globalThis).tabwright.ask({ name: 'readHtml', params });
  // How Chrome sends it to the worker.
  const start = performance.now();
  JSON.stringify(reply);
  const message = performance.now() - start;
  return { slices, message, chars: reply.answer.text.length };
}

/** Runs in the kit's world. */
function outerHtmlAndTime() {
  const start = performance.now();
  const outerChars = document.documentElement.outerHTML.length;
  const outer = performance.now() - start;
  return { outer, outerChars, nodes: document.querySelectorAll('*').length };
}

/** What the main thread has done so far, in CPU time. @param {any} session */
async function taskMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * metrics.find((/** @type {any} */ { name }) => name === 'TaskDuration').value;
}

/** Runs in the kit's world. */
function parseAndTime() {
  const start = performance.now();
  new /** @type {any} */ (globalThis).Readability(document.cloneNode(true)).parse();
  return performance.now() - start;
}

function report() {
  const sum = (/** @type {number[]} */ parts) => parts.reduce((all, part) => all + part, 0);
  /** @param {(cost: Measured) => number} of @param {number} share */
  const at = (of, share) => quantile(measured.map(of), share);
  const columns = ['tabwright', 'outerHTML', 'readability'];
  /** @type {import('../control/report.mjs').Figure[]} */
  const figures = [0.5, 0.95].map((share) => ({
    name: `a capture, main thread, p${share * 100}, ms`,
    values: {
      tabwright: at(({ slices }) => sum(slices), share),
      outerHTML: at(({ outer }) => outer, share),
      readability: at(({ readability }) => readability, share),
    },
    aim: atMost(share === 0.5 ? 2 : 5),
  }));
  figures.push(
    {
      name: 'the longest slice of a capture, p95, ms',
      values: { tabwright: at(({ slices }) => Math.max(...slices), 0.95) },
    },
    {
      name: 'CPU time with the message to the worker, p50, ms',
      values: { tabwright: at(({ cpu }) => cpu, 0.5) },
    },
    {
      name: 'a capture, p50, chars',
      values: {
        tabwright: at(({ chars }) => chars, 0.5),
        outerHTML: at(({ outerChars }) => outerChars, 0.5),
      },
    },
  );
  console.log(
    `${measured.length} pages of ${at(({ nodes }) => nodes, 0.5)} elements (p50), load ${loadBefore}`,
  );
  console.log(header(columns));
  for (const figure of figures) console.log(line(columns, figure));
  const missed = figures.filter((figure) => verdict(columns, figure) === 'MISSED').length;
  console.log(`\naims: ${missed} missed; load ${machineLoad()}`);
  if (options.json) {
    const content = { load: loadBefore, figures: figures.map((figure) => asJson(columns, figure)) };
    writeFileSync(options.json, JSON.stringify(content, null, 2) + '\n');
  }
}

/** A module of the extension and what it needs, as one script. @param {string} path @param {'iife' | 'es'} format */
async function bundle(path, format) {
  const build = await rolldown({ input: new URL(path, EXTENSION).pathname });
  const { output } = await build.generate({ format, name: 'bundled' });
  await build.close();
  return output[0].code;
}

/** @returns {Promise<Map<string, string>>} */
async function pagesToMeasure() {
  const pages = new Map();
  for (const elements of [700, 1_500, 3_000, 5_000])
    pages.set(`made of ${elements}`, made(elements));
  const gallery = await bundle('src/pagekit/gallery/pages.ts', 'es');
  const { GALLERY } = await import(`data:text/javascript,${encodeURIComponent(gallery)}`);
  for (const [name, body] of Object.entries(GALLERY)) pages.set(`gallery: ${name}`, body);
  for (const file of readdirSync(options.pages)) {
    if (!file.endsWith('.html')) continue;
    pages.set(basename(file, '.html'), readFileSync(join(options.pages, file), 'utf8'));
  }
  return pages;
}

/** An article with a menu, a list of others and comments below it. @param {number} elements */
function made(elements) {
  const words =
    'The night train leaves at a quarter past ten and reaches the coast by dawn. '.repeat(4);
  const unit = (
    /** @type {number} */ at,
  ) => `<section class="block block--text u-margin" id="s${at}">
    <h2 class="block__title">Part ${at}</h2><p>${words}<a href="/page/${at}?from=here">and <em>more</em></a></p>
    <ul class="list"><li class="list__item"><a class="link" href="/a/${at}">One</a></li><li hidden>Two</li></ul>
    <div class="note" style="display: none"><span>Not seen</span></div>
    <figure><img src="/i/${at}.png" alt="A train" width="10" height="10"><figcaption>Train ${at}</figcaption></figure></section>`;
  const body = Array.from({ length: Math.ceil(elements / 13) }, (_, at) => unit(at)).join('\n');
  return `<!doctype html><html lang="en"><head><title>Trains</title><meta name="description" content="Of trains">
    <style>.block { margin: 1em } .list__item { display: inline-block }</style></head><body><main>${body}</main></body></html>`;
}

/** @param {Map<string, string>} pages */
async function serve(pages) {
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname.slice(1));
    const page = pages.get(name);
    response.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
      // Chrome tells such a page the time more exactly.
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    response.end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    names: [...pages.keys()],
    close: () => server.close(),
  };
}
