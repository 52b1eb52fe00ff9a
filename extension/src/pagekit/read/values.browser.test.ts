// What fields show is read like any text: in tables, in the text of a page, and by a wait for it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const BOOKS = `<table><tr><th>Pick<th>Title<th>In print<th>Price<th>Kind<th>Key
  <tr><td><input type="checkbox" checked><td>Emma<td><img alt="True" src=""><td><input value="9.99">
  <td><select><option>Novel<option selected>Play</select><td><input type="password" value="hush">
  <tr><td><input type="checkbox" style="opacity: 0"><td>Lear<td><svg><title>No</title></svg><td>
  <textarea>4</textarea><td><span role="switch" aria-checked="true"></span><td></table>`;

test('cells carry what is in their fields and pictures', async () => {
  const page = await env.open(BOOKS);
  const { tables } = await page.ask('readTables', { rowsMax: 10, rowsSkip: 0 });
  expect(tables[0]?.rows).toEqual([
    ['[x]', 'Emma', 'True', '9.99', 'Play', '••••'],
    ['[ ]', 'Lear', 'No', '4', '[x]', ''],
  ]);
  await page.close();
});

test('rows can be skipped, and it is told how many there are', async () => {
  const rows = Array.from({ length: 9 }, (_, row) => `<tr><td>${row}<td>x`).join('');
  const page = await env.open(`<table><tr><th>A<th>B${rows}</table>`);
  const { tables } = await page.ask('readTables', { rowsMax: 3, rowsSkip: 4 });
  expect(tables[0]).toMatchObject({
    head: ['A', 'B'],
    rows: [
      ['4', 'x'],
      ['5', 'x'],
      ['6', 'x'],
    ],
    ...{ rowsSkipped: 4, rowsInPage: 9, rowsTotal: 9 },
  });
  const past = await page.ask('readTables', { rowsMax: 3, rowsSkip: 40 });
  expect(past.tables[0]).toMatchObject({ rows: [], rowsSkipped: 9 });
  await page.close();
});

test('rows of a virtual grid are put in order, and their fixed columns beside them', async () => {
  const cell = (column: number, text: string) =>
    `<div role="gridcell" aria-colindex="${column}">${text}</div>`;
  const row = (index: number, cells: string) =>
    `<div role="row" aria-rowindex="${index}">${cells}</div>`;
  const page = await env.open(`<div role="grid" aria-rowcount="500">
    <div>${row(3, cell(1, 'c'))}${row(2, cell(1, 'b'))}</div>
    <div>${row(2, cell(2, '2'))}${row(3, cell(2, '3'))}</div></div>`);
  const { tables } = await page.ask('readTables', { rowsMax: 9, rowsSkip: 0 });
  expect(tables[0]).toMatchObject({
    rows: [
      ['b', '2'],
      ['c', '3'],
    ],
    rowsInPage: 2,
    rowsTotal: 500,
  });
  await page.close();
});

test('the text of a page has what its fields show', async () => {
  const page =
    await env.open(`<p>Name <input value="Ada"> <select><option>S<option selected>M</select></p>
    <textarea>two\nlines</textarea><input type="hidden" value="no"><input type="password" value="hush">
    <label><input type="checkbox" checked> Agree</label><input type="submit" value="Send">`);
  const { text } = await page.ask('readText', { charsMax: 999 });
  expect(text).toContain('Name Ada M');
  expect(text).toContain('two\nlines');
  expect(text).toContain('[x] Agree');
  expect(text).toContain('Send');
  expect(text).not.toMatch(/hush|no/);
  await page.close();
});

describe('a wait for text', () => {
  const wait = { timeoutMs: 60 };
  test.each([
    ['a value', '<textarea>Hello Ada</textarea>', 'Hello Ada'],
    ['a value with the words before it', '<p>Total: <input value="42"></p>', 'Total: 42'],
    ['text across elements', '<p>Hello</p><p>Ada</p>', 'Hello Ada'],
    [
      'text in a shadow root',
      '<div id="h"></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<p>Hello Ada</p>"</script>',
      'hello ada',
    ],
  ])('sees %s', async (_, body, text) => {
    const page = await env.open(body);
    await page.ask('waitUntil', { ...wait, condition: { type: 'text', text, gone: false } });
    await page.close();
  });

  test.each([
    ['what a script says', '<p>a</p><script>"Hello Ada"</script>', /does not say "Hello Ada"/],
    ['a secret', '<input type="password" value="Hello Ada"><p>a</p>', /does not say/],
    ['hidden text', '<p>a</p><div id="x" hidden>Hello Ada</div>', /but hidden: <div id="x">/],
    [
      'text in a folded box',
      '<p>a</p><div style="height: 0; overflow: hidden"><b id="x">Hello Ada</b></div>',
      /but hidden: .*"x"/,
    ],
  ])('does not see %s', async (_, body, message) => {
    const page = await env.open(body);
    const condition = { type: 'text', text: 'Hello Ada', gone: false } as const;
    await expect(page.ask('waitUntil', { ...wait, condition })).rejects.toMatchObject({
      message: expect.stringMatching(message) as string,
    });
    await page.close();
  });
});
