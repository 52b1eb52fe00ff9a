// The graph view in a real page: map and list show one selection, and everything works by keys and by pointer.
import { expect, test } from 'vitest';
import type { GraphData } from './model';
import type { GraphPage } from './test-env/graph-page';
import { graphsOfThisFile, type Page } from './test-env/open-graph';
import { planted } from './test-env/planted';

declare const graph: GraphPage;

const withGraph = graphsOfThisFile();
const RENDERERS = ['canvas', 'webgl'] as const;

/** heat pump in the middle, fan to the right of it, tariff to the left; the corners are far away. */
const SMALL: GraphData = {
  nodes: [
    { id: 'pump', label: 'heat pump', x: 0, y: 0, size: 20, community: 0, pages: 61 },
    { id: 'fan', label: 'fan', x: 60, y: 0, size: 8, community: 0, pages: 9 },
    { id: 'tariff', label: 'tariff', x: -60, y: 0, size: 10, community: 1, pages: 27 },
    { id: 'north west', label: 'attic', x: -100, y: -100, size: 6, community: 1, pages: 2 },
    { id: 'south east', label: 'subsidy', x: 100, y: 100, size: 5, community: 1, pages: 1 },
  ].map((node) => ({ ...node, kind: 'thing' })),
  edges: [
    { from: 'pump', to: 'fan', weight: 2 },
    { from: 'pump', to: 'tariff', weight: 1 },
    { from: 'tariff', to: 'north west', weight: 1 },
  ],
  communities: ['Noise', 'Money'],
};

async function show(page: Page, data: GraphData, renderer?: 'canvas' | 'webgl') {
  await page.evaluate(
    ([data, renderer]) => {
      graph.show(data, renderer);
    },
    [data, renderer] as const,
  );
  await page.locator(`.graph-map[data-renderer=${renderer ?? 'canvas'}]`).waitFor();
}

const selected = (page: Page) => page.locator('[role=option][aria-selected=true]').innerText();
const nameOf = async (page: Page) => (await selected(page)).split('\n')[0];
const asked = (page: Page) => page.evaluate(() => graph.asked);

/** Where the middle of the map is, in which the middle of the small graph is. */
async function middle(page: Page) {
  const box = await page.locator('.graph-host').boundingBox();
  if (!box) throw new Error('There is no map.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test.each(RENDERERS)('arrow keys walk from neighbour to neighbour on %s', (renderer) =>
  withGraph(async (page) => {
    await show(page, SMALL, renderer);
    const map = page.getByRole('region', { name: 'Map' });
    await map.focus();
    await page.keyboard.press('ArrowRight');
    expect(await nameOf(page)).toBe('heat pump');
    await page.keyboard.press('ArrowRight');
    expect(await nameOf(page)).toBe('fan');
    // There is nothing to the right of it.
    await page.keyboard.press('ArrowRight');
    expect(await nameOf(page)).toBe('fan');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    expect(await nameOf(page)).toBe('tariff');
    expect(await map.getByRole('status').innerText()).toBe('tariff, Money, 2 connections');
    await page.keyboard.press('Enter');
    expect(await asked(page)).toEqual(['open tariff']);
    await page.keyboard.press('Escape');
    expect(await page.locator('[aria-selected=true]').count()).toBe(0);
  }),
);

test.each(RENDERERS)('a click selects, a double click asks for more on %s', (renderer) =>
  withGraph(async (page) => {
    await show(page, SMALL, renderer);
    const { x, y } = await middle(page);
    await page.mouse.move(x, y);
    await page.getByText('heat pump, Noise, 2 connections').waitFor({ state: 'attached' });
    await page.mouse.click(x, y);
    await page.locator('[aria-selected=true]').waitFor();
    expect(await nameOf(page)).toBe('heat pump');
    await page.mouse.dblclick(x, y);
    expect(await asked(page)).toEqual(['expand pump']);
    // On nothing.
    await page.mouse.click(x + 20, y - 150);
    await page.locator('[aria-selected=true]').waitFor({ state: 'detached' });
  }),
);

test.each(RENDERERS)('zooming and panning move what is under the pointer on %s', (renderer) =>
  withGraph(async (page) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show(page, SMALL, renderer);
    const { x, y } = await middle(page);
    // Down where the view is dragged to.
    await page.mouse.move(x, y - 150);
    await page.mouse.down();
    await page.mouse.move(x + 30, y - 100, { steps: 4 });
    await page.mouse.move(x + 30, y - 50, { steps: 4 });
    await page.mouse.up();
    await page.mouse.click(x + 30, y + 100);
    await page.locator('[aria-selected=true]').waitFor();
    expect(await nameOf(page)).toBe('heat pump');
    await page.locator('.graph-map').focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('0');
    for (let times = 0; times < 4; times += 1) await page.keyboard.press('+');
    await page.keyboard.press('0');
    await page.mouse.click(x, y);
    await page.locator('[aria-selected=true]').waitFor();
    expect(await nameOf(page)).toBe('heat pump');
  }),
);

