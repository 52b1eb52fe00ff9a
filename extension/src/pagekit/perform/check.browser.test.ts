// Boxes that are ticked and unticked.
import { describe, expect, test } from 'vitest';
import { perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('a tick', () => {
  test('is set only where it is not', async () => {
    const body = `<input type=checkbox id=c><input type=radio name=r id=r><div role=switch id=s aria-checked=false tabindex=0
      onclick="this.ariaChecked = this.ariaChecked !== 'true'">s</div><script>n = 0; c.onclick = () => n++</script>`;
    await withPage(body, async (page) => {
      expect((await perform(page, '#c', { type: 'check', on: true })).element.checked).toBe(true);
      await perform(page, '#c', { type: 'check', on: true });
      await perform(page, '#r', { type: 'check', on: true });
      expect((await perform(page, '#s', { type: 'check', on: true })).element.checked).toBe(true);
      expect(await page.page.evaluate('[c.checked, n, r.checked]')).toEqual([true, 1, true]);
      await expect(perform(page, '#r', { type: 'check', on: false })).rejects.toMatchObject({
        code: 'badArguments',
      });
    });
  });

  test('that does not hold is not claimed', async () => {
    await withPage('<input type=checkbox id=c onclick="return false">', async (page) => {
      await expect(perform(page, '#c', { type: 'check', on: true })).rejects.toMatchObject({
        code: 'noEffect',
      });
    });
  });
});
