// A synthesised click, and the pointer over something.
import { describe, expect, test } from 'vitest';
import { CLICK, LOG, logOf, perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('a click', () => {
  test('comes in full order, and moves the focus', async () => {
    await withPage(`${LOG}<input id=i><button id=b>B</button>`, async (page) => {
      await page.page.focus('#i');
      await logOf(page);
      await perform(page, '#b', CLICK);
      expect(await logOf(page)).toEqual(
        (
          'pointerover mouseover pointerenter mouseenter pointermove mousemove ' +
          'pointerdown mousedown blur@i focus pointerup mouseup click'
        )
          .split(' ')
          .map((type) => (type.includes('@') ? type : `${type}@b`)),
      );
    });
  });

  test('comes when the page was told that it is scrolled', async () => {
    const body = `<div style="height:5000px"></div><button id=b>B</button>
      <script>onscroll = () => (told = true); b.onpointerdown = () => (first = told); told = false</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#b', CLICK);
      expect(await page.page.evaluate('first')).toBe(true);
    });
  });

  test('carries what a hand would give it', async () => {
    const body = `<button id=b style="position:fixed;left:0;top:0;width:100px;height:40px">B</button>
      <script>seen = {}; for (const t of ['pointerdown','mousedown','click'])
        b.addEventListener(t, (e) => seen[t] = [e.button, e.buttons, e.detail, e.clientX, e.clientY,
          e.pointerId, e.pointerType, e.isPrimary, e.composed, e.shiftKey, e.view === window, e.constructor.name])</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#b', { ...CLICK, modifiers: ['shift'] });
      expect(await page.page.evaluate('seen')).toEqual({
        pointerdown: [0, 1, 0, 50, 20, 1, 'mouse', true, true, true, true, 'PointerEvent'],
        mousedown: [
          0,
          1,
          1,
          50,
          20,
          undefined,
          undefined,
          undefined,
          true,
          true,
          true,
          'MouseEvent',
        ],
        click: [0, 0, 1, 50, 20, 1, 'mouse', true, true, true, true, 'PointerEvent'],
      });
    });
  });

  test.each([
    ['right', 1, 'pointerdown mousedown contextmenu pointerup mouseup auxclick'],
    ['middle', 1, 'pointerdown mousedown pointerup mouseup auxclick'],
    [
      'left',
      2,
      'pointerdown mousedown pointerup mouseup click pointerdown mousedown pointerup mouseup click dblclick',
    ],
  ] as const)('by the %s button, %i times', async (button, count, events) => {
    await withPage(`${LOG}<div id=b>words here</div>`, async (page) => {
      await perform(page, '#b', { ...CLICK, button, count });
      const log = (await logOf(page)).map((line) => line.replace('@b', ''));
      expect(log.slice(log.indexOf('pointerdown')).join(' ')).toBe(events);
    });
  });

  test('held, lasts', async () => {
    const body = `<button id=b>B</button><script>
      b.onpointerdown = (e) => from = e.timeStamp; b.onpointerup = (e) => held = e.timeStamp - from</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#b', { ...CLICK, holdMs: 60 });
      expect(await page.page.evaluate('held')).toBeGreaterThanOrEqual(59);
    });
  });

  test('thrice, selects the paragraph', async () => {
    await withPage('<p id=a>one two</p><p id=b>three four</p>', async (page) => {
      await perform(page, '#b', { ...CLICK, count: 3 });
      expect(await page.page.evaluate('String(getSelection()).trim()')).toBe('three four');
      await perform(page, '#a', { ...CLICK, count: 2 }, { at: { x: 5, y: 5 } });
      expect(await page.page.evaluate('String(getSelection()).trim()')).toBe('one');
    });
  });

  test('does what clicks do: links, forms, labels, details', async () => {
    const body = `<a id=a href="#there">go</a><label id=l><input type=checkbox id=c> c</label>
      <form id=f onsubmit="submitted = event.submitter.id; return false"><button id=s>S</button></form>
      <details id=d><summary id=u>more</summary>text</details>`;
    await withPage(body, async (page) => {
      await perform(page, '#a', CLICK);
      await perform(page, '#l', CLICK);
      await perform(page, '#s', CLICK);
      await perform(page, '#u', CLICK);
      expect(await page.page.evaluate('[location.hash, c.checked, submitted, d.open]')).toEqual([
        '#there',
        true,
        's',
        true,
      ]);
    });
  });

  test('that meets something which came on hover is refused', async () => {
    const body = `<button id=b style="width:100px;height:40px">B</button><script>clicked = 0;
      b.onmouseenter = () => { const d = document.createElement('div'); d.id = 'pop';
        d.style = 'position:fixed;inset:0'; d.onclick = () => clicked++; document.body.append(d) }</script>`;
    await withPage(body, async (page) => {
      await expect(perform(page, '#b', CLICK)).rejects.toMatchObject({ code: 'covered' });
      expect(await page.page.evaluate('clicked')).toBe(0);
    });
  });

  test('at a point', async () => {
    const body =
      '<canvas id=c width=200 height=100 style="position:fixed;left:0;top:0"></canvas><script>c.onclick = (e) => at = [e.offsetX, e.offsetY]</script>';
    await withPage(body, async (page) => {
      await page.ask('perform', {
        target: { x: 30, y: 40 },
        action: CLICK,
        timeoutMs: 300,
        force: false,
      });
      expect(await page.page.evaluate('at')).toEqual([30, 40]);
    });
  });
});

test('hover opens a menu that listens for it, and leaving closes it', async () => {
  const body = `<div id=m style="width:100px">menu<ul id=u hidden><li id=i>item</li></ul></div><p id=p>else</p>
    <script>m.onmouseenter = () => u.hidden = false; m.onmouseleave = () => u.hidden = true</script>`;
  await withPage(body, async (page) => {
    await perform(page, '#m', { type: 'hover' });
    await perform(page, '#i', { type: 'hover' });
    expect(await page.page.isVisible('#u')).toBe(true);
    await perform(page, '#p', { type: 'hover' });
    expect(await page.page.isVisible('#u')).toBe(false);
  });
});
