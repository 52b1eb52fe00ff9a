// Only what is in view, on pages that are walked whole, on larger ones, and on those too large to
// look at each element.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from '../test-env/test-env';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const SMALL = 30;
const MIDDLE = 500;
const LARGE = 6000;

function rows(count: number): string {
  const row = (_: unknown, at: number): string =>
    `<div style="height: 40px"><button>Row ${at}</button> note ${at}</div>`;
  return `<style>body { margin: 0 }</style>${Array.from({ length: count }, row).join('')}`;
}

async function viewOf(body: string, scrollY = 0): Promise<string[]> {
  const page = await env.open(body);
  await page.page.evaluate((y) => {
    scrollTo(0, y);
  }, scrollY);
  const { lines } = await snapshotLines(page, { mode: 'viewport' });
  await page.close();
  return withoutNumbers(lines);
}

describe.each([SMALL, MIDDLE, LARGE])('a page of %i rows', (count) => {
  test('is shown as far as it is in view', async () => {
    const lines = await viewOf(rows(count));
    expect(lines).toHaveLength(20);
    expect(lines[0]).toBe('[] button "Row 0" note 0');
    expect(lines.at(-1)).toBe('[] button "Row 19" note 19');
  });

  test('and from where it is scrolled to', async () => {
    const lines = await viewOf(rows(count), 400);
    expect(lines[0]).toBe('[] button "Row 10" note 10');
  });

  test('a button that floats in view is shown, wherever it stands in the page', async () => {
    const floating = `<footer style="height: 50px">Foot
      <button style="position: fixed; right: 20px; bottom: 20px; width: 40px; height: 40px">Up</button></footer>`;
    const lines = await viewOf(rows(count) + floating);
    expect(lines).toContain(' [] button "Up"');
    expect(lines).not.toContain(' Foot');
  });

  test('a window of another layer is shown, and what it covers says so', async () => {
    const layer = `<div><div style="position: fixed; inset: 100px; background: #fff"><p>Welcome</p>
      <button>Start</button></div></div>`;
    const lines = await viewOf(rows(count) + layer);
    expect(lines).toContain('Welcome');
    expect(lines).toContain('[] button "Start"');
  });
});

test('a floating button inside a shadow tree far below is shown', async () => {
  const host = `<div id="far" style="height: 50px"></div><script>
    far.attachShadow({ mode: 'open' }).innerHTML =
      '<button style="position: fixed; left: 300px; top: 300px; width: 12px; height: 12px">Chat</button>';
  </script>`;
  expect(await viewOf(rows(MIDDLE) + host)).toContain('[] button "Chat"');
});

test('a large table is shown from where it is scrolled to', async () => {
  const row = (_: unknown, at: number): string =>
    `<tr style="height: 40px"><td>${at}<td><a href="/${at}">Open ${at}</a>`;
  const table = `<style>body { margin: 0 } table { border-spacing: 0 } td { padding: 0 }</style>
    <table><tbody>${Array.from({ length: 5000 }, row).join('')}</table>`;
  const lines = await viewOf(table, 40 * 1000);
  expect(lines).toHaveLength(20);
  expect(lines[0]).toBe('| 1000 | [] link "Open 1000"');
  expect(lines.at(-1)).toBe('| 1019 | [] link "Open 1019"');
});

test('of a list that scrolls, what its box shows', async () => {
  const list = `<div style="height: 200px; overflow: auto" aria-label="List">${rows(SMALL)}</div>`;
  const lines = await viewOf(list);
  expect(lines[0]).toMatch(/^\[\] scroll area "List", \d+ px more below:$/);
  expect(lines).toHaveLength(6);
});

test('of a text of thousands of lines, those in view', async () => {
  const text = Array.from({ length: 5000 }, (_, at) => `line ${at}.`).join('\n');
  const page = await env.open(`<pre style="line-height: 20px">${text}</pre>`);
  await page.page.evaluate(() => {
    scrollTo(0, 20_000);
  });
  const { text: told } = await snapshotLines(page, { mode: 'viewport' });
  expect(told).toContain('line 1000.');
  expect(told).toContain('line 1030.');
  expect(told).not.toContain('line 900.');
  expect(told).not.toContain('line 1100.');
  await page.close();
});

test('of a virtual list, what is there now, and the same rows keep their numbers', async () => {
  const page =
    await env.open(`<div id="v" style="height: 400px; overflow: auto"><div id="s" style="height: 40000px; position: relative"></div></div>
    <script>
      const shown = new Map();
      function render() {
        const first = Math.floor(v.scrollTop / 40);
        for (const [at, row] of shown) if (at < first || at > first + 10) { row.remove(); shown.delete(at); }
        for (let at = first; at <= first + 10; at++) {
          if (shown.has(at)) continue;
          const row = document.createElement('button');
          row.textContent = 'Row ' + at;
          row.style = 'position: absolute; height: 40px; top: ' + at * 40 + 'px';
          shown.set(at, row);
          s.append(row);
        }
      }
      v.onscroll = render;
      render();
    </script>`);
  const before = await snapshotLines(page, { mode: 'viewport' });
  expect(before.text).toContain('button "Row 0"');
  const numberOf = (text: string, row: number): string | undefined =>
    new RegExp(`\\[(\\d+)\\] button "Row ${row}"`).exec(text)?.[1];
  await page.page.evaluate(async () => {
    const list = document.querySelector('#v');
    const scrolled = new Promise((resolve) => list?.addEventListener('scroll', resolve));
    list?.scrollTo(0, 200);
    await scrolled;
  });
  const after = await snapshotLines(page, { mode: 'viewport' });
  expect(after.text).not.toContain('"Row 0"');
  expect(numberOf(after.text, 8)).toBe(numberOf(before.text, 8));
  expect(after.text).toMatch(/\*\[\d+\] button "Row 14"/);
  await page.close();
});
