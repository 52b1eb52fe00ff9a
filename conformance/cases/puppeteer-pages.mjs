// @ts-check
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { puppeteer } from '../case.mjs';
import { pngSize } from '../pixels.mjs';

/**
 * @param {import('puppeteer-core').Page} page
 * @param {string} selector
 * @returns {Promise<import('puppeteer-core').Page>}
 */
async function popupOf(page, selector) {
  const opened = new Promise((resolve) => page.once('popup', resolve));
  await page.click(selector);
  return opened;
}

export default puppeteer([
  {
    name: 'version and user agent',
    async run({ browser }) {
      assert.match(await browser.version(), /Chrom\w*\/\d+\./);
      assert.match(await browser.userAgent(), /Mozilla/);
    },
  },
  {
    name: 'goto, reload, back and evaluate',
    async run({ page, site }) {
      const response = await page.goto(`${site.a}/`);
      assert.equal(response?.status(), 200);
      assert.equal(await page.title(), 'Home');
      await page.reload();
      await page.goto(`${site.b}/second`);
      assert.equal(await page.evaluate(() => location.origin), site.b);
      await page.goBack();
      assert.equal(await page.evaluate(() => location.origin), site.a);
    },
  },
  {
    name: 'pages lists every tab, and a closed one goes',
    async run({ browser, page, newPage, site }) {
      await page.goto(`${site.a}/second`);
      const other = await newPage();
      const pages = await browser.pages();
      assert.ok(pages.includes(page) && pages.includes(other));
      await other.close();
      assert.equal((await browser.pages()).includes(other), false);
    },
  },
  {
    name: 'click, type and keys',
    async run({ page, site }) {
      await page.goto(`${site.a}/form`);
      await page.type('#name', 'Ada');
      await page.click('#agree');
      await page.select('#fruit', 'p');
      const values = "[document.querySelector('#name').value, agree.checked, fruit.value]";
      assert.deepEqual(await page.evaluate(values), ['Ada', true, 'p']);
      await page.focus('#name');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      assert.equal(new URL(page.url()).pathname, '/echo');
    },
  },
  {
    name: 'double click, hover and drag by mouse',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      await page.click('#target', { count: 2 });
      assert.equal(await page.evaluate('seen.at(-1)'), 'dblclick,target,0,2,false,true');
      await page.hover('#hover');
      const colour = "getComputedStyle(document.querySelector('#hover')).backgroundColor";
      assert.equal(await page.evaluate(colour), 'rgb(1, 2, 3)');
      await page.goto(`${site.a}/drag`);
      await page.mouse.move(10, 310);
      await page.mouse.down();
      await page.mouse.move(110, 310, { steps: 5 });
      await page.mouse.up();
      assert.equal(await page.evaluate("document.querySelector('#knob').offsetLeft"), 100);
    },
  },
  {
    name: 'locators wait and fill',
    async run({ page, site }) {
      await page.goto(`${site.a}/late`);
      await page.locator('#late').click();
      await page.waitForFunction(() => document.title === 'Clicked');
      await page.goto(`${site.a}/form`);
      await page.locator('#name').fill('filled');
      assert.equal(await page.$eval('#name', (field) => 'value' in field && field.value), 'filled');
      await page.waitForSelector('::-p-aria(Send)');
      await page.waitForSelector('::-p-text(I agree)');
    },
  },
  {
    name: 'upload',
    async run({ page, site, folder }) {
      const file = join(folder, 'up.txt');
      writeFileSync(file, 'upload');
      await page.goto(`${site.a}/form`);
      const [chooser] = await Promise.all([page.waitForFileChooser(), page.click('#files')]);
      await chooser.accept([file]);
      assert.equal(await page.evaluate('files.files[0].text()'), 'upload');
    },
  },
  {
    name: 'screenshots: page, full, clip and element',
    async run({ page, site }) {
      await page.setViewport({ width: 500, height: 400 });
      await page.goto(`${site.a}/tall`);
      assert.deepEqual(pngSize(await page.screenshot()), { width: 500, height: 400 });
      assert.equal(pngSize(await page.screenshot({ fullPage: true })).height, 4000);
      const clip = { x: 0, y: 0, width: 30, height: 40 };
      assert.deepEqual(pngSize(await page.screenshot({ clip })), { width: 30, height: 40 });
      const box = await page.$('#box');
      assert.deepEqual(pngSize((await box?.screenshot()) ?? Buffer.alloc(0)), {
        width: 120,
        height: 80,
      });
    },
  },
  {
    name: 'a screenshot of a tab that is not in front',
    async run({ page, newPage, site }) {
      await page.goto(`${site.a}/tall`);
      const front = await newPage();
      await front.bringToFront();
      assert.ok((await page.screenshot()).length > 100);
    },
  },
  {
    name: 'PDF',
    async run({ page, site }) {
      await page.goto(`${site.a}/second`);
      assert.equal(Buffer.from(await page.pdf()).toString('latin1', 0, 5), '%PDF-');
    },
  },
  {
    name: 'same- and cross-origin frames, nested',
    async run({ page, site }) {
      await page.goto(`${site.a}/frames`);
      const frame = await page.waitForFrame((each) => each.url() === `${site.b}/nest`);
      assert.equal(await frame.evaluate(() => location.origin), site.b);
      const inner = await page.waitForFrame((each) => each.parentFrame() === frame);
      await inner.waitForSelector('#text');
      assert.equal(await inner.evaluate(() => location.origin), site.a);
      const button = await frame.waitForSelector('button');
      await button?.click();
      assert.equal(await frame.$eval('button', (each) => each.textContent), 'Counted true');
      assert.equal(page.frames().length, 4);
    },
  },
  {
    name: 'cross-origin frames after a reload',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame`);
      for (let i = 0; i < 3; i++) {
        await page.reload();
        const frame = await page.waitForFrame((each) => each.url() === `${site.b}/framed`);
        assert.equal(await frame.evaluate(() => location.origin), site.b);
      }
    },
  },
  {
    name: 'popups with their opener',
    async run({ page, site }) {
      await page.goto(`${site.a}/popups`);
      for (const selector of ['#open', '#link']) {
        const popup = await popupOf(page, selector);
        await popup.waitForFunction(() => document.title === 'Second');
        assert.equal(popup.target().opener(), page.target());
        await popup.close();
      }
    },
  },
  {
    name: 'dialogs',
    async run({ page, site }) {
      await page.goto(`${site.a}/dialogs`);
      page.once('dialog', (dialog) => void dialog.accept('Eve'));
      await page.click('#prompt');
      assert.equal(await page.title(), 'Eve');
    },
  },
  {
    name: 'a new context is isolated',
    async run({ browser, site }) {
      const apart = await browser.createBrowserContext();
      const page = await apart.newPage();
      await page.goto(`${site.a}/`);
      assert.deepEqual(await apart.cookies(), []);
      assert.equal(await page.evaluate(() => localStorage.length), 0);
      await apart.close();
    },
  },
  {
    name: 'emulation: viewport, media, user agent and time zone',
    async run({ page, site }) {
      await page.setViewport({ width: 345, height: 234 });
      await page.setUserAgent({ userAgent: 'Conformance/3' });
      await page.emulateTimezone('Asia/Tokyo');
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
      await page.goto(`${site.a}/`);
      const seen = await page.evaluate(() => [
        innerWidth,
        navigator.userAgent,
        Intl.DateTimeFormat().resolvedOptions().timeZone,
        matchMedia('(prefers-color-scheme: dark)').matches,
      ]);
      assert.deepEqual(seen, [345, 'Conformance/3', 'Asia/Tokyo', true]);
    },
  },
  {
    name: 'the accessibility tree',
    async run({ page, site }) {
      await page.goto(`${site.a}/aria`);
      const tree = await page.accessibility.snapshot();
      const names = JSON.stringify(tree);
      assert.match(names, /"role":"heading"[^{}]*"name":"Shop"/);
      assert.match(names, /In the shadow/);
    },
  },
]);
