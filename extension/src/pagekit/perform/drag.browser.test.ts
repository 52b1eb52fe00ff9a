// Drags: by HTML, by pointer and by mouse events.
import { describe, expect, test } from 'vitest';
import type { KitPage } from '../test-env/test-env';
import { by, perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('a drag', () => {
  const drag = (page: KitPage, from: string, to: string, more = {}) =>
    perform(page, from, { type: 'drag', to: by(to), ...more });

  test('of HTML gives its data to the place it is dropped on', async () => {
    const body = `<div id=a draggable=true>A</div><div id=z style="height:100px">zone</div><script>order = [];
      a.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'hello');
      z.ondragover = (e) => e.preventDefault();
      z.ondrop = (e) => { e.preventDefault(); z.textContent = e.dataTransfer.getData('text/plain') };
      for (const t of ['dragstart','dragenter','drop','dragend']) addEventListener(t, (e) => { if (e.target.id) order.push(t + '@' + e.target.id) });</script>`;
    await withPage(body, async (page) => {
      await drag(page, '#a', '#z');
      expect(await page.page.innerText('#z')).toBe('hello');
      const order = await page.page.evaluate<string[]>('order');
      expect(order.filter((line) => line !== 'dragenter@a')).toEqual([
        'dragstart@a',
        'dragenter@z',
        'drop@z',
        'dragend@a',
      ]);
    });
  });

  test('of HTML that nothing takes is not claimed', async () => {
    await withPage('<div id=a draggable=true>A</div><p id=z>zone</p>', async (page) => {
      await expect(drag(page, '#a', '#z')).rejects.toMatchObject({ code: 'noEffect' });
    });
  });

  test('by pointer events sorts a list', async () => {
    const body = `<ul id=l style="padding:0">${['a', 'b', 'c'].map((id) => `<li id=${id} style="height:30px">${id}</li>`).join('')}</ul><script>
      let held; l.onpointerdown = (e) => { held = e.target; held.setPointerCapture(e.pointerId) };
      l.onpointermove = (e) => { if (!held || !(e.buttons & 1)) return;
        const over = document.elementsFromPoint(e.clientX, e.clientY).find((x) => x.tagName === 'LI' && x !== held);
        if (over) { const below = e.clientY > over.getBoundingClientRect().top + 15; over[below ? 'after' : 'before'](held) } };
      l.onpointerup = () => held = undefined</script>`;
    await withPage(body, async (page) => {
      await drag(page, '#a', '#c', { toAt: { x: 10, y: 25 } });
      expect(await page.page.innerText('#l')).toBe('b\nc\na');
    });
  });

  test('follows the element that captured the pointer', async () => {
    const body = `<div id=k style="position:fixed;left:0;top:0;width:20px;height:20px;background:red"></div><script>at = 0;
      k.onpointerdown = (e) => k.setPointerCapture(e.pointerId);
      k.onpointermove = (e) => { if (e.buttons & 1) at = Math.round(e.clientX) }</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#k', { type: 'drag', to: { x: 200, y: 100 } });
      expect(await page.page.evaluate('at')).toBe(200);
    });
  });

  test('by mouse events draws, and lets go outside', async () => {
    const body = `<canvas id=c width=200 height=100 style="position:fixed;left:0;top:0"></canvas><p id=o style="position:fixed;left:300px;top:300px">out</p><script>
      path = []; c.onmousedown = (e) => { path.push('down ' + e.offsetX); document.onmousemove = (e) => path.push(e.clientX);
      document.onmouseup = (e) => { path.push('up ' + Math.round(e.clientX)); document.onmousemove = null } }</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#c', { type: 'drag', to: { x: 150, y: 50 } }, { at: { x: 10, y: 50 } });
      const path = await page.page.evaluate<(string | number)[]>('path.splice(0)');
      expect(path[0]).toBe('down 10');
      expect(path.length).toBeGreaterThan(5);
      expect(path.at(-1)).toBe('up 150');
    });
  });

  test('moves a native range', async () => {
    await withPage(
      '<input type=range id=r style="position:fixed;left:0;top:0;width:200px;margin:0">',
      async (page) => {
        await perform(page, '#r', { type: 'drag', to: { x: 150, y: 8 } });
        expect(await page.page.inputValue('#r')).toBe('75');
      },
    );
  });
});
