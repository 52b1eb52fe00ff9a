// Markup: as it is now, or with only what carries knowledge.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
let page: KitPage;
beforeAll(async () => {
  env = await createTestEnv();
  page = await env.open('');
});
afterAll(() => env.close());

async function show(body: string): Promise<void> {
  await page.page.evaluate((markup) => {
    document.body.setHTMLUnsafe(markup);
  }, body);
}

async function markupOf(body: string): Promise<string> {
  await show(`<main>${body}</main>`);
  return within('main');
}

async function within(selector: string): Promise<string> {
  const { text } = await page.ask('readHtml', {
    within: { selector },
    compression: 'none',
    charsMax: 10_000,
  });
  return text.replace(/^<main>|<\/main>$/g, '');
}

async function knowledgeOf(body: string, charsMax = 50_000): Promise<string> {
  await show(body);
  const { text } = await page.ask('readHtml', { compression: 'knowledge', charsMax });
  return text.replaceAll(page.origin, 'http://site');
}

test.each([
  ['elements, comments and attributes', '<p class="a" title="&quot;">x &amp; y<!--c--></p><br>'],
  ['scripts and styles', '<style>a > b {}</style><script type="x">1 < 2</script>'],
  ['SVG', '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>'],
])('%s stay as they are', async (_, body) => {
  expect(await markupOf(body)).toBe(body);
});

test('shadow trees stand in place, slots filled', async () => {
  const body = '<x-a><template shadowrootmode="open"><b><slot>none</slot></b></template>in</x-a>';
  expect(await markupOf(body)).toBe('<x-a><b><slot>in</slot></b></x-a>');
});

test('fields show what they hold now', async () => {
  await show(`<main><input id="t" value="old"><input id="c" type="checkbox" checked>
    <textarea id="a">old</textarea><select><option selected>1</option><option id="o">2</option></select></main>`);
  await page.page.fill('#t', 'new');
  await page.page.fill('#a', 'new <b>');
  await page.page.uncheck('#c');
  await page.page.selectOption('select', '2');
  expect(await within('#t')).toBe('<input id="t" value="new">');
  expect(await within('#a')).toBe('<textarea id="a">new &lt;b&gt;</textarea>');
  expect(await within('#c')).toBe('<input id="c" type="checkbox">');
  expect(await within('select')).toBe(
    '<select><option>1</option><option id="o" selected="">2</option></select>',
  );
});

test.each([
  ['hidden', '<input id="p" type="password" value="secret">'],
  ['shown in clear', '<input id="p" autocomplete="current-password" value="secret">'],
])('a password is never told: %s', async (_, field) => {
  await show(field);
  await page.page.fill('#p', 'secret');
  expect(await within('#p')).not.toContain('secret');
  const { text } = await page.ask('readHtml', { compression: 'none', charsMax: 10_000 });
  expect(text).not.toContain('secret');
});

test('a form whose fields hide its properties', async () => {
  const form = '<form><input name="childNodes"><input name="attributes"><b>x</b></form>';
  expect(await markupOf(form)).toBe(form);
});

test('a long one is cut between elements and says where to read on', async () => {
  await show('<main><p>words and words</p></main>'.repeat(50));
  const { text } = await page.ask('readHtml', { compression: 'none', charsMax: 600 });
  expect(text.length).toBeLessThanOrEqual(600);
  expect(text).toMatch(
    />\n<!-- … [\d,]+ characters more; read on with within=\d+, \d+, \d+ … -->$/,
  );
});

const PROSE = '<p>The night train leaves at a quarter past ten, and reaches the coast by dawn.</p>';
const CHROME = `<header><a href="/">Site</a></header><nav><ul><li><a href="/a">News</a></ul></nav>`;
const AROUND = `<aside>Most read</aside><div class="cookie-banner">We use cookies.<button>OK</button></div>
  <div class="share-bar"><a href="/s">Share this</a></div><div id="ad-top">Buy shoes</div>
  <ul class="related"><li><a href="/1">Other story</a></ul><footer>Imprint</footer>`;

