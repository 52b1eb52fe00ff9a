// What the person sees and can do while someone else uses the page.
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
let kit: KitPage;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

beforeEach(async () => {
  kit = await env.open(`<button>Buy</button><input><script>
    window.noticed = [];
    for (const type of ['pointerdown', 'mousedown', 'click', 'keydown', 'input', 'wheel'])
      window.addEventListener(type, (event) => noticed.push(type));
  </script>`);
});
afterEach(() => kit.close());

const showOverlay = (driver = 'Claude') => kit.ask('show', { type: 'showOverlay', driver });
const noticed = () => kit.page.evaluate(() => (window as unknown as { noticed: string[] }).noticed);
const readyToClick = () =>
  kit.ask('ready', {
    target: { selector: 'button' },
    need: 'click',
    timeoutMs: 5_000,
    force: false,
    guard: false,
  });
/** Elements of ours that the page could find. */
const hosts = () => kit.page.evaluate(() => document.documentElement.children.length - 2);

test('the overlay says who is using the tab, also aloud, and offers to stop', async () => {
  await showOverlay('Claude');
  await expect
    .poll(() => spoken(kit.page))
    .toEqual(['status: Claude is using this tab', 'button: Stop']);
  await showOverlay('Codex');
  await expect
    .poll(() => spoken(kit.page))
    .toEqual(['status: Codex is using this tab', 'button: Stop']);
  expect(await hosts()).toBe(1);
});

test('a picture of the page has nothing of ours in it', async () => {
  const picture = async () => (await kit.page.screenshot()).toString('base64');
  const before = await picture();
  await showOverlay();
  expect(await picture()).not.toBe(before);
  await kit.ask('show', { type: 'hideForScreenshot', on: true });
  expect(await picture()).toBe(before);
  await kit.ask('show', { type: 'hideForScreenshot', on: false });
  expect(await picture()).not.toBe(before);
});

test('the page cannot look inside', async () => {
  await showOverlay();
  expect(
    await kit.page.evaluate(() => {
      const host = document.documentElement.lastElementChild;
      return [host?.shadowRoot ?? null, host?.textContent];
    }),
  ).toEqual([null, '']);
});

test('the person’s pointer and keys do not reach the page', async () => {
  await kit.page.focus('input');
  await showOverlay();
  await kit.page.mouse.click(30, 20);
  await kit.page.mouse.wheel(0, 100);
  await kit.page.keyboard.type('hello');
  expect(await noticed()).toEqual([]);
  expect(await kit.page.inputValue('input')).toBe('');
  expect(await kit.page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
});

test('without the overlay, or after it, they do', async () => {
  await showOverlay();
  await kit.ask('show', { type: 'hideOverlay' });
  expect(await hosts()).toBe(0);
  await kit.page.mouse.click(30, 20);
  expect(await noticed()).toEqual(['pointerdown', 'mousedown', 'click']);
});

test('events made by scripts pass', async () => {
  await showOverlay();
  await kit.page.evaluate(() => document.querySelector('button')?.click());
  expect(await noticed()).toEqual(['click']);
});

test('a click on Stop ends it at once and is told', async () => {
  const stop = await listenForStop(kit);
  await showOverlay();
  const { x, y } = await stopButton(kit.page);
  await kit.page.mouse.click(x, y);
  await stop.told;
  expect(await hosts()).toBe(0);
  expect(await noticed()).toEqual([]);
});

test('so do the keys Tab and Enter', async () => {
  const stop = await listenForStop(kit);
  await showOverlay();
  await kit.page.keyboard.press('Tab');
  await kit.page.keyboard.press('Enter');
  await stop.told;
  expect(await hosts()).toBe(0);
});

test('Stop works above a modal dialog of the page, which the person cannot use', async () => {
  await kit.page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'));
    dialog.textContent = 'Sure?';
    dialog.style.inset = '0';
    dialog.style.margin = 'auto';
  });
  await showOverlay();
  await kit.page.evaluate(() => document.querySelector('dialog')?.showModal());
  await kit.page.mouse.click(640, 400);
  expect(await noticed()).toEqual([]);
  const stop = await listenForStop(kit);
  const { x, y } = await stopButton(kit.page);
  await kit.page.mouse.click(x, y);
  await stop.told;
});

