// What synthesised events do to plain pages, and that nothing is reported which did not happen.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Deed, Performed, Target } from '../../wire';
import { createBed, type Bed, type KitPage } from '../bed/bed';

let bed: Bed;
beforeAll(async () => {
  bed = await createBed();
});
afterAll(() => bed.close());

const CLICK: Extract<Deed, { type: 'click' }> = {
  type: 'click',
  button: 'left',
  count: 1,
  holdMs: 0,
  modifiers: [],
};
const by = (selector: string): Target => ({ selector });

const perform = (page: KitPage, selector: string, deed: Deed, more = {}): Promise<Performed> =>
  page.ask('perform', { target: by(selector), deed, timeoutMs: 300, force: false, ...more });

/** Notes every event that reaches the window, as `type@id`. */
const LOG = `<script>
  log = [];
  for (const type of ['pointerover','pointerenter','mouseover','mouseenter','pointermove','mousemove',
    'pointerdown','mousedown','pointerup','mouseup','click','auxclick','contextmenu','dblclick',
    'focus','blur','keydown','keypress','keyup','beforeinput','input','change','submit'])
    addEventListener(type, (e) => { if (e.target.id) log.push(type + '@' + e.target.id) }, true);
</script>`;
const logOf = (page: KitPage) => page.page.evaluate<string[]>('log.splice(0)');

async function withPage(body: string, use: (page: KitPage) => Promise<void>): Promise<void> {
  const page = await bed.open(body);
  try {
    await use(page);
  } finally {
    await page.close();
  }
}

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
        deed: CLICK,
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

describe('files', () => {
  const hello = { name: 'a.txt', mimeType: 'text/plain', base64: btoa('hello') };

  test('are given to an input', async () => {
    const body =
      '<label id=l>Choose <input id=f type=file hidden></label><script>f.onchange = async () => got = [f.files[0].name, f.files[0].type, await f.files[0].text()]</script>';
    await withPage(body, async (page) => {
      await perform(page, '#l', { type: 'upload', files: [hello] });
      await page.page.waitForFunction('window.got');
      expect(await page.page.evaluate('got')).toEqual(['a.txt', 'text/plain', 'hello']);
      await expect(
        perform(page, '#f', { type: 'upload', files: [hello, hello] }),
      ).rejects.toMatchObject({ code: 'badArguments' });
    });
  });

  test('are dropped where files are taken, and nowhere else', async () => {
    const body = `<div id=z style="height:50px">drop here</div><p id=p>else</p><script>z.ondragover = (e) => e.preventDefault();
      z.ondrop = (e) => { e.preventDefault(); z.textContent = e.dataTransfer.files[0].name }</script>`;
    await withPage(body, async (page) => {
      await perform(page, '#z', { type: 'upload', files: [hello] });
      expect(await page.page.innerText('#z')).toBe('a.txt');
      await expect(perform(page, '#p', { type: 'upload', files: [hello] })).rejects.toMatchObject({
        code: 'noEffect',
      });
    });
  });
});
