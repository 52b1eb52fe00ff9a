// Text, as a person would read it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

async function textOf(body: string, charsMax = 10_000): Promise<string> {
  const page = await env.open(body);
  const { text } = await page.ask('readText', { charsMax });
  await page.close();
  return text;
}

const shadow = (markup: string) => `<template shadowrootmode="open">${markup}</template>`;

const SHOWN: [says: string, body: string, text: string][] = [
  ['blocks stand on lines of their own', '<div>a</div><div>b</div>', 'a\nb'],
  ['paragraphs are apart', '<p>a</p><p>b</p>', 'a\n\nb'],
  ['white space collapses', '<p>a\n   b <b> c</b>d&nbsp;e</p>', 'a b cd e'],
  ['inline elements do not break words', '<p>un<i>believ</i>able</p>', 'unbelievable'],
  ['line breaks count', '<p>a<br>b</p>', 'a\nb'],
  ['preformatted text keeps its shape', '<pre>a\n  b\n\nc</pre>', 'a\n  b\n\nc'],
  [
    'cells are apart by tabs',
    '<table><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table>',
    'x\ty\n1\t2',
  ],
  ['a table for layout is no table', '<table><tr><td><h2>a</h2></td><td>b</td></table>', 'a\n\nb'],
  [
    'a block in a cell does not end its row',
    '<table><tr><th>x<th>y<tr><td><div>1</div><div>2</div><td>3</table>',
    'x\ty\n1 2\t3',
  ],
  [
    'fields say what they hold',
    '<label>Name <input value="Ada"></label><textarea>t</textarea><select><option>o</select>',
    'Name Ada t o',
  ],
  ['buttons say what they do', '<button>Save</button>', 'Save'],
  ['open shadow roots are read', `<div>${shadow('<p>inside</p>')}</div>`, 'inside'],
  [
    'slots show what is put into them, in the place of the slot',
    `<x-card><b slot="s">slotted</b>${shadow('<p>before</p><slot name="s">fallback</slot><p>after</p>')}</x-card>`,
    'before\n\nslotted\n\nafter',
  ],
  [
    'an empty slot shows its fallback',
    `<x-card>${shadow('<slot>fallback</slot>')}</x-card>`,
    'fallback',
  ],
  ['what no slot takes is not shown', `<x-card>lost${shadow('<p>kept</p>')}</x-card>`, 'kept'],
  [
    'words of an SVG are read, its title is not',
    '<svg width="99" height="30"><title>no</title><text y="20">yes</text></svg>',
    'yes',
  ],
  ['right-to-left text is in order', '<p dir="rtl">שלום עולם</p>', 'שלום עולם'],
  ['an open fold shows its content', '<details open><summary>s</summary>c</details>', 's\nc'],
];

const HIDDEN: [says: string, body: string][] = [
  ['display: none', '<p style="display:none">x</p>'],
  ['visibility: hidden', '<p style="visibility:hidden">x</p>'],
  ['opacity: 0', '<p style="opacity:0">x</p>'],
  ['hidden', '<p hidden>x</p>'],
  ['hidden until found', '<p hidden="until-found">x</p>'],
  ['a closed fold', '<details>x<summary></summary><p>x</p></details>'],
  ['a closed dialog', '<dialog>x</dialog>'],
  ['a popover not open', '<div popover>x</div>'],
  [
    'a box for screen readers',
    '<p style="position:absolute;width:1px;height:1px;overflow:hidden">x</p>',
  ],
  ['a clipped box', '<p style="position:absolute;clip-path:inset(50%)">x</p>'],
  ['a folded accordion', '<div style="height:0;overflow:hidden"><p>x</p></div>'],
  ['beyond the left edge', '<p style="position:absolute;left:-9999px">x</p>'],
  ['letters without size', '<p style="font-size:0">x</p>'],
  [
    'scripts, styles and the like',
    '<script>"x"</script><style>x{}</style><noscript>x</noscript><template>x</template>',
  ],
];

describe('on one page', () => {
  let page: KitPage;
  const bodies = [...SHOWN.map(([, body]) => body), ...HIDDEN.map(([, body]) => `a${body}`)];
  const within = async (at: number) =>
    (await page.ask('readText', { within: { selector: `#case${at}` }, charsMax: 999 })).text;
  beforeAll(async () => {
    page = await env.open(bodies.map((body, at) => `<div id="case${at}">${body}</div>`).join(''));
  });
  afterAll(() => page.close());

  test.each(SHOWN.map(([says, , text], at) => ({ says, text, at })))(
    '$says',
    async ({ text, at }) => {
      expect(await within(at)).toBe(text);
    },
  );

  test.each(HIDDEN.map(([says], at) => ({ says, at: SHOWN.length + at })))(
    'what nobody sees is not read: $says',
    async ({ at }) => {
      expect(await within(at)).toBe('a');
    },
  );
});

test('a visible part of something invisible is read', async () => {
  expect(
    await textOf('<div style="visibility:hidden">x<p style="visibility:visible">y</p></div>'),
  ).toBe('y');
});

test('text that waits below to be faded in is read', async () => {
  const below =
    '<div style="height:3000px"></div><p style="opacity:0;transition:opacity 1s">later</p>';
  expect(await textOf(below)).toBe('later');
});

test('only what is within the target', async () => {
  const page = await env.open('<main><p>in</p></main><p>out</p>');
  expect(await page.ask('readText', { within: { selector: 'main' }, charsMax: 99 })).toEqual({
    text: 'in',
  });
  await page.close();
});

test('a long text ends with a paragraph and says where to read on', async () => {
  const paragraph = (name: string) =>
    `<section id="${name}"><p>${`${name} words. `.repeat(40)}</p></section>`;
  const page = await env.open(['one', 'two', 'three'].map(paragraph).join(''));
  const { text } = await page.ask('readText', { charsMax: 600 });
  expect(text.length).toBeLessThanOrEqual(600);
  expect(text).toMatch(/one words\.\n\n… [\d,]+ characters more; read on with within=\d+, \d+$/);
  const number = Number(/within=(\d+)/.exec(text)?.[1]);
  const rest = await page.ask('readText', { within: number, charsMax: 10_000 });
  expect(rest.text).toMatch(/^two words\./);
  await page.close();
});

test('one endless line is cut between words, and never inside a character', async () => {
  const text = await textOf(`<p>${'😀'.repeat(500)}</p>`, 301);
  expect(text).toMatch(/^(?:😀)+\n\n… /u);
  expect(await textOf(`<p>${'word '.repeat(500)}</p>`, 300)).toMatch(
    /word\n\n… [\d,]+ characters more/,
  );
});

test('a page of strange depth is read', async () => {
  const page = await env.open('<p>top</p>');
  await page.page.evaluate(() => {
    let at = document.body;
    for (let depth = 0; depth < 1_500; depth += 1)
      at = at.appendChild(document.createElement('div'));
    at.textContent = 'bottom';
  });
  expect(await page.ask('readText', { charsMax: 99 })).toEqual({ text: 'top\n\nbottom' });
  await page.close();
});
