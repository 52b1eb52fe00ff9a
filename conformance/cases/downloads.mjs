// @ts-check
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '../case.mjs';

const REPORT = 'a report\n'.repeat(100);

/**
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 */
async function downloadOf(page, selector) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click(selector)]);
  return download;
}

export default playwright([
  {
    name: 'the event names the file and its page',
    async run({ page, site }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, '#plain');
      assert.equal(download.suggestedFilename(), 'report.txt');
      assert.equal(download.url(), `${site.a}/file`);
      assert.equal(download.page(), page);
      assert.equal(await download.failure(), null);
    },
  },
  {
    name: 'saveAs puts the file where it was asked for',
    async run({ page, site, folder }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, '#plain');
      const path = join(folder, 'deep', 'saved.txt');
      await download.saveAs(path);
      assert.equal(readFileSync(path, 'utf8'), REPORT);
    },
  },
  {
    name: 'path and stream lead to the file',
    async run({ page, site }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, '#plain');
      assert.equal(readFileSync(await download.path(), 'utf8'), REPORT);
      const chunks = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk);
      assert.equal(Buffer.concat(chunks).toString(), REPORT);
    },
  },
  {
    name: 'delete takes the file away',
    async run({ page, site }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, '#plain');
      const path = await download.path();
      assert.equal(existsSync(path), true);
      await download.delete();
      assert.equal(existsSync(path), false);
    },
  },
  {
    name: 'the download attribute names the file',
    async run({ page, site }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, '#named');
      assert.equal(download.suggestedFilename(), 'named.json');
      assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')).answer, 42);
    },
  },
  {
    name: 'a file made by the page',
    async run({ page, site }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, 'button');
      assert.equal(download.suggestedFilename(), 'blob.txt');
      assert.equal(readFileSync(await download.path(), 'utf8'), 'from a blob');
    },
  },
  {
    name: 'a file of another site',
    async run({ page, site }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, '#cross');
      assert.equal(download.url(), `${site.b}/file`);
      assert.equal(readFileSync(await download.path(), 'utf8'), REPORT);
    },
  },
  {
    name: 'goto of a file says that a download starts',
    async run({ page, site }) {
      const starting = page.waitForEvent('download');
      await assert.rejects(page.goto(`${site.a}/file`), /Download is starting/);
      assert.equal(readFileSync(await (await starting).path(), 'utf8'), REPORT);
    },
  },
  {
    name: 'two downloads at once keep apart',
    async run({ page, newPage, site }) {
      const other = await newPage();
      await Promise.all([page.goto(`${site.a}/downloads`), other.goto(`${site.b}/downloads`)]);
      const [first, second] = await Promise.all([
        downloadOf(page, '#plain'),
        downloadOf(other, 'button'),
      ]);
      assert.equal(readFileSync(await first.path(), 'utf8'), REPORT);
      assert.equal(readFileSync(await second.path(), 'utf8'), 'from a blob');
      assert.deepEqual([first.page(), second.page()], [page, other]);
    },
  },
  {
    name: 'a download can be cancelled',
    async run({ page, site }) {
      await page.goto(`${site.a}/downloads`);
      const download = await downloadOf(page, '#held');
      await site.held('download');
      await download.cancel();
      assert.equal(await download.failure(), 'canceled');
    },
  },
]);
