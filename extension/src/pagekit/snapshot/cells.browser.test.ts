// Grids and sheets: cells with numbers, rows that say which they are, and what is not in the page.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GALLERY } from '../gallery/pages';
import { createTestEnv, type TestEnv } from '../test-env/test-env';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

test.each([
  [
    'grid that renders what is in view',
    [
      'grid "Cars":',
      ' row 1 | [] Make (sorted ascending) | [] Price',
      ' row 2 | [] Make 2 | [] 20',
      ' row 3 | [] Make 3 | [] 30',
      ' row 4 | [] Make 4 | [] 40',
      ' … 996 of 1,000 rows are not in the page yet: scroll in it to see them',
    ],
  ],
  [
    'sheet that listens once',
    ['row 1 | [] | [] Tesla | [] Volvo', 'row 2 | [] 2019 | [] 10 | [] 11'],
  ],
  [
    'calendar',
    ['grid "May":', ' | Mo | Tu', ' | | [] button "1 May"', ' | [] 2 (selected) | [] 3'],
  ],
])('a %s', async (name, lines) => {
  const page = await env.open(`<!doctype html>${GALLERY[name] ?? ''}`);
  expect(withoutNumbers((await snapshotLines(page)).lines)).toEqual(lines);
  await page.close();
});

test('a table that only sorts says how, and its cells need no numbers', async () => {
  const page = await env.open(
    '<table><tr><th aria-sort="descending"><button>Age</button><th>Name<tr><td>9<td>Bo</table>',
  );
  expect(withoutNumbers((await snapshotLines(page)).lines)).toEqual([
    '| [] button "Age" (sorted descending) | Name',
    '| 9 | Bo',
  ]);
  await page.close();
});

test('a listener around a page with a table does not number its cells', async () => {
  const page = await env.open(`<div id="app"><h1>Report of the year</h1><p>Many words around it.</p>
    <table><tr><td>a<td>b<tr><td>c<td>d</table></div>
    <script>app.addEventListener('click', () => {})</script>`);
  expect((await snapshotLines(page)).text).toContain('| a | b');
  await page.close();
});

test('what was left out of a table comes alone', async () => {
  const rows = Array.from({ length: 300 }, (_, row) => `<tr><td>Row ${row}<td>${row * 7}`);
  const page = await env.open(`<table><tr><th>Name<th>Value${rows.join('')}</table>`, {
    viewport: { width: 800, height: 300 },
  });
  const charsMax = 2000;
  const first = await snapshotLines(page, { charsMax });
  const [, more = '', number = '', skip = ''] =
    /… (\d+) more rows like these: ask within \[(\d+)\] skip (\d+)/.exec(first.text) ?? [];
  expect(Number(more)).toBeGreaterThan(100);
  const told = first.lines.filter((line) => line.includes('| Row '));
  const within = Number(number);
  const seen = new Set(told);
  let next = Number(skip);
  for (let asks = 0; next > 0 && asks < 20; asks += 1) {
    const { lines, text } = await snapshotLines(page, { charsMax, within, skip: next });
    const fresh = lines.filter((line) => line.includes('| Row '));
    expect(fresh.filter((line) => seen.has(line))).toEqual([]);
    for (const line of fresh) seen.add(line);
    next = Number(/ask within \[\d+\] skip (\d+)/.exec(text)?.[1] ?? 0);
  }
  expect(seen.size).toBe(300);
  const past = await snapshotLines(page, { within, skip: 900 });
  expect(past.text).toBe(`nothing more: [${within}] has fewer than 901 parts`);
  await page.close();
});
