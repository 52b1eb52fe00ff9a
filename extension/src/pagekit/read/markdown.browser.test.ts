// The page as Markdown.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
let page: KitPage;
beforeAll(async () => {
  env = await createTestEnv();
  page = await env.open('');
});
afterAll(() => env.close());

async function markdownOf(body: string, mainOnly = false): Promise<string> {
  await page.page.evaluate((markup) => {
    document.body.setHTMLUnsafe(markup);
  }, body);
  const { text } = await page.ask('readMarkdown', { mainOnly, charsMax: 20_000 });
  return text.replaceAll(page.origin, 'http://site');
}

const CODE = '<pre><code class="language-rust">fn main() {\n    // `x`\n}\n</code></pre>';
const LINES = '<pre data-lang="js"><div>a()</div><div>b()</div></pre>';

test.each([
  ['headings', '<h1>A</h1><h3>B <em>c</em></h3>', '# A\n\n### B *c*'],
  ['headings by role', '<div role="heading" aria-level="2">A</div>', '## A'],
  ['paragraphs', '<p>a</p><div>b</div>c', 'a\n\nb\n\nc'],
  [
    'emphasis with white space inside',
    '<p>a <b>bold </b>and<i> thin</i></p>',
    'a **bold** and *thin*',
  ],
  ['emphasis in emphasis', '<p><b><strong>x</strong></b></p>', '**x**'],
  ['crossed out', '<p><del>old</del> new</p>', '~~old~~ new'],
  [
    'links with whole addresses',
    '<p>See <a href="/a b(c)">the <b>page</b></a>.</p>',
    'See [the **page**](http://site/a%20b%28c%29).',
  ],
  ['links that lead nowhere', '<p><a href="javascript:void 0">do</a> <a>that</a></p>', 'do that'],
  [
    'images',
    '<p><img src="/i.png" alt="A [cat]" width="9" height="9"></p>',
    '![A \\[cat\\]](http://site/i.png)',
  ],
  [
    'images in links',
    '<p><a href="/x"><img src="/i.png" alt="cat"></a></p>',
    '[![cat](http://site/i.png)](http://site/x)',
  ],
  [
    'images without words, by size',
    '<img src="/i.png" width="90" height="90"><img src="/j.png" width="1" height="1">',
    '![](http://site/i.png)',
  ],
  [
    'images made in place',
    '<p><img alt="dot" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p>',
    'dot',
  ],
  [
    'cards that are links',
    '<a href="/x" style="display:block"><h3>Title</h3><p>Text</p></a>',
    '### [Title](http://site/x)\n\nText',
  ],
  ['lists', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>', '- a\n- b\n  - c'],
  [
    'numbered lists',
    '<ol start="9"><li>a</li><li><p>b</p><p>c</p></li></ol>',
    '9. a\n10. b\n\n    c',
  ],
  ['definitions', '<dl><dt>a</dt><dd>b</dd></dl>', '**a**\n: b'],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['code', '<p>Use <code>a*b</code> or <code>`</code>.</p>', 'Use `a*b` or `` ` ``.'],
  ['code blocks with their language', CODE, '```rust\nfn main() {\n    // `x`\n}\n```'],
  ['code blocks with a line per block', LINES, '```js\na()\nb()\n```'],
  ['rules', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
  ['line breaks', '<p>a<br>b<br><br>c</p>', 'a\\\nb\n\nc'],
  [
    'tables',
    '<table><tr><th>a<th>b<tr><td>1|2<td><a href="/x">x</a><br>y</table>',
    '| a | b |\n| --- | --- |\n| 1\\|2 | [x](http://site/x)<br>y |',
  ],
  ['tables for layout', '<table><tr><td><h2>a</h2><td>b</table>', '## a\n\nb'],
  [
    'open shadow roots',
    '<x-a><template shadowrootmode="open"><h2><slot></slot></h2></template>in</x-a>',
    '## in',
  ],
  ['hidden text', '<p>a<span hidden>x</span></p>', 'a'],
  ['folds', '<details open><summary>s</summary><p>t</p></details>', '**s**\n\nt'],
])('%s', async (_, body, markdown) => {
  expect(await markdownOf(body)).toBe(markdown);
});

test.each([
  ['stars and underscores', 'a *b* _c_ snake_case', 'a \\*b\\* \\_c\\_ snake_case'],
  ['links', '[x](y)', '\\[x\\](y)'],
  ['elements', '&lt;b&gt; 1 &lt; 2', '\\<b> 1 < 2'],
  ['entities', '&amp;lt; a & b', '\\&lt; a & b'],
  ['code', 'a `b`', 'a \\`b\\`'],
  ['a heading', '# a', '\\# a'],
  ['a list', '- a', '\\- a'],
  ['a number', '1. a', '1\\. a'],
  ['a quote', '&gt; a', '\\> a'],
  ['backslashes', 'a\\b', 'a\\\\b'],
])('text that looks like Markdown stays text: %s', async (_, text, markdown) => {
  expect(await markdownOf(`<p>${text}</p>`)).toBe(markdown);
});

test('the main content only', async () => {
  const prose = '<p>A sentence that tells something, at some length, about trains and the sea.</p>';
  const body = `<nav><a href="/">Home</a></nav><div id="x"><h1>Trains</h1>${prose.repeat(9)}</div><footer>Imprint</footer>`;
  const markdown = await markdownOf(body, true);
  expect(markdown).toMatch(/^# Trains\n\nA sentence/);
  expect(markdown).not.toMatch(/Home|Imprint/);
});

test('a long one ends with a whole block', async () => {
  await markdownOf(`<h2>a</h2>${'<p>Some words in a row.</p>'.repeat(50)}<h2>b</h2>`);
  const { text } = await page.ask('readMarkdown', { mainOnly: false, charsMax: 500 });
  expect(text).toMatch(/row\.\n\n… [\d,]+ characters more; read on with within=\d+/);
});
