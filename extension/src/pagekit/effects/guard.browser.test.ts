// A guarded pointer reaches its element and nothing else.
import { quote } from '../../page-words';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Effects } from '../../wire';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

async function clickAndSettle(page: KitPage): Promise<Effects> {
  const { point, element } = await page.ask('ready', {
    target: { selector: '#b' },
    need: 'click',
    timeoutMs: 500,
    force: false,
    guard: true,
  });
  await page.page.mouse.click(point.x, point.y);
  return page.ask('settle', { number: element.number, timeoutMs: 1000 });
}

describe('the guard', () => {
  test('keeps a click from what came in between', async () => {
    const body = `<button id=b>B</button><script>bad = 0; function cover() { const d = document.createElement('div');
      d.id = 'ad'; d.style = 'position:fixed;inset:0'; for (const t of ['pointerdown','mousedown','click']) d.addEventListener(t, () => bad++);
      document.body.append(d) }</script>`;
    const page = await env.open(body);
    const { point } = await page.ask('ready', {
      target: { selector: '#b' },
      need: 'click',
      timeoutMs: 500,
      force: false,
      guard: true,
    });
    await page.page.evaluate('cover()');
    await page.page.mouse.click(point.x, point.y);
    const effects = await page.ask('settle', { timeoutMs: 500 });
    expect(effects).toMatchObject({ missed: `<div id=${quote('ad')}>`, pointerCame: true });
    expect(await page.page.evaluate('bad')).toBe(0);
    await page.page.mouse.click(point.x, point.y);
    expect(await page.page.evaluate('bad')).toBe(3);
    await page.close();
  });

  const replaced: [string, string, string | undefined][] = [
    [
      'the element is put on top when the pointer comes, so that the drawing is pressed',
      `<svg id=a width=200 height=99><text id=b y=50 font-size=40><tspan>A</tspan></text></svg>
        <script>b.onmouseover = () => a.append(b)</script>`,
      'a',
    ],
    [
      'the element goes when the pointer comes, and what held it is pressed',
      '<div id=a style="width:99px;height:99px"><button id=b onmouseover="this.remove()">B</button></div>',
      'a',
    ],
    [
      'an equal one takes its place',
      `<div id=a><button id=b>B</button></div><script>a.addEventListener('mouseover', () => { a.innerHTML = a.innerHTML }, { once: true })</script>`,
      undefined,
    ],
    [
      'the page takes the element away when it is pressed',
      '<div id=a style="width:99px;height:99px"><button id=b onpointerdown="this.remove()">B</button></div>',
      undefined,
    ],
    [
      'the link takes the events of what is in it',
      '<a href=#><b id=b style="pointer-events:none">B</b></a>',
      undefined,
    ],
  ];
  test.each(replaced)('%s', async (_, body, missedOn) => {
    const page = await env.open(body);
    const { missed, pointerCame } = await clickAndSettle(page);
    expect(pointerCame).toBe(true);
    if (missedOn === undefined) expect(missed).toBeUndefined();
    else expect(missed).toContain(missedOn);
    await page.close();
  });

  test('goes on while another element is only looked for', async () => {
    const page = await env.open('<button id=b>B</button><p id=c>C</p>');
    const ask = (selector: string, need: 'click' | 'exist' | 'view') =>
      page.ask('ready', {
        target: { selector },
        need,
        timeoutMs: 500,
        force: false,
        guard: need === 'click',
      });
    const { point } = await ask('#b', 'click');
    await ask('#c', 'exist');
    await ask('#c', 'view');
    await page.page.evaluate(
      "b.insertAdjacentHTML('afterend', '<i style=\"position:fixed;inset:0\">')",
    );
    await page.page.mouse.click(point.x, point.y);
    expect((await page.ask('settle', { timeoutMs: 500 })).missed).toBe('<i>');
    await page.close();
  });

  test('lets the label of a control stand for it', async () => {
    const page = await env.open(
      '<input type=checkbox id=b style="display:none"><label for=b>Tick</label>',
    );
    const { point } = await page.ask('ready', {
      target: { selector: '#b' },
      need: 'check',
      timeoutMs: 500,
      force: false,
      guard: true,
    });
    await page.page.mouse.click(point.x, point.y);
    expect((await page.ask('settle', { timeoutMs: 500 })).missed).toBeUndefined();
    expect(await page.page.isChecked('#b')).toBe(true);
    await page.close();
  });

  test.each([
    ['a drag of the browser', '', true],
    ['a drag that the page made its own', 'b.ondragstart = () => false', false],
  ])('tells of %s', async (_, script, dragBegan) => {
    const page = await env.open(
      `<div id=b draggable=true style="width:99px">drag</div><script>${script}</script>`,
    );
    const { point } = await page.ask('ready', {
      target: { selector: '#b' },
      need: 'click',
      timeoutMs: 500,
      force: false,
      guard: true,
    });
    await page.page.mouse.move(point.x, point.y);
    await page.page.mouse.down();
    await page.page.mouse.move(point.x + 30, point.y + 60, { steps: 3 });
    expect((await page.ask('settle', { timeoutMs: 500 })).dragBegan).toBe(dragBegan);
    await page.page.mouse.up();
    await page.close();
  });
});
