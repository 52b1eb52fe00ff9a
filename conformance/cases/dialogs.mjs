// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

export default playwright([
  {
    name: 'alert is shown to the client and accepted',
    async run({ page, site }) {
      await page.goto(`${site.a}/dialogs`);
      const shown = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.accept();
        return dialog;
      });
      await page.click('#alert');
      const dialog = await shown;
      assert.deepEqual([dialog.type(), dialog.message()], ['alert', 'careful']);
      assert.equal(await page.title(), 'Alerted');
    },
  },
  {
    name: 'confirm accepted and dismissed',
    async run({ page, site }) {
      await page.goto(`${site.a}/dialogs`);
      page.once('dialog', (dialog) => dialog.accept());
      await page.click('#confirm');
      assert.equal(await page.title(), 'true');
      page.once('dialog', (dialog) => dialog.dismiss());
      await page.click('#confirm');
      assert.equal(await page.title(), 'false');
    },
  },
  {
    name: 'prompt answered and dismissed',
    async run({ page, site }) {
      await page.goto(`${site.a}/dialogs`);
      let preset = '';
      page.once('dialog', async (dialog) => {
        preset = dialog.defaultValue();
        await dialog.accept('Ada 🐎');
      });
      await page.click('#prompt');
      assert.equal(preset, 'nobody');
      assert.equal(await page.title(), 'Ada 🐎');
      page.once('dialog', (dialog) => dialog.dismiss());
      await page.click('#prompt');
      assert.equal(await page.title(), 'null');
    },
  },
  {
    name: 'without a listener dialogs are dismissed',
    async run({ page, site }) {
      await page.goto(`${site.a}/dialogs`);
      await page.click('#confirm');
      assert.equal(await page.title(), 'false');
    },
  },
  {
    name: 'beforeunload stays or goes as the client says',
    async run({ page, site }) {
      await page.goto(`${site.a}/beforeunload`);
      await page.click('button');
      page.once('dialog', (dialog) => dialog.dismiss());
      await assert.rejects(page.goto(`${site.a}/second`), /ERR_ABORTED/);
      assert.equal(await page.title(), 'Unsaved');
      /** @type {string[]} */
      const types = [];
      page.once('dialog', (dialog) => {
        types.push(dialog.type());
        return dialog.accept();
      });
      await page.goto(`${site.a}/second`);
      assert.equal(await page.title(), 'Second');
      assert.deepEqual(types, ['beforeunload']);
    },
  },
  {
    name: 'close with runBeforeUnload asks',
    async run({ newPage, site }) {
      const page = await newPage();
      await page.goto(`${site.a}/beforeunload`);
      await page.click('button');
      const closed = page.waitForEvent('close');
      const asked = page.waitForEvent('dialog');
      await page.close({ runBeforeUnload: true });
      const dialog = await asked;
      assert.equal(dialog.type(), 'beforeunload');
      await dialog.accept();
      await closed;
    },
  },
  {
    name: 'a dialog of a cross-origin frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame`);
      const shown = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog.accept();
        return dialog.message();
      });
      await page.frameLocator('iframe').getByRole('button', { name: 'Alert' }).click();
      assert.equal(await shown, 'from a frame');
    },
  },
  {
    name: 'a dialog while another tab works on',
    async run({ page, newPage, site }) {
      await page.goto(`${site.a}/dialogs`);
      const other = await newPage();
      const asked = page.waitForEvent('dialog');
      const clicked = page.click('#confirm');
      const dialog = await asked;
      await other.goto(`${site.b}/second`);
      assert.equal(await other.title(), 'Second');
      await dialog.accept();
      await clicked;
      assert.equal(await page.title(), 'true');
    },
  },
]);