test('the list holds all, and keys reach the last of ten thousand', () =>
  withGraph(async (page) => {
    await show(page, planted(10_000, 20_000), 'canvas');
    expect(await asked(page)).toEqual(['at most 500']);
    const list = page.getByRole('listbox');
    await page.locator('.graph-map').focus();
    await page.keyboard.press('l');
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowDown');
    expect(await nameOf(page)).toBe('Thing 0');
    await page.keyboard.press('End');
    expect(await nameOf(page)).toBe('Thing 9999');
    const active = await list.getAttribute('aria-activedescendant');
    const option = page.locator(`[id="${active ?? ''}"]`);
    expect(await option.getAttribute('aria-posinset')).toBe('10000');
    expect(await option.getAttribute('aria-setsize')).toBe('10000');
    expect(await page.locator('[role=option]').count()).toBeLessThan(80);
    await page.keyboard.press('Home');
    expect(await nameOf(page)).toBe('Thing 0');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    const last = (await nameOf(page))?.replace('Thing', 'node') ?? '';
    expect((await asked(page)).slice(1)).toEqual([`open ${last}`, `expand ${last}`]);
  }));

test('a letter goes to the next name that begins with it', () =>
  withGraph(async (page) => {
    await show(page, SMALL);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('s');
    expect(await nameOf(page)).toBe('subsidy');
  }));

test('a machine without a graphics processor gets the canvas', () =>
  withGraph(async (page) => {
    await show(page, SMALL);
    expect(await page.locator('.graph-map').getAttribute('data-renderer')).toBe('canvas');
    expect(await asked(page)).toEqual([]);
  }));

test('an empty graph is no fault, and a graph that changes keeps the selection', () =>
  withGraph(async (page) => {
    for (const renderer of RENDERERS) {
      await show(page, { nodes: [], edges: [], communities: [] }, renderer);
      await page.locator('.graph-map').focus();
      for (const key of ['ArrowLeft', 'Enter', '+', '0']) await page.keyboard.press(key);
    }
    for (const renderer of RENDERERS) await show(page, SMALL, renderer);
    await page.getByRole('option', { name: 'fan' }).click();
    await show(page, { ...SMALL, nodes: SMALL.nodes.slice(0, 3) }, 'webgl');
    expect(await nameOf(page)).toBe('fan');
    await show(page, { ...SMALL, nodes: SMALL.nodes.slice(0, 3) }, 'canvas');
    expect(await nameOf(page)).toBe('fan');
    expect(await page.getByRole('img').getAttribute('aria-label')).toBe(
      'Map of 3 things. fan is selected and connects to 1 others. The list beside it holds the same things.',
    );
  }));

// GRAPH_FIGURES=1 npx vitest run src/ui/graph/graph.browser.test.ts -t figures
test.runIf(process.env.GRAPH_FIGURES)('figures', { timeout: 600_000 }, () =>
  withGraph(async (page) => {
    const sizes = [
      ['canvas', 500, 1_500],
      ['canvas', 2_000, 10_000],
      ['webgl', 500, 1_500],
      ['webgl', 2_000, 10_000],
      ['webgl', 10_000, 50_000],
    ] as const;
    for (const [renderer, nodes, edges] of sizes) {
      const measured = await page.evaluate(
        ([renderer, nodes, edges]) => graph.framesPerSecond(nodes, edges, renderer),
        [renderer, nodes, edges] as const,
      );
      console.log(`${renderer} ${nodes}/${edges}: ${measured.toFixed(1)} frames per second`);
    }
  }),
);
