// The document as the person sees it: what is told of a page that is kept, and what is not.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type KitPage, type TestEnv } from '../test-env/test-env';
import { CUT_NOTE } from './cut-note';

let env: TestEnv;
let page: KitPage;
beforeAll(async () => {
  env = await createTestEnv();
  page = await env.open('');
});
afterAll(() => env.close());

const PROSE = 'The night train leaves at a quarter past ten, and reaches the coast by dawn.';

async function show(body: string): Promise<void> {
  await page.page.evaluate((markup) => {
    document.body.setHTMLUnsafe(markup);
  }, body);
}

async function capture(charsMax = 100_000): Promise<string> {
  const { text } = await page.ask('readHtml', { compression: 'reading', charsMax });
  return text;
}

/** What is in the body. */
async function captureOf(body: string): Promise<string> {
  await show(body);
  const [, inside] = /<body[^>]*>([\s\S]*)<\/body><\/html>$/.exec(await capture()) ?? [];
  return inside?.trim() ?? '';
}

test.each([
  ['text', 'a &amp; b &lt;i&gt;', 'a &amp; b &lt;i&gt;'],
  [
    'attributes that extraction uses',
    '<p class="a" id="b" title="t" lang="en">x</p><time datetime="2026-01-02">then</time>',
    '<p class="a" id="b" title="t" lang="en">x</p><time datetime="2026-01-02">then</time>',
  ],
  [
    'no others',
    '<p style="color: red" onclick="f(1 > 0)" data-token="t1" tabindex="0">x</p>',
    '<p>x</p>',
  ],
  [
    'words that look like attributes',
    '<p data-a="1">write <code>data-a="1"</code> style="x" there</p>',
    '<p>write <code>data-a="1"</code> style="x" there</p>',
  ],
  [
    'links and pictures',
    '<a href="/x">x</a><img src="/p" alt="A cat">',
    '<a href="/x">x</a><img src="/p" alt="A cat">',
  ],
  [
    'no addresses of scripts and data',
    '<a href="javascript:f()">x</a><img src="data:,1" alt="c">',
    '<a>x</a><img alt="c">',
  ],
  [
    'microdata',
    '<div itemscope itemtype="T"><meta itemprop="p" content="1"></div>',
    '<div itemscope="" itemtype="T"><meta itemprop="p" content="1"></div>',
  ],
  [
    'no data of scripts',
    '<meta name="csrf-token" content="t1"><p>x</p><link rel="preload" href="/t1">',
    '<p>x</p>',
  ],
  [
    'no scripts, styles and drawings',
    '<script>1 < 2</script><style>a > b {}</style><svg><path d="M0"/></svg><canvas>x</canvas><p>y</p>',
    '<p>y</p>',
  ],
  ['no comments', '<!-- <input value="t1"> --><p>y</p>', '<p>y</p>'],
  ['no frames of others', '<iframe src="about:blank" title="t"></iframe><p>y</p>', '<p>y</p>'],
  ['what is aria-hidden, because it is seen', '<p aria-hidden="true">seen</p>', '<p>seen</p>'],
  [
    'nothing hidden',
    '<p hidden>t1</p><div class="a" style="display: none">t1</div><p style="visibility: hidden">t1</p><template>t1</template><noscript>t1</noscript><dialog>t1</dialog><p>y</p>',
    '<p>y</p>',
  ],
  [
    'what is seen inside what is not',
    '<div style="visibility: hidden"><p style="visibility: visible">y</p></div>',
    '<div><p>y</p></div>',
  ],
  [
    'boxes without a box',
    '<div class="a" style="display: contents"><p>y</p></div>',
    '<div class="a"><p>y</p></div>',
  ],
  [
    'details that are closed',
    '<details><summary>More</summary><p>t1</p></details>',
    '<details><summary>More</summary></details>',
  ],
  [
    'equal parts, of which one is hidden',
    '<style>ul > li:first-child { display: none }</style><ul><li class="a">x</li><li class="a">x</li></ul>',
    '<ul><li class="a">x</li></ul>',
  ],
  [
    'a form whose fields hide its properties',
    '<form><input name="outerHTML"><input name="checkVisibility"><b>x</b></form>',
    '<form><input name="outerHTML"><input name="checkVisibility"><b>x</b></form>',
  ],
])('%s', async (_, body, expected) => {
  expect(await captureOf(body)).toBe(expected);
});

