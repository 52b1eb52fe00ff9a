// Our snapshot beside Playwright's of the same page: whatever it calls interactive has a number here.
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleFixture } from '../fixtures/bundle';
import { createTestEnv, type KitPage, type TestEnv } from '../test-env/test-env';
import { EXPLAINED } from './explained';
import { GALLERY } from './pages';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

/** Roles of what is used. An option of a `select` is told by the select. */
const INTERACTIVE = new Set(
  (
    'button checkbox combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio option ' +
    'radio searchbox slider spinbutton switch tab textbox treeitem'
  ).split(' '),
);

/** `- button "Save" [ref=e5]`, with what it is called and its reference. */
const LINE = /^\s*- ((\w+)(?: "(?:[^"\\]|\\.)*")?)[^\n]*?\[ref=(\w+)\]/;

async function missingIn(page: KitPage): Promise<string[]> {
  for (const frame of page.page.frames()) await markShown(page, frame);
  const missing: string[] = [];
  for (const line of (await page.page.ariaSnapshot({ mode: 'ai' })).split('\n')) {
    const [, called = '', role = '', ref = ''] = LINE.exec(line) ?? [];
    if (!INTERACTIVE.has(role)) continue;
    const isShown = await page.page.locator(`aria-ref=${ref}`).evaluate((element) => {
      const labels = (element as Partial<HTMLInputElement>).labels ?? [];
      const inCell =
        element.getAttribute('role') === 'gridcell' ? [...element.querySelectorAll('*')] : [];
      return [element, ...labels, ...inCell].some((one) => one.hasAttribute('data-shown'));
    });
    if (!isShown) missing.push(called);
  }
  return missing;
}

/** Marks what our snapshot of a frame has a number for, so that it is known in the page's own world. */
async function markShown(page: KitPage, frame: Frame): Promise<void> {
  const { text } = await page.ask('snapshot', { id: 1, mode: 'full', charsMax: 100_000 }, frame);
  const numbers = Array.from(text.matchAll(/(?<!\\)\[(\d+)\]/g), ([, number]) => Number(number));
  await page.inKit(
    `for (const number of ${JSON.stringify(numbers)})
       tabwright.element(number)?.setAttribute('data-shown', number)`,
    frame,
  );
}

async function expectExplained(name: string, page: KitPage): Promise<void> {
  expect(await missingIn(page)).toEqual(Object.keys(EXPLAINED[name] ?? {}));
  await page.close();
}

test.each(Object.entries(GALLERY))('%s', async (name, body) => {
  await expectExplained(name, await env.open(`<!doctype html>${body}`));
});

test.each(['react', 'vue', 'angular', 'lit', 'prosemirror', 'quill', 'downshift', 'sortable'])(
  'a page made with %s',
  async (name) => {
    const page = await env.open('<body><script defer src="/app.js"></script></body>', {
      paths: { '/app.js': await bundleFixture(name) },
    });
    await page.page.waitForSelector('#state, #html', { state: 'attached' });
    await expectExplained(name, page);
  },
);

test('every page with an explanation is there', () => {
  const names = Object.keys(EXPLAINED);
  expect(names.filter((name) => !(name in GALLERY))).toEqual([]);
});
