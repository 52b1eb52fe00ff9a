// The list of a select that keeps the focus to itself is closed again where it has no such option.
import { expect, test } from 'vitest';
import { pagesOfThisFile, perform } from '../test-env/actions';

const withPage = pagesOfThisFile();

test('a modal list', async () => {
  const body = `<main id=main><button id=b role=combobox aria-label=Way aria-expanded=false aria-controls=l>Air</button></main>
    <ul id=l role=listbox tabindex=-1 hidden><li role=option>Air<li role=option>Sea</ul><script>
    const show = (on) => { l.hidden = !on; main.inert = on; b.ariaExpanded = String(on); if (on) l.focus() };
    b.onclick = () => show(true); l.onkeydown = (event) => { if (event.key === 'Escape') show(false) }</script>`;
  await withPage(body, async (page) => {
    const choose = perform(page, '#b', { type: 'choose', options: ['Rail'] });
    await expect(choose).rejects.toMatchObject({ code: 'noOption' });
    expect(await page.page.evaluate('l.hidden')).toBe(true);
  });
});
