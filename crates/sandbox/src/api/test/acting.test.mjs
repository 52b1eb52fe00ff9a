import assert from 'node:assert/strict';
import { test } from 'node:test';

import { asked, HostError, last, logged, REPORT, run, steps, told } from './bed/bed.mjs';

const target = steps({ by: 'css', selector: '#a' });
const first = steps({ by: 'css', selector: '#a' }, { by: 'nth', index: 0 });
const ANSWERS = {
  click: REPORT,
  hover: REPORT,
  type: REPORT,
  insert: REPORT,
  clear: REPORT,
  select: REPORT,
  check: REPORT,
  press: REPORT,
  drag: REPORT,
  scroll: { container: 'the page' },
  upload: REPORT,
  wait: { tab: 7, waitedMs: 1, url: 'https://example.org/' },
  eval: { value: null },
  mouse: {},
  screenshot: { tab: 7, base64: 'AAAA', width: 1, height: 2, marks: [] },
};

test('each action of a locator asks for its verb', async () => {
  const { page } = run(ANSWERS);
  const locator = page.locator('#a');
  for (const [act, expected] of [
    [() => locator.click(), { verb: 'click', target }],
    [
      () =>
        locator.click({
          button: 'right',
          clickCount: 3,
          delay: 50,
          force: true,
          modifiers: ['Shift', 'ControlOrMeta'],
          position: { x: 1, y: 2 },
          timeout: 500,
        }),
      {
        verb: 'click',
        target,
        button: 'right',
        count: 3,
        holdMs: 50,
        force: true,
        modifiers: ['shift', 'control'],
        at: { x: 1, y: 2 },
        timeoutMs: 500,
      },
    ],
    [
      () => locator.click({ trial: true }),
      { verb: 'wait', for: { type: 'element', target, state: 'visible' }, timeoutMs: 30_000 },
    ],
    [() => locator.dblclick(), { verb: 'click', target, count: 2 }],
    [
      () => locator.hover({ position: { x: 3, y: 4 } }),
      { verb: 'hover', target, at: { x: 3, y: 4 } },
    ],
    [() => locator.fill('x'), { verb: 'type', target, text: 'x' }],
    [() => locator.fill(''), { verb: 'type', target, text: '' }],
    [
      () => locator.fill(5, { timeout: 0 }),
      { verb: 'type', target, text: '5', timeoutMs: 600_000 },
    ],
    [() => locator.clear(), { verb: 'clear', target }],
    [() => locator.pressSequentially('ab'), { verb: 'type', target, text: 'ab', append: true }],
    [() => locator.type('ab'), { verb: 'type', target, text: 'ab', append: true }],
    [() => locator.press('Control+a'), { verb: 'press', target, keys: ['Control+a'] }],
    [() => locator.check(), { verb: 'check', target, on: true }],
    [() => locator.uncheck(), { verb: 'check', target, on: false }],
    [() => locator.setChecked(false), { verb: 'check', target, on: false }],
    [() => locator.selectOption('red'), { verb: 'select', target, options: ['red'] }],
    [
      () => locator.selectOption(['red', { label: 'Blue' }, { value: 'g' }]),
      { verb: 'select', target, options: ['red', 'Blue', 'g'] },
    ],
    [() => locator.setInputFiles('/tmp/a.txt'), { verb: 'upload', target, files: ['/tmp/a.txt'] }],
    [
      () => locator.dragTo(page.locator('#b'), { targetPosition: { x: 1, y: 1 } }),
      {
        verb: 'drag',
        from: target,
        to: steps({ by: 'css', selector: '#b' }),
        toAt: { x: 1, y: 1 },
      },
    ],
    [
      () => locator.scrollIntoViewIfNeeded(),
      { verb: 'scroll', target, motion: { type: 'intoView' } },
    ],
    [
      () => locator.waitFor({ state: 'hidden', timeout: 9 }),
      { verb: 'wait', for: { type: 'element', target, state: 'hidden' }, timeoutMs: 9 },
    ],
    [() => locator.screenshot(), { verb: 'screenshot', target, maxBytes: 700_000 }],
    [
      () => locator.screenshot({ scale: 'device' }),
      { verb: 'screenshot', target, scale: 'device' },
    ],
    [
      () => locator.evaluate((el, n) => el.id + n, 1),
      { verb: 'eval', target, script: '(el, n) => el.id + n', args: [1] },
    ],
    [
      () => locator.evaluateAll((els) => els.length),
      { verb: 'eval', target, script: '(els) => els.length', args: [], all: true },
    ],
    [
      () => locator.focus(),
      { verb: 'eval', target, script: '(element) => element.focus()', args: [] },
    ],
    [() => page.click('#a'), { verb: 'click', target: first }],
    [() => page.click('#a', { strict: true }), { verb: 'click', target }],
    [
      () => page.fill('#a', 'x', { timeout: 7 }),
      { verb: 'type', target: first, text: 'x', timeoutMs: 7 },
    ],
    [() => page.press('#a', 'Enter'), { verb: 'press', target: first, keys: ['Enter'] }],
    [() => page.selectOption('#a', 'x'), { verb: 'select', target: first, options: ['x'] }],
    [() => page.dragAndDrop('#a', '#a'), { verb: 'drag', from: first, to: first }],
    [
      () => page.$eval('#a', (el) => el.id),
      { verb: 'eval', target: first, script: '(el) => el.id', args: [] },
    ],
    [
      () => page.$$eval('#a', (els) => els.length),
      { verb: 'eval', target, script: '(els) => els.length', args: [], all: true },
    ],
    [() => page.mainFrame().click('#a'), { verb: 'click', target: first }],
  ]) {
    await act();
    assert.deepEqual(last(), expected);
    assert.equal(asked.at(-1).params.tab, 7);
  }
});

