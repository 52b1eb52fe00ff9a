// An editor whose field has no room is clicked where it draws its text.
import { expect, test } from 'vitest';
import { by, CLICK, pagesOfThisFile, perform } from '../test-env/actions';

const withPage = pagesOfThisFile();

const EDITOR = `<h1>Above</h1><div id=editor style="width:400px;height:200px;position:relative">
  <div id=catcher role=textbox aria-label=Code tabindex=0 style="position:absolute;width:0;height:19px"></div>
  <div id=lines style="position:absolute;inset:0">const answer = 42;</div></div>
  <script>clicked = []; onclick = (event) => clicked.push(event.target.id);
    editor.onmousedown = () => setTimeout(() => catcher.focus())</script>`;

test('by synthesised events', async () => {
  await withPage(EDITOR, async (page) => {
    await perform(page, '#catcher', CLICK);
    expect(await page.page.evaluate('clicked')).toEqual(['lines']);
  });
});

test('by real input, which is guarded', async () => {
  await withPage(EDITOR, async (page) => {
    const asked = { target: by('#catcher'), need: 'click', timeoutMs: 300 } as const;
    const { point } = await page.ask('ready', { ...asked, force: false, guard: true });
    await page.page.mouse.click(point.x, point.y);
    const { missed, element } = await page.ask('settle', { timeoutMs: 500 });
    expect([missed, element]).toEqual([undefined, undefined]);
    expect(await page.page.evaluate('document.activeElement.id')).toBe('catcher');
  });
});