test('while something is done for the driver, input passes, and Stop stays in reach', async () => {
  await showOverlay();
  const { point } = await readyToClick();
  await kit.page.mouse.click(point.x, point.y);
  expect(await noticed()).toEqual(['pointerdown', 'mousedown', 'click']);
  const stop = await listenForStop(kit);
  const button = await stopButton(kit.page);
  await kit.page.mouse.click(button.x, button.y);
  await stop.told;
  expect(await noticed()).toHaveLength(3);
});

test('while an element is only looked for, Stop is in reach', async () => {
  await showOverlay();
  const looking = kit.ask('ready', {
    target: { selector: '#never' },
    need: 'click',
    timeoutMs: 60_000,
    force: false,
    guard: true,
  });
  looking.catch(() => undefined);
  const stop = await listenForStop(kit);
  const button = await stopButton(kit.page);
  await kit.page.mouse.click(button.x, button.y);
  await stop.told;
  expect(await noticed()).toEqual([]);
});

test('and once it is done, no more', async () => {
  await showOverlay();
  const { point } = await readyToClick();
  await kit.ask('settle', { timeoutMs: 2_000 });
  await kit.page.mouse.click(point.x, point.y);
  expect(await noticed()).toEqual([]);
});

test('a press is kept from the page, also the first thing the person does after an action', async () => {
  await showOverlay();
  const { point } = await readyToClick();
  await kit.page.mouse.move(point.x, point.y);
  await kit.ask('settle', { timeoutMs: 2_000 });
  await kit.page.mouse.down();
  await kit.page.mouse.up();
  expect(await noticed()).toEqual([]);
});

test('a menu that hangs on the pointer stays after a hover, until the person moves', async () => {
  await kit.page
    .setContent(`<style>#menu { display: none } #bar:hover #menu { display: block }</style>
    <div id=bar><button>Products</button><div id=menu><a href=#tea>Tea</a></div></div>`);
  await showOverlay();
  const { point } = await kit.ask('ready', {
    target: { selector: 'button' },
    need: 'hover',
    timeoutMs: 5_000,
    force: false,
    guard: false,
  });
  await kit.page.mouse.move(point.x, point.y);
  await kit.ask('settle', { timeoutMs: 2_000 });
  // The browser looks again at what is below the pointer whenever the page has been laid out anew.
  await drawAnew(kit.page, 30);
  expect(await kit.page.isVisible('#menu')).toBe(true);
  await kit.page.mouse.move(point.x + 1, point.y);
  await kit.page.mouse.move(point.x + 2, point.y);
  await expect.poll(() => kit.page.isVisible('#menu')).toBe(false);
});

test('what is acted on below the pill is not covered by it', async () => {
  await kit.page.addStyleTag({
    content: 'button { position: fixed; bottom: 20px; left: 560px; width: 160px; height: 40px }',
  });
  await showOverlay();
  const { point } = await readyToClick();
  await kit.page.mouse.click(point.x, point.y);
  expect(await noticed()).toEqual(['pointerdown', 'mousedown', 'click']);
  expect((await stopButton(kit.page)).y).toBeLessThan(100);
});

test('a page cannot press Stop', async () => {
  await showOverlay();
  await kit.page.evaluate(() => {
    (document.documentElement.lastElementChild as HTMLElement).click();
  });
  expect(await hosts()).toBe(1);
});

test('a page that takes the overlay away gets it back', async () => {
  await showOverlay();
  await kit.page.evaluate(() => document.documentElement.lastElementChild?.remove());
  await expect.poll(hosts).toBe(1);
});

