// @ts-check
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '../case.mjs';

/** What the page noted down. @param {import('playwright-core').Page} page */
const seen = (page) =>
  page.evaluate(() => /** @type {{ seen: string[] }} */ (/** @type {unknown} */ (window)).seen);

/** @param {import('playwright-core').Page} page */
async function dragToTarget(page) {
  await page.dragAndDrop('#source', '#target');
  assert.equal(await page.textContent('#target'), 'got cargo');
  assert.deepEqual(await seen(page), ['dragend']);
}

export default playwright([
  {
    name: 'click is trusted and hits the element',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      await page.click('#target');
      assert.deepEqual(await seen(page), ['click,target,0,1,false,true']);
    },
  },
  {
    name: 'dblclick gives two clicks and one dblclick',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      await page.dblclick('#target');
      assert.deepEqual(await seen(page), [
        'click,target,0,1,false,true',
        'click,target,0,2,false,true',
        'dblclick,target,0,2,false,true',
      ]);
    },
  },
  {
    name: 'right click, middle click and a click with Shift',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      await page.click('#target', { button: 'right' });
      await page.click('#target', { button: 'middle' });
      await page.click('#target', { modifiers: ['Shift'] });
      const events = await seen(page);
      assert.ok(events.some((event) => event.startsWith('contextmenu,target,2')));
      assert.ok(events.some((event) => event.startsWith('auxclick,target,1')));
      assert.equal(events.at(-1), 'click,target,0,1,true,true');
    },
  },
  {
    name: 'click scrolls a far element into view',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      await page.click('#far');
      assert.ok((await seen(page)).includes('click,far,0,1,false,true'));
      assert.ok((await page.evaluate(() => scrollY)) > 500);
    },
  },
  {
    name: 'hover applies :hover',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      await page.hover('#hover');
      const colour = () => getComputedStyle(document.querySelector('#hover') ?? document.body);
      assert.equal(await page.evaluate(`(${colour})().backgroundColor`), 'rgb(1, 2, 3)');
    },
  },
  {
    name: 'wheel scrolls',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      await page.mouse.move(100, 100);
      await page.mouse.wheel(0, 400);
      await page.waitForFunction(() => scrollY >= 300);
    },
  },
  {
    name: 'drag and drop carries its data',
    async run({ page, site }) {
      await page.goto(`${site.a}/drag`);
      await dragToTarget(page);
    },
  },
  {
    name: 'a mouse held down drags by steps',
    async run({ page, site }) {
      await page.goto(`${site.a}/drag`);
      const left = "document.querySelector('#knob').offsetLeft";
      const before = Number(await page.evaluate(left));
      await page.mouse.move(before + 10, 310);
      await page.mouse.down();
      await page.mouse.move(before + 210, 310, { steps: 10 });
      await page.mouse.up();
      assert.equal(await page.evaluate(left), before + 200);
    },
  },
  {
    name: 'click, dblclick and drag in a tab that is not in front',
    async run({ page, newPage, site }) {
      await page.goto(`${site.a}/mouse`);
      await (await newPage()).bringToFront();
      await page.click('#target');
      await page.dblclick('#target');
      assert.equal((await seen(page)).filter((event) => event.startsWith('click')).length, 3);
      await page.goto(`${site.a}/drag`);
      await dragToTarget(page);
    },
  },
  {
    name: 'fill replaces the text and fires input',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.fill('#name', 'first');
      await page.fill('#name', 'žluťoučký 🐎');
      await page.fill('#editable', 'new');
      assert.equal(await page.inputValue('#name'), 'žluťoučký 🐎');
      assert.equal(await page.textContent('#editable'), 'new');
      assert.ok((await seen(page)).includes('input:name'));
    },
  },
  {
    name: 'typing sends a key at a time',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.locator('#name').pressSequentially('Ab1');
      assert.equal(await page.inputValue('#name'), 'Ab1');
      const downs = (await seen(page)).filter((event) => event.startsWith('keydown'));
      assert.deepEqual(downs, ['keydown:A', 'keydown:b', 'keydown:1']);
    },
  },
  {
    name: 'keys with modifiers select, delete and move',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.fill('#name', 'one two');
      await page.press('#name', 'Control+a');
      await page.press('#name', 'Delete');
      assert.equal(await page.inputValue('#name'), '');
      await page.keyboard.insertText('typed 漢字');
      await page.keyboard.press('Home');
      await page.keyboard.type('>');
      assert.equal(await page.inputValue('#name'), '>typed 漢字');
    },
  },
  {
    name: 'Tab moves the focus',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.focus('#name');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'story');
    },
  },
  {
    name: 'Enter submits the form',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.fill('#name', 'Ada');
      await Promise.all([page.waitForURL('**/echo'), page.press('#name', 'Enter')]);
      const said = JSON.parse((await page.textContent('body')) ?? '');
      assert.equal(said.method, 'POST');
      assert.match(said.body, /name=Ada/);
    },
  },
  {
    name: 'check, uncheck and radio',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.check('#agree');
      assert.equal(await page.isChecked('#agree'), true);
      await page.uncheck('#agree');
      assert.equal(await page.isChecked('#agree'), false);
      await page.getByLabel('Large').check();
      assert.equal(await page.evaluate("new FormData(form).get('size')"), 'l');
    },
  },
  {
    name: 'select one and select many',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      assert.deepEqual(await page.selectOption('#fruit', { label: 'Pear' }), ['p']);
      assert.deepEqual(await page.selectOption('#days', ['Mon', 'Wed']), ['Mon', 'Wed']);
      assert.ok((await seen(page)).includes('change:fruit'));
    },
  },
  {
    name: 'upload from a path',
    async run({ page, site, folder }) {
      const file = join(folder, 'notes.txt');
      writeFileSync(file, 'the notes');
      await page.goto(`${site.a}/form`);
      await page.setInputFiles('#files', file);
      const read = "files.files[0].text().then((text) => files.files[0].name + ': ' + text)";
      assert.equal(await page.evaluate(read), 'notes.txt: the notes');
    },
  },
  {
    name: 'upload from memory, several files',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      const file = (/** @type {string} */ name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from(`in ${name}`),
      });
      await page.setInputFiles('#files', [file('one.txt'), file('two.txt')]);
      const read = 'Promise.all([...files.files].map((file) => file.text())).then((t) => t.join())';
      assert.equal(await page.evaluate(read), 'in one.txt,in two.txt');
      await page.setInputFiles('#files', []);
      assert.equal(await page.evaluate('files.files.length'), 0);
    },
  },
  {
    name: 'the file chooser is offered to the client',
    async run({ page, site, folder }) {
      const file = join(folder, 'chosen.txt');
      writeFileSync(file, 'chosen');
      await page.goto(`${site.a}/form`);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#files')]);
      assert.equal(chooser.isMultiple(), true);
      await chooser.setFiles(file);
      assert.equal(await page.evaluate('files.files[0].name'), 'chosen.txt');
    },
  },
  {
    name: 'dispatchEvent, focus and blur',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.focus('#name');
      await page.locator('#name').blur();
      await page.dispatchEvent('#name', 'change');
      const events = await seen(page);
      assert.deepEqual(events.slice(-3), ['focusin:name', 'focusout:name', 'change:name']);
    },
  },
  {
    name: 'touch taps after touch was emulated',
    async run({ context, page, site }) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      await page.goto(`${site.a}/mouse`);
      await page.evaluate('ontouchstart = (e) => { window.touched = e.touches.length }; 0');
      const touchPoints = [{ x: 30, y: 20 }];
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      await page.waitForFunction('window.touched === 1');
    },
  },
]);