test('an option by its place is looked up in the page', async () => {
  const { page } = run({ ...ANSWERS, eval: { value: ['third'] } });
  assert.deepEqual(await page.locator('#a').selectOption({ index: 2 }), ['third']);
  assert.deepEqual(told('eval')[0].args, [[2]]);
  run({ ...ANSWERS, eval: { value: [null] } });
  await assert.rejects(page.locator('#a').selectOption({ index: 9 }), /no option 9/);
});

test('held modifiers go along with keys and clicks, and end with the run', async () => {
  const { page } = run(ANSWERS);
  await page.keyboard.down('Shift');
  await page.keyboard.press('a');
  await page.locator('#a').click();
  await page.locator('#a').press('Tab');
  await page.mouse.click(1, 2);
  assert.deepEqual(
    told('press').map(({ keys }) => keys),
    [['Shift+a'], ['Shift+Tab']],
  );
  assert.deepEqual(
    told('click').map(({ modifiers }) => modifiers),
    [['shift'], ['shift']],
  );
  await page.keyboard.up('Shift');
  await page.keyboard.press('b');
  assert.deepEqual(last().keys, ['b']);
  await page.keyboard.down('Control');
  run(ANSWERS);
  await page.keyboard.press('c');
  assert.deepEqual(last().keys, ['c']);
});

test('text goes to the keyboard key by key, in portions', async () => {
  const { page } = run(ANSWERS);
  await page.keyboard.type('a b\n+é😀');
  assert.deepEqual(last().keys, ['a', 'Space', 'b', 'Enter', '+', 'é', '😀']);
  run(ANSWERS);
  await page.keyboard.type('x'.repeat(250));
  assert.deepEqual(
    told('press').map(({ keys }) => keys.length),
    [100, 100, 50],
  );
  await page.keyboard.insertText('hi');
  assert.deepEqual(last(), { verb: 'insert', text: 'hi' });
});

test('the mouse moves in steps, and presses where it is', async () => {
  const { page } = run(ANSWERS);
  await page.mouse.click(10, 10, { button: 'right' });
  assert.deepEqual(last(), { verb: 'click', target: { x: 10, y: 10 }, button: 'right' });
  await page.mouse.move(20, 30, { steps: 2 });
  await page.mouse.down();
  await page.mouse.up();
  await page.mouse.wheel(0, 100);
  assert.deepEqual(told('mouse'), [
    { tab: 7, do: 'move', at: { x: 15, y: 20 } },
    { tab: 7, do: 'move', at: { x: 20, y: 30 } },
    { tab: 7, do: 'down', at: { x: 20, y: 30 } },
    { tab: 7, do: 'up', at: { x: 20, y: 30 } },
    { tab: 7, do: 'wheel', at: { x: 20, y: 30 }, wheel: { x: 0, y: 100 } },
  ]);
  await assert.rejects(page.mouse.move(1), /two numbers/);
});

test('default timeouts hold for one run', async () => {
  const { page } = run(ANSWERS);
  page.setDefaultTimeout(77);
  await page.locator('#a').click();
  assert.equal(last().timeoutMs, 77);
  run(ANSWERS);
  await page.locator('#a').click();
  assert.equal(last().timeoutMs, undefined);
});

test('a failure says what was done, where, and what to do', async () => {
  const late = new HostError('element-covered', 'button "Save" is covered by div', 'Close it');
  const { page } = run({ click: () => Promise.reject(late) });
  await assert.rejects(page.getByRole('button', { name: 'Save' }).click(), {
    name: 'TimeoutError',
    code: 'element-covered',
    fix: 'Close it',
    message: `locator.click: button "Save" is covered by div\nLocator: getByRole('button', { name: 'Save' })`,
  });
  run({ click: () => Promise.reject(new HostError('element-ambiguous', 'two fit')) });
  await assert.rejects(page.locator('a').click(), {
    name: 'Error',
    message: /strict mode violation: two fit/,
  });
  run({ click: () => Promise.reject(new Error('calls are used up')) });
  await assert.rejects(page.locator('a').click(), { message: 'calls are used up' });
});

test('arguments of the wrong kind are refused before anything is asked', async () => {
  const { page } = run(ANSWERS);
  const locator = page.locator('#a');
  for (const [act, word] of [
    [() => locator.fill(undefined), /locator\.fill takes a string, not undefined/],
    [() => locator.fill({}), /not an object/],
    [() => locator.setInputFiles({ name: 'a', buffer: '' }), /paths of files/],
    [() => locator.setInputFiles([]), /no file/],
    [() => locator.selectOption({}), /values or labels/],
    [() => locator.dragTo('#b'), /takes a locator, not a string/],
    [() => locator.click({ modifiers: ['Hyper'] }), /Hyper is no modifier/],
    [() => locator.evaluate(5), /a function or a string, not a number/],
    [() => locator.evaluate(parseInt), /built in/],
    [
      () =>
        locator.evaluate(
          (a) => a,
          () => 1,
        ),
      /cannot pass a function/,
    ],
    [() => locator.evaluate((a) => a, { at: page.locator('b') }), /only as its whole argument/],
    [() => page.keyboard.press(''), /name of a key/],
  ]) {
    await assert.rejects(act, { message: word, code: 'bad-request' });
  }
  const circle = {};
  circle.self = circle;
  await assert.rejects(
    locator.evaluate((a) => a, circle),
    /circular/,
  );
  assert.equal(asked.length, 0);
});

test('no file is written, and a script that counts on it hears of it', async () => {
  const { page } = run(ANSWERS);
  await page.screenshot({ path: 'a.png' });
  assert.match(logged[0].text, /no file is written to a\.png/);
});