test('a frame keeps hands away but shows nothing', async () => {
  const outer = await env.open('<iframe src="%OTHER%/inner"></iframe>', {
    paths: { '/inner': '<input autofocus>' },
  });
  const inner = outer.page.frames()[1];
  if (!inner) throw new Error('no frame');
  await inner.focus('input');
  await outer.ask('show', { type: 'showOverlay', driver: 'Claude' }, inner);
  await outer.page.keyboard.type('x');
  expect(await inner.inputValue('input')).toBe('');
  expect(await inner.evaluate(() => document.documentElement.children.length)).toBe(2);
  await outer.close();
});

test('the pointer comes, never in the way, and goes by itself', async () => {
  const box = { x: 8, y: 8, width: 60, height: 22 };
  await kit.ask('show', { type: 'pointer', point: { x: 30, y: 20 }, rect: box, glide: true });
  expect(await hosts()).toBe(1);
  await kit.page.mouse.click(30, 20);
  expect(await noticed()).toContain('click');
  await expect.poll(hosts, { timeout: 10_000 }).toBe(0);
});

test('what is shown is not read', async () => {
  await showOverlay();
  await kit.ask('show', { type: 'pointer', point: { x: 30, y: 20 }, glide: false });
  await expect.poll(async () => (await spoken(kit.page)).length).toBe(2);
  const { text } = await kit.ask('readText', { charsMax: 999 });
  expect(text).toBe('Buy');
  const html = await kit.ask('readHtml', { compression: 'none', charsMax: 9_999 });
  expect(html.text).toMatch(/<\/body><\/html>$/);
});

/** Changes the layout in this many frames, one after the other. */
async function drawAnew(page: Page, frames: number): Promise<void> {
  await page.evaluate(async (count) => {
    const strut = document.body.appendChild(document.createElement('div'));
    for (let frame = 1; frame <= count; frame += 1) {
      strut.style.height = `${String(frame)}px`;
      await new Promise(requestAnimationFrame);
    }
  }, frames);
}

/** What is live for assistive technology, and what can be pressed, in our closed tree. */
async function spoken(page: Page): Promise<string[]> {
  const { nodes } = await insides(page);
  return nodes.flatMap((node) => {
    if (valueOf(node, 'aria-live') === 'polite') return [`status: ${textOf(node)}`];
    return node.nodeName === 'BUTTON' && textOf(node) === 'Stop' ? ['button: Stop'] : [];
  });
}

async function stopButton(page: Page): Promise<{ x: number; y: number }> {
  const { nodes, session } = await insides(page);
  const button = nodes.find((node) => node.nodeName === 'BUTTON' && textOf(node) === 'Stop');
  if (!button) throw new Error('there is no Stop button');
  const { model } = await session.send('DOM.getBoxModel', { backendNodeId: button.backendNodeId });
  const [left = 0, top = 0, , , right = 0, bottom = 0] = model.border;
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

interface TreeNode {
  nodeName: string;
  nodeValue: string;
  backendNodeId: number;
  attributes?: string[];
  children?: TreeNode[];
  shadowRoots?: TreeNode[];
}

/** Only a debugger can look into a closed tree. */
async function insides(page: Page): Promise<{ nodes: TreeNode[]; session: CDPSession }> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const all = (node: TreeNode): TreeNode[] => [
    node,
    ...[...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap(all),
  ];
  return { nodes: all(root), session };
}

function textOf(node: TreeNode): string {
  return node.nodeValue + (node.children ?? []).map(textOf).join('');
}

function valueOf({ attributes = [] }: TreeNode, name: string): string | undefined {
  const at = attributes.indexOf(name);
  return at < 0 ? undefined : attributes[at + 1];
}

/** Hears of Stop as a debugger does: by a binding in the kit's world. */
async function listenForStop({ page }: KitPage): Promise<{ told: Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', {
    name: 'tabwrightStop',
    executionContextName: 'tabwright',
  });
  const told = new Promise<void>((resolve) => {
    session.once('Runtime.bindingCalled', () => {
      resolve();
    });
  });
  return { told };
}
