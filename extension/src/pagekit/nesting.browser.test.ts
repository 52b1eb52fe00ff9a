// Pages that are nested deeper than a stack is: every question ends, and says what it left out.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type KitPage, type TestEnv } from './test-env/test-env';

let env: TestEnv;
let page: KitPage | undefined;

beforeAll(async () => {
  env = await createTestEnv();
});
afterEach(async () => {
  await page?.close();
  page = undefined;
});
afterAll(() => env.close());

const DEPTH = 3000;
const AROUND = (inside: string) =>
  `<p>before</p><x-a id=h></x-a><p>after</p><button>Press</button><script>${inside}</script>`;
const SHADOWS = AROUND(
  `let at = document.getElementById('h');
   for (let i = 0; i < ${DEPTH}; i += 1) {
     const next = document.createElement('x-a');
     at.attachShadow({ mode: 'open' }).append('t' + i + ' ', next);
     at = next;
   }
   at.attachShadow({ mode: 'open' }).innerHTML = '<a href="#deep">deep</a>';`,
);
const SPANS = AROUND(
  `let at = document.getElementById('h');
   for (let i = 0; i < ${DEPTH}; i += 1) {
     const next = document.createElement('span');
     next.append('t' + i + ' ');
     at.append(next);
     at = next;
   }
   at.innerHTML = '<a href="#deep">deep</a>';`,
);
/** Boxes without a size around each other: whether the outermost is seen, the innermost tells. */
const CONTENTS = AROUND(
  `let at = document.getElementById('h');
   for (let i = 0; i < ${DEPTH}; i += 1) {
     const next = document.createElement('span');
     next.style.display = 'contents';
     at.append(next);
     at = next;
   }
   at.innerHTML = '<a href="#deep">deep</a>';`,
);
const NOTE = 'more is nested deeper than 1000 elements; it is not read';

test.each([
  ['shadow roots', SHADOWS],
  ['spans', SPANS],
  ['boxes without a size', CONTENTS],
])('%s', async (_, body) => {
  const opened = await env.open(body);
  page = opened;
  const charsMax = 100_000;
  const { text } = await opened.ask('readText', { charsMax });
  expect(text).toMatch(/^before/);
  expect(text).toMatch(/deep\n\nafter/);
  expect((await opened.ask('readMarkdown', { mainOnly: false, charsMax })).text).toContain('deep');
  const markup = await opened.ask('readHtml', { compression: 'none', charsMax: 1_000_000 });
  expect(markup.text).toContain(NOTE);
  expect(markup.text).toMatch(/<\/html>$/);
  await opened.ask('readHtml', { compression: 'knowledge', charsMax });
  const kept = await opened.ask('readHtml', { compression: 'reading', charsMax: 1_000_000 });
  expect(kept.text).toContain(NOTE);
  expect(kept.text).toContain('<p>after</p><button>Press</button>');
  const snapshot = await opened.ask('snapshot', { id: 1, mode: 'full', charsMax });
  expect(snapshot.text).toContain('not shown: what is nested deeper than 600 elements');
  expect(snapshot.text).toContain('button "Press"');
  expect((await opened.ask('readLinks', { countMax: 10 })).links).toMatchObject([{ text: 'deep' }]);
  expect((await opened.ask('readTables', { rowsMax: 10, rowsSkip: 0 })).tables).toEqual([]);
});

test.each([
  ['shadow roots', SHADOWS],
  ['spans', SPANS],
])('what is deepest in %s is found by every kind of target', async (_, body) => {
  const opened = await env.open(body);
  page = opened;
  const words = { text: 'deep', exact: true };
  for (const target of [
    { text: 'deep' },
    { selector: 'a' },
    { role: 'link' },
    { locator: { steps: [{ by: 'css' as const, selector: 'a' }] } },
    { locator: { steps: [{ by: 'text' as const, words }] } },
    { locator: { steps: [{ by: 'role' as const, role: 'link', name: words }] } },
  ]) {
    const found = await opened.ask('query', {
      target,
      countMax: 10,
      facts: ['innerText'],
      charsMax: 100,
    });
    expect(found, JSON.stringify(target)).toMatchObject({ total: 1 });
  }
  const ready = { need: 'click', timeoutMs: 20_000, force: false, guard: false } as const;
  await expect(opened.ask('ready', { target: { text: 'Press' }, ...ready })).resolves.toMatchObject(
    {
      element: { role: 'button', name: 'Press' },
    },
  );
  await expect(opened.ask('ready', { target: { text: 'deep' }, ...ready })).resolves.toMatchObject({
    element: { role: 'link', name: 'deep' },
  });
});

test('what is hidden or secret is so at any depth', async () => {
  const deepest =
    '<b style="display: none">HIDDEN</b><b style="visibility: hidden">HIDDEN <i>HIDDEN</i> ' +
    '<i style="visibility: visible">shown</i></b><textarea>HIDDEN</textarea><b>last</b>';
  page = await env.open(SPANS.replace('<a href="#deep">deep</a>', deepest));
  const { text } = await page.ask('readText', { charsMax: 100_000 });
  expect(text).not.toContain('HIDDEN');
  expect(text).toMatch(/shown *last\n\nafter/);
});

test('a page without an end is read up to a bound, and says so', async () => {
  page = await env.open(AROUND(''));
  await page.page.evaluate(() => {
    let at: Element = document.getElementById('h') ?? document.body;
    for (let depth = 0; depth < 1_200; depth += 1)
      at = at.appendChild(document.createElement('span'));
    at.innerHTML = '<b>x</b>'.repeat(15_000);
  });
  const { text } = await page.ask('readText', { charsMax: 100_000 });
  expect(text).toContain(NOTE);
});