test('open shadow roots stand in place, slots filled', async () => {
  const body =
    '<x-a><template shadowrootmode="open"><style>b {}</style><b><slot>none</slot></b><p hidden>t1</p>' +
    '<slot name="s">own</slot></template>in <i>it</i></x-a>';
  expect(await captureOf(body)).toBe('<x-a><b>in <i>it</i></b>own</x-a>');
});

test('shadow roots in each other, and of an element of no special name', async () => {
  await show('<div id="h" class="x"></div>');
  await page.page.evaluate(() => {
    const shadow = document.getElementById('h')?.attachShadow({ mode: 'open' });
    shadow?.setHTMLUnsafe(
      '<x-b><template shadowrootmode="open"><p>deep</p><slot></slot></template><i>in</i></x-b>',
    );
  });
  const text = await capture();
  expect(text).toContain('<div id="h" class="x"><x-b><p>deep</p><i>in</i></x-b></div>');
});

test.each([
  ['a field', '<input id="e" name="n" value="t1" placeholder="a < b">', ' name="n">'],
  ['a text area', '<textarea id="e">t1</textarea>', ''],
  ['an editor', '<div id="e" contenteditable><p>t1</p></div>', '<div id="e"></div>'],
  [
    'an editor in lines',
    '<p>x <b id="e" contenteditable="plaintext-only">t1</b></p>',
    '<b id="e"></b>',
  ],
  [
    'a text box of its own kind',
    '<div id="e" role="textbox" tabindex="0">t1</div>',
    'role="textbox"></div>',
  ],
  [
    'an editor for code',
    '<div class="monaco-editor"><div>t1</div><textarea id="e"></textarea></div>',
    '<div class="monaco-editor"></div>',
  ],
  ['a choice', '<select id="e"><option selected>t1</option></select>', ''],
  ['a password', '<input id="e" type="password" value="t1">', 'type="password"'],
  [
    'a field in a shadow root',
    '<x-a><template shadowrootmode="open"><input id="e" value="t1"><div contenteditable>t1</div></template></x-a>',
    '<x-a><input',
  ],
])('what was typed is not told: %s', async (_, field, told) => {
  await show(`${field}<p>Rest</p>`);
  await page.page.evaluate(() => {
    const typed = document.getElementById('e');
    // As React does: what was typed also gets into the attribute.
    if (typed instanceof HTMLInputElement) typed.setAttribute('value', 't1 typed');
  });
  const text = await capture();
  expect(text).not.toContain('t1');
  expect(text).toContain('<p>Rest</p>');
  expect(text).toContain(told);
});

test.each([
  ['a closed dialog', '<dialog><input type="password" name="secret"></dialog>', true],
  ['a hidden form', '<form hidden><input type="PASSWORD"></form>', true],
  ['a card', '<div style="display: none"><input autocomplete="cc-number"></div>', true],
  ['a hidden search', '<form hidden><input type="search"></form>', false],
])(
  'that something secret can be asked for is told, and not where: %s',
  async (_, hidden, isTold) => {
    await show(`${hidden}<p>Rest</p>`);
    const text = await capture();
    expect(text.endsWith('<input type="password"></html>')).toBe(isTold);
    expect(text).not.toMatch(/dialog|secret|form/);
  },
);

test('a document that is an editor as a whole', async () => {
  await show('<p>t1</p>');
  await page.page.evaluate(() => {
    document.designMode = 'on';
  });
  expect(await capture()).not.toContain('t1');
  await page.page.evaluate(() => {
    document.designMode = 'off';
  });
});

