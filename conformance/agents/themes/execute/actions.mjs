// @ts-check
// Acting and expecting by script.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

const FORM = `<title>Form</title>
  <label>Name <input id="name"></label><label>Story <textarea id="story"></textarea></label>
  <label><input type="checkbox" id="agree"> I agree</label>
  <label>Fruit <select id="fruit"><option value="a">Apple<option value="p">Pear</select></label>
  <button id="save">Save</button><button id="later" disabled>Later</button>
  <div id="pad" style="width: 200px; height: 100px"></div><ol id="log"></ol>
  <div style="height: 2000px"></div><p id="deep">Deep</p>
  <script>
    const note = (text) => log.insertAdjacentHTML('beforeend', '<li>' + text);
    save.onclick = (e) => note((e.shiftKey ? 'shift-' : '') + 'saved ' + e.detail + (e.isTrusted ? '' : ' by script'));
    for (const type of ['mousedown', 'mouseup', 'wheel'])
      pad.addEventListener(type, (e) => note(type + ' ' + e.button));
  </script>`;

export default cases([
  {
    name: 'every usual action',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(FORM));
      const state = await agent.run(`
        await page.getByLabel('Name').fill('Ada');
        await page.getByLabel('Name').pressSequentially('!');
        await page.fill('#story', 'Once');
        await page.getByLabel('I agree').check();
        const chosen = await page.getByLabel('Fruit').selectOption('p');
        await page.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('button', { name: 'Save' }).dblclick();
        await page.getByRole('button', { name: 'Save' }).click({ modifiers: ['Shift'] });
        await page.locator('#deep').scrollIntoViewIfNeeded();
        return {
          name: await page.inputValue('#name'),
          story: await page.locator('#story').inputValue(),
          agree: await page.isChecked('#agree'),
          chosen,
          later: await page.locator('#later').isEnabled(),
          box: Object.keys(await page.locator('#pad').boundingBox()).sort(),
          log: await page.locator('#log li').allInnerTexts(),
        };`);
      assert.deepEqual(state, {
        name: 'Ada!',
        story: 'Once',
        agree: true,
        chosen: ['p'],
        later: false,
        box: ['height', 'width', 'x', 'y'],
        log: ['saved 1', 'saved 1', 'saved 2', 'shift-saved 1'],
      });
    },
  },
  {
    name: 'the keyboard and the mouse',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(FORM));
      const state = await agent.run(`
        await page.locator('#name').focus();
        await page.keyboard.type('Ada');
        await page.keyboard.press('Shift+Home');
        await page.keyboard.press('Delete');
        await page.keyboard.insertText('Grace');
        await page.keyboard.press('Tab');
        const { x, y } = await page.locator('#pad').boundingBox();
        await page.mouse.click(x + 10, y + 10);
        await page.mouse.down({ button: 'right' });
        await page.mouse.up({ button: 'right' });
        await page.mouse.wheel(0, 100);
        return {
          name: await page.inputValue('#name'),
          focused: await page.evaluate(() => document.activeElement.id),
          log: await page.locator('#log li').allInnerTexts(),
        };`);
      assert.equal(state.name, 'Grace');
      assert.deepEqual(state.log, [
        'mousedown 0',
        'mouseup 0',
        'mousedown 2',
        'mouseup 2',
        'wheel 0',
      ]);
    },
  },
  {
    name: 'expectations that hold',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(FORM));
      await agent.run(`
        await expect(page).toHaveTitle('Form');
        await expect(page).toHaveURL(/page-/);
        await expect(page.getByLabel('Name')).toBeVisible();
        await expect(page.getByLabel('Name')).toBeEmpty();
        await expect(page.getByText('Later')).toBeDisabled();
        await expect(page.getByLabel('I agree')).not.toBeChecked();
        await expect(page.locator('button')).toHaveCount(2);
        await expect(page.locator('button')).toHaveText(['Save', /late/i]);
        await expect(page.getByLabel('Fruit')).toHaveValue('a');
        await expect(page.locator('#deep')).toHaveAttribute('id', 'deep');
        const clicked = new Promise((done) => {
          setTimeout(() => done(page.getByText('Save').click()), 50);
        });
        await expect(page.locator('#log')).toContainText('saved 1');
        await expect.poll(() => page.locator('#log li').count()).toBe(1);
        await clicked;
        expect({ a: [1, { b: 2 }] }).toEqual({ a: [1, { b: 2 }] });
        expect([1, 2, 3]).toContain(2);`);
    },
  },
  {
    name: 'expectations that do not hold say what was there',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(FORM));
      for (const [code, why] of /** @type {[string, RegExp][]} */ ([
        [`await expect(page).toHaveTitle('Norm', { timeout: 200 })`, /Norm[\s\S]*Form/],
        [
          `await expect(page.locator('#save')).toHaveText('Load', { timeout: 200 })`,
          /Load[\s\S]*Save/,
        ],
        [`await expect(page.locator('#nowhere')).toBeVisible({ timeout: 200 })`, /nowhere/],
        [`expect(1 + 1).toBe(3)`, /3[\s\S]*2/],
      ])) {
        await agent.refused(why, 'execute', { code });
      }
      const late = await agent.refused(/./, 'execute', {
        code: `await page.getByText('Later').click({ timeout: 300 })`,
      });
      assert.match(late.text, /disabled/);
    },
  },
  {
    name: 'scripts in the page, with arguments and on elements',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(FORM));
      const told = await agent.run(`return [
        await page.evaluate(() => document.title),
        await page.evaluate('1 + 1'),
        await page.evaluate(([a, b]) => a + b, [2, 3]),
        await page.evaluate(async ({ word }) => word + (await Promise.resolve('!')), { word: 'hi' }),
        await page.locator('#save').evaluate((button) => button.tagName),
        await page.locator('#save').evaluate((button, end) => button.textContent + end, '?'),
        await page.locator('button').evaluateAll((buttons) => buttons.length),
        await page.$eval('#save', (button) => button.id),
      ]`);
      assert.deepEqual(told, ['Form', 2, 5, 'hi!', 'BUTTON', 'Save?', 2, 'save']);
      await agent.refused(/boom/, 'execute', {
        code: `await page.evaluate(() => { throw new Error('boom'); })`,
      });
    },
  },
]);
