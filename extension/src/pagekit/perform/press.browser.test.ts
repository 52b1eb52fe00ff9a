// Chords of keys, and what the browser does with them by itself.
import { describe, expect, test } from 'vitest';
import { LOG, logOf, perform, pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

describe('keys', () => {
  const cases: [string, string, string, string[], string, unknown][] = [
    [
      'Enter submits by the button',
      '<form onsubmit="did = event.submitter.id; return false"><input id=i><button id=s>S</button></form>',
      '#i',
      ['Enter'],
      'did',
      's',
    ],
    [
      'Enter submits a form without one',
      '<form onsubmit="did = 1; return false"><input id=i></form>',
      '#i',
      ['Enter'],
      'did',
      1,
    ],
    ['Enter follows a link', '<a id=i href="#x">l</a>', '#i', ['Enter'], 'location.hash', '#x'],
    ['Enter breaks lines', '<textarea id=i>a</textarea>', '#i', ['Enter', 'b'], 'i.value', 'a\nb'],
    ['Space ticks', '<input type=checkbox id=i>', '#i', [' '], 'i.checked', true],
    ['Space presses', '<button id=i onclick="did = 1">b</button>', '#i', ['Space'], 'did', 1],
    [
      'Tab goes on',
      '<input id=i><p>x</p><input id=j tabindex=-1><button id=k>k</button>',
      '#i',
      ['Tab'],
      'document.activeElement.id',
      'k',
    ],
    [
      'Shift+Tab goes back',
      '<input id=k><input id=i>',
      '#i',
      ['Shift+Tab'],
      'document.activeElement.id',
      'k',
    ],
    [
      'arrows choose a radio button',
      '<input type=radio name=r id=i checked><input type=radio name=r id=j>',
      '#i',
      ['ArrowDown'],
      '[j.checked, document.activeElement.id]',
      [true, 'j'],
    ],
    [
      'arrows choose an option',
      '<select id=i><option>a<option disabled>b<option>c</select>',
      '#i',
      ['ArrowDown'],
      'i.value',
      'c',
    ],
    [
      'arrows move a range',
      '<input type=range id=i value=50 step=5>',
      '#i',
      ['ArrowRight', 'ArrowRight', 'ArrowDown'],
      'i.value',
      '55',
    ],
    [
      'arrows move the caret',
      '<input id=i value=abc>',
      '#i',
      ['ArrowLeft', 'x'],
      'i.value',
      'abxc',
    ],
    [
      'Home and End too',
      '<input id=i value=abc>',
      '#i',
      ['Home', 'x', 'End', 'y'],
      'i.value',
      'xabcy',
    ],
    [
      'Backspace and Delete',
      '<input id=i value=abcd>',
      '#i',
      ['Backspace', 'Home', 'Delete'],
      'i.value',
      'bc',
    ],
    ['Control+a and a letter', '<input id=i value=abcd>', '#i', ['Control+a', 'z'], 'i.value', 'z'],
    [
      'Control+Backspace takes a word',
      '<input id=i value="one two">',
      '#i',
      ['Control+Backspace'],
      'i.value.trim()',
      'one',
    ],
    [
      'Shift+arrows select',
      '<input id=i value=abc>',
      '#i',
      ['Shift+ArrowLeft', 'Shift+ArrowLeft', 'x'],
      'i.value',
      'ax',
    ],
    [
      'Escape closes a dialog',
      '<dialog id=d><button id=i>x</button></dialog><script>d.showModal()</script>',
      '#i',
      ['Escape'],
      'd.open',
      false,
    ],
    [
      'Escape closes a popover',
      '<div popover id=d><button id=i>x</button></div><script>d.showPopover()</script>',
      '#i',
      ['Escape'],
      "d.matches(':popover-open')",
      false,
    ],
    [
      'a page may take a chord',
      '<input id=i onkeydown="if (event.ctrlKey && event.key === \'s\') did = event.code">',
      '#i',
      ['Control+s'],
      'did',
      'KeyS',
    ],
    [
      'End scrolls',
      '<div style="height:3000px"></div>',
      'body',
      ['End'],
      'scrollY + innerHeight >= 3000',
      true,
    ],
  ];
  test.each(cases)('%s', async (_, body, selector, keys, expression, value) => {
    await withPage(body, async (page) => {
      await perform(page, selector, { type: 'press', keys });
      expect(await page.page.evaluate(expression)).toEqual(value);
    });
  });

  test('that are none are refused', async () => {
    await withPage('<input id=i>', async (page) => {
      for (const key of ['Entr', 'Hyper+a']) {
        const pressed = perform(page, '#i', { type: 'press', keys: [key] });
        await expect(pressed).rejects.toMatchObject({ code: 'badArguments' });
      }
    });
  });

  test('Enter tells `change` before it submits', async () => {
    await withPage(`${LOG}<form id=f onsubmit="return false"><input id=i></form>`, async (page) => {
      await perform(page, '#i', { type: 'type', text: 'a\n', clear: false });
      expect((await logOf(page)).filter((line) => /change|submit/.test(line))).toEqual([
        'change@i',
        'submit@f',
      ]);
    });
  });
});
