// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

export default playwright([
  {
    name: 'exposeFunction calls the client',
    async run({ page, site }) {
      await page.exposeFunction('add', (/** @type {number} */ a, /** @type {number} */ b) => a + b);
      await page.goto(`${site.a}/`);
      assert.equal(await page.evaluate('window.add(2, 3)'), 5);
      await page.reload();
      assert.equal(await page.evaluate('window.add(3, 4)'), 7);
      await page.goto(`${site.b}/`);
      assert.equal(await page.evaluate('window.add(4, 5)'), 9);
    },
  },
  {
    name: 'an exposed function that throws rejects in the page',
    async run({ page }) {
      await page.exposeFunction('fail', () => {
        throw new Error('client says no');
      });
      const said = await page.evaluate('window.fail().catch((error) => error.message)');
      assert.equal(said, 'client says no');
    },
  },
  {
    name: 'exposeBinding knows its page and frame',
    async run({ page, site }) {
      await page.exposeBinding('whereFrom', (source) => source.frame.url());
      await page.goto(`${site.a}/one-frame`);
      const frame = page.frame({ name: 'only' });
      await frame?.waitForLoadState();
      assert.equal(await frame?.evaluate('window.whereFrom()'), `${site.b}/framed`);
    },
  },
  {
    name: 'context functions serve every page',
    ownClient: true,
    async run({ context, page, newPage }) {
      await context.exposeFunction('shout', (/** @type {string} */ word) => word.toUpperCase());
      const other = await newPage();
      assert.equal(await page.evaluate("window.shout('a')"), 'A');
      assert.equal(await other.evaluate("window.shout('b')"), 'B');
    },
  },
  {
    name: 'addInitScript runs before the page, each time',
    async run({ page, site }) {
      await page.addInitScript((value) => Object.assign(window, { early: value }), 'bird');
      await page.route('**/second', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<script>document.title = window.early</script>',
        }),
      );
      await page.goto(`${site.a}/second`);
      assert.equal(await page.title(), 'bird');
      await page.reload();
      assert.equal(await page.title(), 'bird');
      await page.goto(`${site.b}/`);
      assert.equal(await page.evaluate('window.early'), 'bird');
    },
  },
  {
    name: 'context init scripts meet later pages',
    ownClient: true,
    async run({ context, newPage, site }) {
      await context.addInitScript('window.early = 1');
      const page = await newPage();
      await page.goto(`${site.a}/`);
      assert.equal(await page.evaluate('window.early'), 1);
    },
  },
  {
    name: 'script and style tags are added',
    async run({ page, site }) {
      await page.goto(`${site.a}/second`);
      await page.addScriptTag({ content: 'window.tagged = 5' });
      await page.addScriptTag({ url: `${site.a}/script.js` });
      await page.addStyleTag({ content: 'h1 { color: rgb(9, 8, 7) }' });
      assert.equal(await page.evaluate('window.tagged'), 5);
      assert.equal(await page.evaluate('typeof window.unused'), 'function');
      const colour = "getComputedStyle(document.querySelector('h1')).color";
      assert.equal(await page.evaluate(colour), 'rgb(9, 8, 7)');
    },
  },
  {
    name: 'the client stays unseen by the page',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const before = await page.evaluate(() => Object.keys(window).length);
      await page.getByRole('heading').click();
      assert.equal(await page.evaluate(() => Object.keys(window).length), before);
    },
  },
  {
    name: 'the clock can be set',
    async run({ page, site }) {
      await page.clock.install({ time: new Date('2020-02-02T02:02:02Z') });
      await page.goto(`${site.a}/`);
      const year = await page.evaluate(() => new Date().getUTCFullYear());
      assert.equal(year, 2020);
      await page.evaluate("setTimeout(() => { document.title = 'rang' }, 60_000); 0");
      await page.clock.fastForward(61_000);
      assert.equal(await page.title(), 'rang');
    },
  },
]);
