// A second look tells only what changed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';
import { snapshotLines } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const FORM = `<h1>Sign up</h1><form><input id="a" aria-label="Name"><input id="b" aria-label="Email">
  <button id="c" type="button">Send</button></form><h2>Terms</h2><p id="d">Read them.</p>`;

async function changed(page: KitPage, script: string): Promise<string[]> {
  await snapshotLines(page, { id: 1 });
  await page.page.evaluate(script);
  const { lines, isDiff } = await snapshotLines(page, { id: 2, since: 1 });
  expect(isDiff).toBe(true);
  return lines;
}

test.each([
  ['nothing', '0', ['no change']],
  ['a value', 'a.value = "Ann"', ['  # Sign up', '~ [1] textbox "Name" value="Ann"']],
  ['a state', 'c.disabled = true', ['  # Sign up', '~ [3] button "Send" disabled']],
  ['an element that went', 'c.remove()', ['- [3] button "Send"']],
  [
    'an element that came',
    'c.insertAdjacentHTML("afterend", "<button>Undo</button>")',
    ['  # Sign up', '+ [4] button "Undo"'],
  ],
  ['a text', 'd.textContent = "Accepted."', ['  ## Terms', '+ Accepted.', '- Read them.']],
  ['an element put in another place', 'document.body.prepend(c)', ['no change']],
])('%s', async (_, script, lines) => {
  const page = await env.open(FORM);
  expect(await changed(page, script)).toEqual(lines);
  await page.close();
});

test('it is under a tenth of the first when one field of many changed', async () => {
  const fields = Array.from(
    { length: 200 },
    (_, at) => `<p><label>Field ${at} <input></label></p>`,
  );
  const page = await env.open(fields.join(''));
  const first = await snapshotLines(page, { id: 1 });
  await page.page.locator('input').nth(99).fill('new');
  const second = await snapshotLines(page, { id: 2, since: 1 });
  expect(second.text).toContain('~ [100] textbox "Field 99" value="new"');
  expect(second.text.length).toBeLessThan(first.text.length / 10);
  await page.close();
});

test('what was summed up is compared too', async () => {
  const rows = Array.from({ length: 3000 }, (_, at) => `<tr><td>${at}<td><button>Edit</button>`);
  const page = await env.open(`<table>${rows.join('')}</table>`);
  await snapshotLines(page, { id: 1, charsMax: 2000 });
  await page.page.evaluate(() => {
    const cell = document.querySelectorAll('td')[5000];
    if (cell) cell.textContent = 'changed';
  });
  const { text } = await snapshotLines(page, { id: 2, since: 1, charsMax: 2000 });
  expect(text).toMatch(/~ \| changed \| \[\d+\] button "Edit"/);
  await page.close();
});

test('many changes keep to the characters, and say so', async () => {
  const page = await env.open('<ul id="l"></ul>');
  await snapshotLines(page, { id: 1 });
  await page.page.evaluate(() => {
    const item = (_: unknown, at: number): string => `<li><a href="#">Item ${at}</a>`;
    document.body.innerHTML = Array.from({ length: 500 }, item).join('');
  });
  const { text } = await snapshotLines(page, { id: 2, since: 1, charsMax: 1000 });
  expect(text.length).toBeLessThanOrEqual(1000);
  expect(text).toContain('… more has changed');
  await page.close();
});

test.each([
  ['was never taken', { since: 99 }],
  ['was of another mode', { since: 1, mode: 'interactive' as const }],
])('after a snapshot that %s, everything is told', async (_, params) => {
  const page = await env.open(FORM);
  await snapshotLines(page, { id: 1 });
  const { isDiff, text } = await snapshotLines(page, { id: 2, ...params });
  expect(isDiff).toBe(false);
  expect(text).toContain('textbox "Name"');
  await page.close();
});

test('the last eight are remembered', async () => {
  const page = await env.open(FORM);
  for (let id = 1; id <= 9; id += 1) await snapshotLines(page, { id });
  expect((await snapshotLines(page, { id: 10, since: 3 })).isDiff).toBe(true);
  expect((await snapshotLines(page, { id: 11, since: 1 })).isDiff).toBe(false);
  await page.close();
});

const BEHIND = '<button>One</button><button>Two</button><a href="#x">Three</a><p id="t">text</p>';

test('a dialog that covers the page is told once, and so is its end', async () => {
  const page = await env.open(
    `${BEHIND}<div id="m" role="dialog" aria-label="Sure" hidden style="position:fixed;inset:0">
      <button>Yes</button></div>`,
  );
  expect(await changed(page, 'm.hidden = false')).toEqual([
    '+ dialog "Sure":',
    '+ [4] button "Yes"',
    '~ covered now: [1] [2] [3]',
  ]);
  expect(await changed(page, 'm.hidden = true; t.textContent = "done"')).toEqual([
    '+ done',
    '- text',
    '- dialog "Sure":',
    '- [4] button "Yes"',
    '~ not covered any more: [1] [2] [3]',
  ]);
  await page.close();
});

test('what is behind a modal dialog has not gone, and comes back with what changed there', async () => {
  const page = await env.open(
    `${BEHIND}<dialog id="m" aria-label="Sure"><button>Yes</button></dialog>`,
  );
  await snapshotLines(page, { id: 1 });
  const since = async (script: string, id: number) => {
    await page.page.evaluate(script);
    return (await snapshotLines(page, { id, since: id - 1 })).lines;
  };
  const note = 'unreachable: the rest of the page, while dialog "Sure" is open';
  expect(await since('m.showModal()', 2)).toEqual([
    '+ dialog "Sure":',
    '+ [4] button "Yes" focused',
    `+ ${note}`,
  ]);
  expect(await since('t.textContent = "done"', 3)).toEqual(['no change']);
  expect(await since('m.close()', 4)).toEqual([
    '+ done',
    '- dialog "Sure":',
    '- [4] button "Yes" focused',
    `- ${note}`,
    '- text',
  ]);
  await page.close();
});
