// @ts-check
// What happens around a page: requests, dialogs, popups, pictures, other tabs.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';
import { sizeOf } from '../../pictures.mjs';

export default cases([
  {
    name: 'the answer behind a click',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(
        site.put(`<button onclick="fetch('/echo?cart', { method: 'POST', body: 'lamp' })
        .then((answer) => answer.text()).then((text) => said.textContent = text)">Add</button><p id="said"></p>`),
      );
      const told = await agent.run(`
        const [answer] = await Promise.all([
          page.waitForResponse((r) => r.url().includes('/echo') && r.request().method() === 'POST'),
          page.getByText('Add').click(),
        ]);
        return [answer.status(), (await answer.json()).body, answer.request().postData()];`);
      assert.deepEqual(told, [200, 'lamp', 'lamp']);
    },
  },
  {
    name: 'dialogs, popups and pages that are left',
    over: BOTH,
    async run({ agent, site, person }) {
      const invoice = site.put('<title>Invoice</title><h1>Invoice 7</h1>');
      await agent.go(
        site.put(`<title>Home</title><a href="${invoice}" target="_blank">Invoice</a>
        <a href="${invoice}">Read</a><p id="said"></p>
        <button onclick="said.textContent = confirm('Sure?')">Ask</button>`),
      );
      const told = await agent.run(`
        const dialogs = [];
        page.on('dialog', (dialog) => { dialogs.push(dialog.message()); return dialog.accept(); });
        await page.getByText('Ask').click();
        const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByText('Invoice').click()]);
        await popup.waitForLoadState();
        const invoice = [await popup.title(), await popup.getByRole('heading').innerText()];
        await popup.close();
        await page.getByText('Read').click();
        await page.waitForURL(/page-/);
        const there = await page.title();
        await page.goBack();
        return { dialogs, invoice, there, back: await page.title() };`);
      assert.deepEqual(told, {
        dialogs: ['Sure?'],
        invoice: ['Invoice', 'Invoice 7'],
        there: 'Invoice',
        back: 'Home',
      });
      assert.ok(!person.addresses.includes(invoice));
    },
  },
  {
    name: 'pictures come as pictures',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put('<button style="width: 90px; height: 30px">Save</button>'));
      const { pictures } = await agent.done('execute', {
        code: `return await page.getByText('Save').screenshot()`,
      });
      assert.equal(pictures.length, 1);
      assert.deepEqual(sizeOf(pictures[0]), { width: 90, height: 30 });
    },
  },
  {
    name: 'other pages, read beside and opened',
    over: BOTH,
    async run({ agent, site, person }) {
      const one = site.put('<title>One</title><h1>One</h1><p>first');
      const two = site.put('<title>Two</title><h1>Two</h1><p>second');
      await agent.go(one);
      const told = await agent.run(`
        const read = await fetchPage('${two}');
        const page2 = await context.newPage();
        await page2.goto('${two}');
        const title = await page2.title();
        const count = pages().length;
        await page2.close();
        return { read, title, count, here: await page.title() };`);
      assert.match(told.read, /# Two\n\nsecond/);
      assert.deepEqual([told.title, told.count, told.here], ['Two', 2, 'One']);
      await person.gone(new RegExp(two));
    },
  },
  {
    name: 'the session goes where a script goes',
    over: BOTH,
    async run({ agent, site }) {
      const url = site.put('<title>There</title>');
      await agent.run(`await page.goto('${url}')`);
      assert.match((await agent.done('snapshot')).page, /^"There"/);
      const log = await agent.done('execute', {
        code: `console.log('one', { two: 2 }); console.warn('three'); await page.title()`,
      });
      assert.match(log.page, /^one \{"two":2\}\nwarning: three\n"There"$/);
    },
  },
]);
