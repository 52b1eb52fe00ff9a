// @ts-check
// Elements, found in every way that Playwright has.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

const SHOP = `<title>Shop</title><h1>Shop</h1><h2>Cart</h2>
  <ul id="cart">
    <li data-testid="apple">Apple <button>Remove</button></li>
    <li data-testid="pear">Pear <button>Remove</button></li>
    <li data-testid="plum" class="last">Plum <button disabled>Remove</button></li>
  </ul>
  <label>Name <input placeholder="Your name" title="As on your card"></label>
  <img alt="A red apple" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
  <input type="checkbox" aria-label="Gift" checked><p hidden>Hidden words</p>
  <div id="host"></div>
  <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button>In the shadow</button>';</script>`;

/** A script's value for each expression. @param {string[]} expressions */
const all = (expressions) => `return [${expressions.map((each) => `await ${each}`).join(', ')}]`;

export default cases([
  {
    name: 'by what they are, say and are called',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(SHOP));
      const found = await agent.run(
        all([
          `page.locator('#cart > li.last').getAttribute('data-testid')`,
          `page.getByText('Pear').getAttribute('data-testid')`,
          `page.getByText(/^Pl/).count()`,
          `page.getByRole('heading', { name: 'Cart' }).innerText()`,
          `page.getByRole('heading', { level: 1 }).innerText()`,
          `page.getByRole('button', { disabled: true }).count()`,
          `page.getByLabel('Name').getAttribute('title')`,
          `page.getByPlaceholder('your name').count()`,
          `page.getByTestId('apple').locator('button').innerText()`,
          `page.getByAltText('red apple').count()`,
          `page.getByTitle('As on your card').count()`,
          `page.getByText('In the shadow').count()`,
          `page.locator('text=Plum').count()`,
          `page.locator('role=checkbox[name="Gift"]').isChecked()`,
          `page.locator('xpath=//li[2]').getAttribute('data-testid')`,
          `page.locator('#cart >> li >> nth=2').getAttribute('class')`,
          `page.locator('li:has-text("Apple") button').count()`,
        ]),
      );
      assert.deepEqual(found, [
        'plum',
        'pear',
        1,
        'Cart',
        'Shop',
        1,
        'As on your card',
        1,
        'Remove',
        1,
        1,
        1,
        1,
        true,
        'pear',
        'last',
        1,
      ]);
    },
  },
  {
    name: 'one of many, filtered, both and either',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(SHOP));
      const id = `.getAttribute('data-testid')`;
      const found = await agent.run(
        all([
          `page.locator('li').nth(1)${id}`,
          `page.locator('li').first()${id}`,
          `page.locator('li').last()${id}`,
          `page.locator('li').filter({ hasText: 'Pear' })${id}`,
          `page.locator('li').filter({ has: page.locator('button:disabled') })${id}`,
          `page.locator('li').filter({ hasNotText: /P/ })${id}`,
          `page.locator('li').and(page.locator('.last'))${id}`,
          `page.getByText('Pear').or(page.getByText('Plum')).count()`,
          `page.locator('li').allInnerTexts()`,
          `(async () => (await page.locator('li').all()).length)()`,
          `page.getByText('Hidden words').isVisible()`,
          `page.locator('#cart').getByRole('button').count()`,
        ]),
      );
      assert.deepEqual(found, [
        'pear',
        'apple',
        'plum',
        'pear',
        'plum',
        'apple',
        'plum',
        2,
        ['Apple Remove', 'Pear Remove', 'Plum Remove'],
        3,
        false,
        3,
      ]);
    },
  },
  {
    name: 'inside frames of this site and of another',
    over: BOTH,
    async run({ agent, site }) {
      const inner = site.put(`<button onclick="said.textContent = 'pressed'">Press</button>
        <p id="said"></p><label>City <input></label>`);
      const middle = site.put(
        `<iframe name="deep" src="${inner}"></iframe><p>Middle</p>`,
        'middle',
      );
      await agent.go(
        site.put(`<iframe id="near" src="${inner}"></iframe>
          <iframe id="far" src="{b}${new URL(middle).pathname}"></iframe>`),
      );
      const said = await agent.run(`
        const near = page.frameLocator('#near');
        const deep = page.frameLocator('#far').frameLocator('[name=deep]');
        for (const frame of [near, deep]) {
          await frame.getByRole('button').click();
          await frame.getByLabel('City').fill('Bern');
        }
        return [
          await near.locator('#said').innerText(),
          await deep.locator('#said').innerText(),
          await deep.getByLabel('City').inputValue(),
          await page.locator('#far').contentFrame().getByText('Middle').count(),
        ];`);
      assert.deepEqual(said, ['pressed', 'pressed', 'Bern', 1]);
    },
  },
  {
    name: 'strictly one, and the numbers of a snapshot',
    async run({ agent, site }) {
      await agent.go(site.put(SHOP));
      await agent.refused(/3|several|strict/i, 'execute', {
        code: `await page.locator('li button').click({ timeout: 500 })`,
      });
      const taken = await agent.run('return await snapshot()');
      const number = /\[(\d+)\] textbox "Name"/.exec(taken)?.[1];
      const value = await agent.run(`
        await page.number(${number}).fill('Ada');
        return await page.getByLabel('Name').inputValue();`);
      assert.equal(value, 'Ada');
    },
  },
]);
