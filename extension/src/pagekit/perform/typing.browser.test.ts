// Text typed into fields of every kind.
import { describe, expect, test } from 'vitest';
import { CLICK, LOG, logOf, perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('typing', () => {
  test('tells every key, and `change` when the field is left', async () => {
    await withPage(`${LOG}<input id=i value=x><button id=b>B</button>`, async (page) => {
      await perform(page, '#i', { type: 'type', text: 'aB', clear: false });
      const keys = 'keydown keypress beforeinput input keyup'.split(' ').map((type) => `${type}@i`);
      expect(await logOf(page)).toEqual(['focus@i', ...keys, ...keys]);
      expect(await page.page.inputValue('#i')).toBe('xaB');
      await perform(page, '#b', CLICK);
      expect((await logOf(page)).filter((line) => line.startsWith('change'))).toEqual(['change@i']);
    });
  });

  const fields: [string, string, string, boolean, string][] = [
    ['into a text field', '<input id=i value="old ">', 'new', false, 'old new'],
    ['instead of what it holds', '<input id=i value=old>', 'new', true, 'new'],
    ['nothing, to empty it', '<input id=i value=old>', '', true, ''],
    ['an address', '<input id=i type=email value="a@">', 'b.c', false, 'a@b.c'],
    ['a number', '<input id=i type=number value=1>', '2.5', false, '12.5'],
    ['a negative number', '<input id=i type=number value=1>', '-7', true, '-7'],
    ['a password', '<input id=i type=password>', 'Pä$$ 1', false, 'Pä$$ 1'],
    ['no more than fits', '<input id=i maxlength=3>', 'abcdef', false, 'abc'],
    ['lines', '<textarea id=i>a</textarea>', '\nb\nc', false, 'a\nb\nc'],
    ['beyond the alphabet', '<input id=i>', 'héllo 日本 👩‍👩‍👧', false, 'héllo 日本 👩‍👩‍👧'],
    ['much', '<textarea id=i></textarea>', 'word '.repeat(1000), false, 'word '.repeat(1000)],
  ];
  test.each(fields)('%s', async (_, body, text, clear, value) => {
    await withPage(body, async (page) => {
      await perform(page, '#i', { type: 'type', text, clear });
      expect(await page.page.inputValue('#i')).toBe(value);
    });
  });

  test('into a rich text, at its end or instead', async () => {
    await withPage('<div id=i contenteditable><p>one <b>two</b></p></div>', async (page) => {
      await perform(page, '#i', { type: 'type', text: ' three\nfour', clear: false });
      expect(await page.page.innerText('#i')).toBe('one two three\n\nfour');
      await perform(page, '#i', { type: 'type', text: 'new', clear: true });
      expect(await page.page.innerText('#i')).toBe('new');
    });
  });

  test('can be undone', async () => {
    await withPage('<input id=i value=a>', async (page) => {
      await perform(page, '#i', { type: 'type', text: 'b', clear: false });
      await perform(page, '#i', { type: 'press', keys: ['Control+z'] });
      expect(await page.page.inputValue('#i')).toBe('a');
    });
  });

  test.each([
    ['a field that prevents it', '<input id=i onbeforeinput="event.preventDefault()">', 'abc'],
    [
      'a field that puts its value back',
      '<input id=i value=x oninput="this.value = \'x\'">',
      'abc',
    ],
    ['letters into a number', '<input id=i type=number>', 'abc'],
  ])('is not claimed of %s', async (_, body, text) => {
    await withPage(body, async (page) => {
      const typed = perform(page, '#i', { type: 'type', text, clear: false });
      await expect(typed).rejects.toMatchObject({ code: 'noEffect' });
    });
  });
});
