// Options of selects and listboxes.
import { describe, expect, test } from 'vitest';
import { LOG, logOf, perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('options are chosen', () => {
  const OPTIONS = '<option value=a>Apple<option value=b>Banana<option value=c disabled>Cherry';
  test('by label, by value, one or several', async () => {
    const body = `${LOG}<select id=s>${OPTIONS}</select><select id=m multiple>${OPTIONS}<option selected>Date</select>`;
    await withPage(body, async (page) => {
      await perform(page, '#s', { type: 'choose', options: ['banana'] });
      expect(await page.page.inputValue('#s')).toBe('b');
      expect(await logOf(page)).toEqual(['focus@s', 'input@s', 'change@s']);
      await perform(page, '#s', { type: 'choose', options: ['a'] });
      expect(await page.page.inputValue('#s')).toBe('a');
      await perform(page, '#m', { type: 'choose', options: ['Apple', 'Banana'] });
      expect(await page.page.evaluate('[...m.selectedOptions].map((o) => o.label)')).toEqual([
        'Apple',
        'Banana',
      ]);
    });
  });

  test('where the page keeps them only after a while', async () => {
    const late = `<select id=s>${OPTIONS}</select><script>
      s.onchange = () => { const { value } = s; s.value = 'a'; setTimeout(() => (s.value = value), 50) }</script>`;
    await withPage(late, async (page) => {
      await perform(page, '#s', { type: 'choose', options: ['Banana'] });
      expect(await page.page.inputValue('#s')).toBe('b');
    });
  });

  test('or refused where it never does', async () => {
    const never = `<select id=s onchange="s.value = 'a'">${OPTIONS}</select>`;
    await withPage(never, async (page) => {
      const chosen = perform(page, '#s', { type: 'choose', options: ['Banana'] });
      await expect(chosen).rejects.toMatchObject({ code: 'noEffect' });
    });
  });

  test.each([
    ['noOption', ['Bananas'], /nearest are "Banana"/],
    ['disabled', ['Cherry'], /"Cherry"/],
    ['badArguments', ['Apple', 'Banana'], /exactly one/],
  ] as const)('or refused: %s', async (code, options, words) => {
    await withPage(`<select id=s>${OPTIONS}</select>`, async (page) => {
      const chosen = perform(page, '#s', { type: 'choose', options: [...options] });
      await expect(chosen).rejects.toMatchObject({
        code,
        message: expect.stringMatching(words) as string,
      });
    });
  });

  test('in a listbox that opens on a click', async () => {
    const body = `<div id=c role=combobox tabindex=0 aria-expanded=false aria-controls=l>Pick</div>
      <ul id=l role=listbox hidden><li role=option>Red<li role=option>Green</ul><script>
      c.onclick = () => { l.hidden = false; c.ariaExpanded = 'true' };
      l.onclick = (e) => { c.textContent = e.target.textContent; l.hidden = true; c.ariaExpanded = 'false' }</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#c', { type: 'choose', options: ['green'] });
      expect(await page.page.innerText('#c')).toBe('Green');
      await expect(
        perform(page, '#c', { type: 'choose', options: ['Blue'] }),
      ).rejects.toMatchObject({
        code: 'noOption',
        message: expect.stringContaining('"Red"') as string,
      });
    });
  });
});
