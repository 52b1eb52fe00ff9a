// Copies that a page keeps for itself are not what a target means.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Target } from '../../wire';
import { createTestEnv, type KitPage, type TestEnv } from '../test-env/test-env';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

/** Tabs with a copy that measures them, as Gradio has it. */
const TABS = `<div aria-hidden="true" style="position: absolute; width: 1px; height: 1px; overflow: hidden">
    <button>Greet</button><button>Chat</button></div>
  <div role="tablist"><button role="tab">Greet</button><button role="tab">Chat</button></div>`;
/** A list for assistive technology beside the one that is drawn, as Ant Design has it. */
const OPTIONS = `<div role="listbox" style="width: 0; height: 0; overflow: hidden">
    <div role="option" aria-label="Rust">rust</div></div>
  <div id="drawn" hidden><div class="item" title="Rust"><div>Rust</div></div></div>`;

async function countOf(page: KitPage, target: Target): Promise<number> {
  const asked = { target, countMax: 9, charsMax: 99, facts: [] };
  return (await page.ask('query', asked)).total;
}

test('a clipped copy is neither seen nor found', async () => {
  const page = await env.open(TABS);
  const { lines } = await snapshotLines(page);
  expect(withoutNumbers(lines)).toEqual(['[] tab "Greet"', '[] tab "Chat"']);
  expect(await countOf(page, { text: 'Greet' })).toBe(1);
  expect(await countOf(page, { role: 'tab', name: 'Greet' })).toBe(1);
  expect(await countOf(page, { role: 'button', name: 'Greet' })).toBe(0);
  await page.close();
});

test('text finds the option that is drawn, and says that another is hidden', async () => {
  const page = await env.open(OPTIONS);
  expect((await snapshotLines(page)).lines.join()).not.toContain('Rust');
  const asked = { need: 'click', timeoutMs: 50, force: false, guard: false } as const;
  await expect(page.ask('ready', { ...asked, target: { text: 'Rust' } })).rejects.toMatchObject({
    code: 'hidden',
    message: 'option "Rust" is not visible',
  });
  await page.page.evaluate('drawn.hidden = false');
  const { element } = await page.ask('ready', { ...asked, target: { text: 'Rust' } });
  expect(element).toMatchObject({ role: 'div', name: 'Rust' });
  await page.close();
});

test('a role is not found where the page hides it from assistive technology', async () => {
  const page = await env.open(`<main aria-hidden="true"><button>Save</button></main>
    <div role="dialog"><button>Save</button></div>`);
  expect(await countOf(page, { role: 'button', name: 'Save' })).toBe(1);
  await page.page.evaluate('document.querySelector("[role=dialog]").remove()');
  const asked = { need: 'click', timeoutMs: 50, force: false, guard: false } as const;
  await expect(
    page.ask('ready', { ...asked, target: { role: 'button', name: 'Save' } }),
  ).rejects.toMatchObject({
    code: 'notFound',
    message: expect.stringContaining('aria-hidden') as string,
  });
  const { element } = await page.ask('ready', { ...asked, target: { text: 'Save' } });
  expect(element.name).toBe('Save');
  await page.close();
});

test('an empty name is refused', async () => {
  const page = await env.open('<button>Delete</button>');
  await expect(countOf(page, { role: 'button', name: ' ' })).rejects.toMatchObject({
    code: 'badArguments',
  });
  await page.close();
});