test('the head says what the page is, and no token of it', async () => {
  const opened = await env.open('', {
    paths: {
      '/article': `<!doctype html><html lang="de" dir="ltr"><head><title>Trains &amp; more</title><base href="/sub/">
        <meta name="author" content="Ada"><meta property="og:title" content="T"><meta name="csrf-token" content="t1">
        <meta property="article:published_time" content="2026-01-02"><link rel="canonical" href="/c"><link rel="stylesheet" href="/t1.css">
        <script type="application/ld+json">{"a": "</b>", "@type": "Article"}</script><script>var t1 = 1</script></head>
        <body class="page"><p>${PROSE}</p><script type="application/ld+json">{"b": 1}</script></body></html>`,
    },
  });
  await opened.page.goto(`${opened.origin}/article`);
  const { text } = await opened.ask('readHtml', { compression: 'reading', charsMax: 100_000 });
  expect(text.replaceAll(opened.origin, 'http://site').replace(/\s+(?=<)/g, '')).toBe(
    '<!doctype html><html lang="de" dir="ltr"><head><meta charset="utf-8"><title>Trains &amp; more</title>' +
      '<base href="http://site/sub/"><meta name="author" content="Ada"><meta property="og:title" content="T">' +
      '<meta property="article:published_time" content="2026-01-02"><link rel="canonical" href="http://site/c">' +
      '<script type="application/ld+json">{"a": "\\u003c/b>", "@type": "Article"}</script>' +
      `<script type="application/ld+json">{"b": 1}</script></head><body class="page"><p>${PROSE}</p></body></html>`,
  );
  await opened.close();
});

test('our own overlay is not told', async () => {
  await show('<p>x</p>');
  await page
    .ask('show', { type: 'showOverlay', client: 'claude', purpose: 'drive' } as never)
    .catch(() => undefined);
  expect(await capture()).toMatch(/<body[^>]*><p>x<\/p><\/body><\/html>$/);
  await page.ask('show', { type: 'hideOverlay' });
});

test('a long page is cut and says so', async () => {
  await show(`<p>${PROSE}</p>`.repeat(50));
  const text = await capture(2_000);
  expect(text.length).toBeLessThanOrEqual(2_000);
  expect(text).toMatch(/by dawn\./);
  expect(text.endsWith(CUT_NOTE)).toBe(true);
  expect((await capture()).includes(CUT_NOTE)).toBe(false);
});

test('a large page is read in slices, each part of it once', async () => {
  const parts = Array.from(
    { length: 900 },
    (_, at) => `<section class="s"><h2>H${at}</h2><p>P${at}.</p><i>x</i></section>`,
  );
  await show(`<main>${parts.join('')}</main>`);
  const text = await capture(1_000_000);
  const told = [...text.matchAll(/<h2>H(\d+)<\/h2>/g)].map(([, number]) => Number(number));
  expect(told).toEqual(Array.from({ length: 900 }, (_, at) => at));
});

test('a page that moves its parts about is told nothing twice', async () => {
  const parts = Array.from(
    { length: 900 },
    (_, at) => `<section class="s"><h2>H${at}</h2><p>P${at}.</p><i>x</i></section>`,
  );
  await show(`<main>${parts.join('')}</main>`);
  await page.page.evaluate(() => {
    const main = document.querySelector('main');
    const timer = setInterval(() => {
      // The first goes to the end, inside something new; another goes away.
      const around = document.createElement('div');
      if (main?.firstElementChild) around.append(main.firstElementChild);
      main?.append(around);
      main?.children[400]?.remove();
    }, 0);
    setTimeout(() => {
      clearInterval(timer);
    }, 3_000);
  });
  const text = await capture(1_000_000);
  const told = [...text.matchAll(/<h2>(H\d+)<\/h2>/g)].map(([, heading]) => heading);
  expect(told.length).toBeGreaterThan(0);
  expect(new Set(told).size).toBe(told.length);
});

test('a part of a page is told without a head', async () => {
  await show('<main id="m"><p>x</p></main>');
  const within = { selector: '#m' };
  const { text } = await page.ask('readHtml', { within, compression: 'reading', charsMax: 1_000 });
  expect(text).toBe('<main id="m"><p>x</p></main>');
});
