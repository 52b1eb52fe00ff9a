// Values that are set as a whole: dates, times, colours, ranges.
import { describe, expect, test } from 'vitest';
import { LOG, logOf, perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('a value is set', () => {
  const cases: [string, string, string][] = [
    ['date', '2026-11-15', '2026-11-15'],
    ['time', '14:30', '14:30'],
    ['datetime-local', '2026-11-15T14:30', '2026-11-15T14:30'],
    ['month', '2026-11', '2026-11'],
    ['week', '2026-W46', '2026-W46'],
    ['range', '70', '70'],
    ['color', '#FF8800', '#ff8800'],
  ];
  test('whole, with its events', async () => {
    const body = `${LOG}${cases.map(([type]) => `<input id=${type} type=${type}>`).join('')}`;
    await withPage(body, async (page) => {
      for (const [type, value, held] of cases) {
        await perform(page, `#${type}`, { type: 'setValue', value });
        expect(await page.page.inputValue(`#${type}`), type).toBe(held);
        expect(await logOf(page)).toEqual(
          expect.arrayContaining([`input@${type}`, `change@${type}`]),
        );
      }
    });
  });

  test('or refused, with the format', async () => {
    const body =
      '<input id=d type=date value=2020-01-01><input id=r type=range min=0 max=10 step=5>';
    await withPage(body, async (page) => {
      await expect(
        perform(page, '#d', { type: 'setValue', value: '15.11.2026' }),
      ).rejects.toMatchObject({
        code: 'badArguments',
        message: expect.stringContaining('2026-11-15') as string,
      });
      expect(await page.page.inputValue('#d')).toBe('2020-01-01');
      await expect(perform(page, '#r', { type: 'setValue', value: '7' })).rejects.toMatchObject({
        message: expect.stringContaining('from 0 to 10 in steps of 5') as string,
      });
    });
  });
});
