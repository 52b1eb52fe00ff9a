// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

export default playwright([
  {
    name: 'console: text, type, arguments and place',
    async run({ page, site }) {
      await page.goto(`${site.a}/noisy`);
      const [message] = await Promise.all([page.waitForEvent('console'), page.click('#log')]);
      assert.equal(message.type(), 'log');
      assert.equal(message.text(), 'word 7 {deep: Array(2)}');
      const values = await Promise.all(message.args().map((arg) => arg.jsonValue()));
      assert.deepEqual(values, ['word', 7, { deep: [1, 2] }]);
      assert.equal(message.location().url, `${site.a}/noisy`);
      assert.equal(message.page(), page);
    },
  },
  {
    name: 'console: every type',
    async run({ page }) {
      /** @type {string[]} */
      const types = [];
      const last = page.waitForEvent('console', (message) => {
        types.push(message.type());
        return message.text() === 'last';
      });
      await page.evaluate(() => {
        console.debug('d');
        console.info('i');
        console.warn('w');
        console.error('e');
        console.table([1]);
        console.log('last');
      });
      await last;
      assert.deepEqual(types, ['debug', 'info', 'warning', 'error', 'table', 'log']);
    },
  },
  {
    name: 'console: two thousand messages in order',
    async run({ page }) {
      /** @type {number[]} */
      const heard = [];
      const all = new Promise((resolve) => {
        page.on('console', (message) => heard.push(Number(message.text())) === 2000 && resolve(1));
      });
      await page.evaluate(() => {
        for (let i = 0; i < 2000; i++) console.log(i);
      });
      await all;
      assert.deepEqual(
        heard,
        heard.map((_, i) => i),
      );
    },
  },
  {
    name: 'pageerror of a throw and of a rejection',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/noisy`);
      const [error, web] = await Promise.all([
        page.waitForEvent('pageerror'),
        context.waitForEvent('weberror'),
        page.click('#throw'),
      ]);
      assert.equal(error.name, 'TypeError');
      assert.equal(error.message, 'broken on purpose');
      assert.match(error.stack ?? '', /noisy/);
      assert.equal(web.page(), page);
      const [rejection] = await Promise.all([
        page.waitForEvent('pageerror'),
        page.click('#reject'),
      ]);
      assert.equal(rejection.message, 'rejected on purpose');
    },
  },
  {
    name: 'a crash is reported and other tabs live on',
    async run({ context, page, newPage, site }) {
      const other = await newPage();
      await Promise.all([page.goto(`${site.a}/`), other.goto(`${site.b}/`)]);
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      session.send('Page.crash').catch(() => {});
      await crashed;
      await assert.rejects(
        page.evaluate(() => 1),
        /crash/i,
      );
      assert.equal(await other.title(), 'Home');
    },
  },
  {
    name: 'console of one tab is not heard in another',
    async run({ page, newPage }) {
      const other = await newPage();
      /** @type {string[]} */
      const heard = [];
      other.on('console', (message) => heard.push(message.text()));
      await Promise.all([page.waitForEvent('console'), page.evaluate(() => console.log('mine'))]);
      const last = other.waitForEvent('console');
      await other.evaluate(() => console.log('theirs'));
      await last;
      assert.deepEqual(heard, ['theirs']);
    },
  },
]);
