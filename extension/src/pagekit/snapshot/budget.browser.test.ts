// Large pages: what fits is kept, what does not is said.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';
import { snapshotLines } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

function repeated(count: number, item: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => item(at)).join('');
}

const TABLE = `<h1>Orders</h1><table><tbody>${repeated(
  2000,
  (at) =>
    `<tr><td>${at}<td>Customer ${at}<td><a href="/order/${at}">Open ${at}</a><td><button>Edit</button>`,
)}</table><footer><button>Export</button></footer>`;
const ARTICLE = `<main>${repeated(
  60,
  (at) =>
    `<h2>Part ${at}</h2><p>${`Sentence of part ${at}. `.repeat(30)}</p><a href="/part/${at}">Link ${at}</a>`,
)}</main>`;

describe.each([
  ['a table of 2,000 rows', TABLE, 4001, 0.5],
  // Here nearly everything is text.
  ['a long article', ARTICLE, 60, 1],
])('%s', (_, body, interactive, share) => {
  let page: KitPage;
  beforeAll(async () => {
    page = await env.open(body);
  });
  afterAll(() => page.close());

  test.each([0, 1, 50, 300, 2000, 20_000, 1_000_000])(
    'keeps to %i characters',
    async (charsMax) => {
      for (const mode of ['full', 'interactive', 'viewport'] as const) {
        const { text } = await snapshotLines(page, { mode, charsMax });
        expect(text.length).toBeLessThanOrEqual(charsMax);
      }
    },
  );

  test('with room enough nothing is left out', async () => {
    const shot = await snapshotLines(page, { charsMax: 1_000_000 });
    expect(shot).toMatchObject({ interactive, leftOut: 0 });
    expect(shot.text.match(/(?<!\\)\[\d+\]/g)).toHaveLength(interactive);
    expect(shot.text).not.toContain('…');
  });

  test('and it is shorter than what Playwright tells a model', async () => {
    const { text } = await snapshotLines(page, { charsMax: 1_000_000 });
    const playwrights = await page.page.ariaSnapshot({ mode: 'ai' });
    expect(text.length).toBeLessThan(playwrights.length * share);
  });

  test('without it, what is left out is counted', async () => {
    const shot = await snapshotLines(page, { charsMax: 2000 });
    const shown = shot.text.match(/(?<!\\)\[\d+\](?= \w)/g) ?? [];
    expect(shot.interactive).toBe(interactive);
    expect(shot.leftOut).toBe(interactive - shown.length);
    expect(shot.text).toContain('…');
  });
});

test('of like rows the first are shown, and the way to the others', async () => {
  const page = await env.open(TABLE);
  const { lines } = await snapshotLines(page, { charsMax: 5000 });
  expect(lines[0]).toBe('# Orders');
  expect(lines[1]).toMatch(
    /^\| 0 \| Customer 0 \| \[\d+\] link "Open 0" \| \[\d+\] button "Edit"$/,
  );
  const note = lines.find((line) => line.startsWith('…')) ?? '';
  expect(note).toMatch(/^… 1,\d\d\d more rows like these: ask within \[\d+\] skip \d+$/);
  expect(lines.join('\n')).toContain('button "Export"');

  const within = Number(/\[(\d+)\] skip/.exec(note)?.[1]);
  const table = await snapshotLines(page, { charsMax: 1_000_000, within });
  expect(table.lines).toHaveLength(2000);
  expect(table.text).not.toContain('Export');
  await page.close();
});

test('in a long article, text out of view goes before what can be used', async () => {
  const page = await env.open(ARTICLE);
  const { text } = await snapshotLines(page, { charsMax: 5000 });
  for (const at of [0, 30, 59]) expect(text).toContain(`link "Link ${at}"`);
  expect(text).toContain('Sentence of part 0.');
  expect(text).not.toContain('Sentence of part 40.');
  expect(text).toContain('… text out of view is left out');
  await page.close();
});

test('elements that are not shown get no number', async () => {
  const page = await env.open(TABLE);
  await snapshotLines(page, { charsMax: 2000 });
  const { text } = await snapshotLines(page, { charsMax: 1_000_000 });
  const numbers = [...text.matchAll(/(?<!\\)\[(\d+)\]/g)].map(([, number]) => Number(number));
  // Those given the first time, those of now, and the table that could be asked for.
  expect(Math.max(...numbers)).toBeLessThanOrEqual(4001 + 2);
  await page.close();
});

test('a number that is not known any more is refused', async () => {
  const page = await env.open('<button>One</button>');
  await expect(snapshotLines(page, { within: 77 })).rejects.toMatchObject({ code: 'gone' });
  await page.close();
});

test('interactive mode keeps headings and the words of rows', async () => {
  const page = await env.open(
    `<h1>Orders</h1><p>Long text.</p><table><tr><td>Ann<td><button>Edit</button><tr><td>No button</table>`,
  );
  const { lines } = await snapshotLines(page, { mode: 'interactive' });
  expect(lines).toEqual(['# Orders', '| Ann | [1] button "Edit"']);
  await page.close();
});

test('a budget is used up, also where every run has the same length', async () => {
  const section = (at: number): string =>
    `<h2>Part ${at}</h2><ul>${repeated(5, (link) => `<li><a href="/${at}/${link}">Link ${link} of part ${at}, with words enough to be worth leaving out of a line</a>`)}</ul>`;
  const page = await env.open(`<div style="height: 2000px"></div>${repeated(120, section)}`);
  const whole = await snapshotLines(page, { charsMax: 1_000_000 });
  const charsMax = Math.floor(whole.text.length * 0.9);
  const { text, leftOut } = await snapshotLines(page, { charsMax });
  expect(text.length).toBeGreaterThan(charsMax * 0.85);
  expect(leftOut).toBeGreaterThan(0);
  await page.close();
});
