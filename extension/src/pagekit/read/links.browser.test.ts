// Links, in the order of the page or by what they say.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

test('links have their place, their words and their whole address', async () => {
  const page = await env.open(`
    <a href="/one">One</a> <a href="/hidden" hidden>Hidden</a> <a>no link</a>
    <x-nav><template shadowrootmode="open"><a href="two#x">Two</a></template></x-nav>
    <svg width="50" height="20"><a href="/three"><text y="15">Three</text></a></svg>
    <a href="https://example.com/four"><img alt="Four" width="9" height="9"></a>
    <a href="/five" aria-label="Five">5</a>`);
  const { links, total } = await page.ask('readLinks', { countMax: 4 });
  expect(total).toBe(5);
  expect(links.map(({ position, text, url }) => [position, text, url])).toEqual([
    [1, 'One', `${page.origin}/one`],
    [2, 'Two', `${page.origin}/two#x`],
    [3, 'Three', `${page.origin}/three`],
    [4, 'Four', 'https://example.com/four'],
  ]);
  const again = await page.ask('readLinks', { countMax: 4 });
  expect(again.links.map(({ number }) => number)).toEqual(links.map(({ number }) => number));
  await page.close();
});

test('words choose links: what they say first, then title and address', async () => {
  const page = await env.open(`
    <a href="/x/train-times">Departures</a> <a href="/a" title="Train times today">Board</a>
    <a href="/b">Train times</a> <a href="/c">Cars</a>`);
  const { links } = await page.ask('readLinks', { words: 'train times', countMax: 9 });
  expect(links.map(({ position, text }) => [position, text])).toEqual([
    [3, 'Train times'],
    [2, 'Board'],
    [1, 'Departures'],
  ]);
  await page.close();
});
