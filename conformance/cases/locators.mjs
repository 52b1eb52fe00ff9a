// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

export default playwright([
  {
    name: 'by role, text, label, placeholder, alt, title and test id',
    async run({ page, site }) {
      await page.goto(`${site.a}/aria`);
      assert.equal(await page.getByRole('link', { name: 'Next' }).getAttribute('href'), '/second');
      assert.equal(await page.getByText('hint').count(), 1);
      assert.equal(await page.getByAltText('A red apple').count(), 1);
      assert.equal(await page.getByTitle('Hint').innerText(), 'hint');
      assert.equal(await page.getByLabel('Gift').isChecked(), true);
      await page.goto(`${site.a}/form`);
      assert.equal(await page.getByPlaceholder('Your name').getAttribute('id'), 'name');
      await page.goto(`${site.a}/late`);
      assert.equal(await page.getByTestId('arrived').innerText(), 'Arrived');
    },
  },
  {
    name: 'filter, nth, and chained locators',
    async run({ page, site }) {
      await page.goto(`${site.a}/aria`);
      const pear = page.locator('#cart li').filter({ hasText: 'Pear' });
      await pear.getByRole('button').click();
      assert.equal(await page.evaluate('window.clicked'), 'Remove');
      assert.match(await page.locator('#cart li').nth(1).innerText(), /^Pear/);
      assert.equal(await page.locator('#cart li').count(), 2);
      const texts = await page.locator('nav li').allInnerTexts();
      assert.deepEqual(texts, ['Home', 'Next']);
    },
  },
  {
    name: 'through an open shadow root',
    async run({ page, site }) {
      await page.goto(`${site.a}/aria`);
      await page.getByRole('button', { name: 'In the shadow' }).click();
      assert.equal(await page.evaluate('window.clicked'), 'In the shadow');
    },
  },
  {
    name: 'an ambiguous locator is refused',
    async run({ page, site }) {
      await page.goto(`${site.a}/aria`);
      await assert.rejects(page.getByRole('button', { name: 'Remove' }).click(), /strict mode/);
    },
  },
  {
    name: 'click waits until the button is enabled',
    async run({ page, site }) {
      await page.goto(`${site.a}/late`);
      await page.click('#late');
      assert.equal(await page.title(), 'Clicked');
    },
  },
  {
    name: 'waits for attached, hidden and detached',
    async run({ page, site }) {
      await page.goto(`${site.a}/late`, { waitUntil: 'commit' });
      await Promise.all([
        page.getByText('Arrived').waitFor(),
        page.locator('#gone').waitFor({ state: 'detached' }),
        page.locator('#never').waitFor({ state: 'hidden' }),
      ]);
    },
  },
  {
    name: 'waitForFunction follows the page over a navigation',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const second = page.waitForFunction(() => document.title === 'Second');
      await page.click('#next');
      await second;
    },
  },
  {
    name: 'an action on what never comes times out with its log',
    async run({ page, site }) {
      await page.goto(`${site.a}/mouse`);
      const doomed = page.click('#disabled', { timeout: 2_000 });
      await assert.rejects(doomed, /Timeout 2000ms exceeded[\s\S]*not enabled/);
    },
  },
  {
    name: 'ariaSnapshot names the page',
    async run({ page, site }) {
      await page.goto(`${site.a}/aria`);
      const snapshot = await page.locator('body').ariaSnapshot();
      for (const part of [
        '- navigation "Main"',
        '- heading "Shop" [level=1]',
        '- checkbox "Gift" [checked]',
        '- button "In the shadow"',
      ]) {
        assert.ok(snapshot.includes(part), `${part} is not in\n${snapshot}`);
      }
      assert.equal(snapshot.includes('Secret'), false);
    },
  },
  {
    name: 'evaluate takes and gives values of every kind',
    async run({ page }) {
      const values = [null, 0, -0, NaN, Infinity, 'é🐎', true, [1, [2]], { deep: { date: 1 } }];
      assert.deepEqual(await page.evaluate((given) => given, values), values);
      assert.equal(await page.evaluate(() => 10n ** 20n), 10n ** 20n);
      const date = await page.evaluate(() => new Date(5));
      assert.equal(date.getTime(), 5);
      assert.equal(await page.evaluate(async () => 'later'), 'later');
    },
  },
  {
    name: 'evaluate passes on what was thrown',
    async run({ page }) {
      const thrown = page.evaluate(() => {
        throw new RangeError('too far');
      });
      await assert.rejects(thrown, /RangeError: too far/);
      await assert.rejects(page.evaluate('this is not a program'), /SyntaxError/);
    },
  },
  {
    name: 'handles keep what they point to',
    async run({ page, site }) {
      await page.goto(`${site.a}/aria`);
      const list = await page.evaluateHandle(() => document.querySelectorAll('#cart li'));
      const length = await list.getProperty('length');
      assert.equal(await length.jsonValue(), 2);
      const item = await page.$('#cart li');
      const same = await list.evaluate((all, one) => all[0] === one, item);
      assert.equal(same, true);
      await list.dispose();
      await assert.rejects(list.jsonValue());
    },
  },
  {
    name: 'a hundred evaluates at once keep their answers apart',
    async run({ page }) {
      const asked = Array.from({ length: 100 }, (_, i) => page.evaluate((n) => n * 2, i));
      assert.deepEqual(
        await Promise.all(asked),
        asked.map((_, i) => i * 2),
      );
    },
  },
  {
    name: 'ten megabytes come back whole',
    async run({ page }) {
      const text = await page.evaluate(() => 'ž'.repeat(5 * 1024 * 1024));
      assert.equal(text.length, 5 * 1024 * 1024);
      assert.equal(text.replaceAll('ž', ''), '');
    },
  },
  {
    name: 'bounding boxes and visibility',
    async run({ page, site }) {
      await page.goto(`${site.a}/tall`);
      const box = await page.locator('#box').boundingBox();
      assert.deepEqual(box, { x: 50, y: 2500, width: 120, height: 80 });
      await page.locator('#box').scrollIntoViewIfNeeded();
      assert.ok(((await page.locator('#box').boundingBox())?.y ?? 9999) < 2000);
      assert.equal(await page.isVisible('#box'), true);
    },
  },
]);
