// Tables as rows, whatever they are made of.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '../../wire';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
let page: KitPage;
beforeAll(async () => {
  env = await createTestEnv();
  page = await env.open('<main></main>');
});
afterAll(() => env.close());

async function tablesOf(
  body: string,
  rowsMax = 100,
): Promise<Pick<Table, 'caption' | 'head' | 'rows' | 'rowsTotal'>[]> {
  await page.page.evaluate((markup) => {
    document.body.setHTMLUnsafe(markup);
  }, body);
  const { tables } = await page.ask('readTables', { rowsMax, rowsSkip: 0 });
  return tables.map(({ caption, head, rows, rowsTotal }) => ({ caption, head, rows, rowsTotal }));
}

const GRID = `<div role="grid" aria-label="Trains" aria-rowcount="900">
  <div role="rowgroup"><div role="row"><span role="columnheader">To</span><span role="columnheader">At</span></div></div>
  <div role="rowgroup"><div role="row"><span role="rowheader">Ulm</span><span role="gridcell">9:05</span></div></div></div>`;

test.each<[string, string, { head: string[]; rows: string[][] }]>([
  [
    'a head',
    '<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>',
    { head: ['a', 'b'], rows: [['1', '2']] },
  ],
  [
    'a first row of titles',
    '<table><tr><th>a<th>b<tr><td>1<td>2</table>',
    { head: ['a', 'b'], rows: [['1', '2']] },
  ],
  [
    'titles of rows only',
    '<table><tr><th>a<td>1<tr><th>b<td>2</table>',
    {
      head: [],
      rows: [
        ['a', '1'],
        ['b', '2'],
      ],
    },
  ],
  [
    'words over figures',
    '<table><tr><td>Year<td>Sold<tr><td>2024<td>7<tr><td>2025<td>8</table>',
    {
      head: ['Year', 'Sold'],
      rows: [
        ['2024', '7'],
        ['2025', '8'],
      ],
    },
  ],
  [
    'titles in bold',
    '<table><tr><td><b>a</b><td><b>b</b><tr><td>x<td>y</table>',
    { head: ['a', 'b'], rows: [['x', 'y']] },
  ],
  [
    'no titles',
    '<table><tr><td>a<td>b<tr><td>c<td>d</table>',
    {
      head: [],
      rows: [
        ['a', 'b'],
        ['c', 'd'],
      ],
    },
  ],
  [
    'a cell over two columns',
    '<table><tr><th>a<th>b<tr><td colspan=2>1</table>',
    { head: ['a', 'b'], rows: [['1', '1']] },
  ],
  [
    'a cell over two rows',
    '<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>',
    {
      head: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['1', '3'],
      ],
    },
  ],
  [
    'titles over titles',
    '<table><thead><tr><th colspan=2>2025<tr><th>in<th>out<tbody><tr><td>1<td>2</table>',
    { head: ['2025 in', '2025 out'], rows: [['1', '2']] },
  ],
  [
    'a short row',
    '<table><tr><th>a<th>b<tr><td>1</table>',
    { head: ['a', 'b'], rows: [['1', '']] },
  ],
  [
    'a hidden row',
    '<table><tr><th>a<th>b<tr hidden><td>0<td>0<tr><td>1<td>2</table>',
    { head: ['a', 'b'], rows: [['1', '2']] },
  ],
])('%s', async (_, body, { head, rows }) => {
  expect(await tablesOf(body)).toEqual([{ caption: '', head, rows, rowsTotal: rows.length }]);
});

test('a grid of roles, with more rows than are there', async () => {
  expect(await tablesOf(GRID)).toEqual([
    { caption: 'Trains', head: ['To', 'At'], rows: [['Ulm', '9:05']], rowsTotal: 899 },
  ]);
});

test('a caption, and no more rows than wanted', async () => {
  const rows = Array.from({ length: 9 }, (_, at) => `<tr><td>${at}<td>x`).join('');
  const [table] = await tablesOf(`<table><caption>Nine</caption><tr><th>n<th>x${rows}</table>`, 2);
  expect(table).toEqual({
    caption: 'Nine',
    head: ['n', 'x'],
    rows: [
      ['0', 'x'],
      ['1', 'x'],
    ],
    rowsTotal: 9,
  });
});

test('a table in a cell is a table of its own', async () => {
  const inner = '<table><tr><th>c<th>d<tr><td>3<td>4</table>';
  const tables = await tablesOf(`<table><tr><th>a<th>b<tr><td>1<td>${inner}</table>`);
  expect(tables.map(({ head, rows }) => ({ head, rows }))).toEqual([
    { head: ['a', 'b'], rows: [['1', 'c d 3 4']] },
    { head: ['c', 'd'], rows: [['3', '4']] },
  ]);
});

test.each([
  ['one column', '<table><tr><td>a<tr><td>b</table>'],
  ['one row', '<table><tr><td>a<td>b</table>'],
  ['by role', '<table role="presentation"><tr><td>a<td>b<tr><td>c<td>d</table>'],
  ['pieces of a page', '<table><tr><td><h1>a</h1><td><form>b</form><tr><td>c<td>d</table>'],
  ['nothing in it', '<table><tr><td><td><tr><td><td></table>'],
])('a table that only arranges things is none: %s', async (_, body) => {
  expect(await tablesOf(body)).toEqual([]);
});

test('a table in an open shadow root', async () => {
  const table = '<table><tr><th>a<th>b<tr><td>1<td>2</table>';
  expect(
    await tablesOf(`<x-t><template shadowrootmode="open">${table}</template></x-t>`),
  ).toHaveLength(1);
});

test('a page without a table is not walked', async () => {
  const plain = await env.open('<div><p>a</p></div>');
  await plain.inKit(`looks = 0; {
    const look = Element.prototype.checkVisibility;
    Element.prototype.checkVisibility = function (...how) { looks += 1; return look.apply(this, how) };
  }`);
  expect(await plain.ask('readTables', { rowsMax: 9, rowsSkip: 0 })).toEqual({ tables: [] });
  expect(await plain.inKit('looks')).toBe(0);
  await plain.close();
});