const PAGES: [kind: string, body: string, kept: string[]][] = [
  [
    'an article',
    `<article><h1>Trains</h1>${PROSE.repeat(8)}</article>`,
    ['<h1>Trains</h1>', 'by dawn.'],
  ],
  [
    'an article without a word for it',
    `<div><div>${PROSE}</div><div>${PROSE.repeat(8)}</div></div>`,
    ['by dawn.'],
  ],
  [
    'a title apart',
    `<div><h1>Trains</h1></div><div>${PROSE.repeat(8)}</div>`,
    ['<h1>Trains</h1>', 'by dawn.'],
  ],
  [
    'a product',
    `<div><h1>Lamp</h1><p>€ 19</p><div class="description"><p>A lamp for the desk, with an arm of steel and a foot of oak that stands where it is put.</p></div>
    <table><tr><th>Height<td>40 cm<tr><th>Colour<td>black</table></div>`,
    ['Lamp', '€ 19', 'foot of oak', '40 cm'],
  ],
  [
    'a thread',
    `<h1>Which lamp?</h1>${['ada', 'bob', 'cy'].map((who) => `<div class="comment"><b>${who}</b>${PROSE}</div>`).join('')}`,
    ['ada', 'bob', 'cy'],
  ],
  [
    'documentation',
    `<main><h1>open()</h1><p>Opens a file for reading and gives it back, or fails with a reason.</p><pre><code>let f = open("a")\n  or fail</code></pre>${PROSE.repeat(5)}</main>`,
    ['let f = open("a")\n  or fail'],
  ],
  [
    'a table',
    `<h1>Prices</h1><table><tr><th>a<th>b${'<tr><td>one<td>2'.repeat(30)}</table>`,
    ['<td>one</td>'],
  ],
  [
    'a list of links',
    `<main><ul>${Array.from({ length: 20 }, (_, at) => `<li><a href="/${at}">Story ${at}</a></li>`).join('')}</ul></main>`,
    ['Story 0', 'Story 19'],
  ],
  [
    'a form around everything',
    `<form><div><h1>Trains</h1>${PROSE.repeat(8)}<input value="x"></div></form>`,
    ['by dawn.'],
  ],
];

test.each(PAGES)('knowledge of %s, and nothing around it', async (_, body, kept) => {
  const text = await knowledgeOf(CHROME + body + AROUND);
  for (const words of kept) expect(text).toContain(words);
  expect(text).not.toMatch(/News|Most read|cookies|Share this|shoes|Other story|Imprint/);
});

test('only attributes that mean something are left, and no empty wrappers', async () => {
  const text = await knowledgeOf(`<div class="a" style="color:red"><div><div></div></div>
    <p id="x" onclick="x()" lang="de">Ein <a href="/x" class="l" target="_blank">Wort</a>, <span class="y">dann</span>
    <time datetime="2026-01-02">gestern</time></p><img src="/i.png" alt="cat" width="9"></div>`);
  expect(text).toBe(
    '<p lang="de">Ein <a href="http://site/x">Wort</a>, dann <time datetime="2026-01-02">gestern</time></p>\n<img src="http://site/i.png" alt="cat">',
  );
});

test('what the page says of itself comes first', async () => {
  const other = await env.open(`<!doctype html><head><title>Trains</title>
    <meta name="author" content="Ada"><meta name="viewport" content="x">
    <script type="application/ld+json">{ "@type": "NewsArticle",\n "headline": "</script>
    <script type="application/ld+json">{ "@type": "NewsArticle" }</script></head><body>${PROSE}`);
  const { text } = await other.ask('readHtml', { compression: 'knowledge', charsMax: 9_999 });
  expect(text).toBe(
    `<title>Trains</title>\n<meta name="author" content="Ada">\n<script type="application/ld+json">{"@type":"NewsArticle"}</script>\n${PROSE}`,
  );
  await other.close();
});
