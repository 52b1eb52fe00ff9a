// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '../case.mjs';
import { pixel, pngSize } from '../pixels.mjs';

export default playwright([
  {
    name: 'the page, as large as its viewport',
    async run({ page, site }) {
      await page.setViewportSize({ width: 640, height: 480 });
      await page.goto(`${site.a}/tall`);
      const png = await page.screenshot();
      assert.deepEqual(pngSize(png), { width: 640, height: 480 });
      assert.equal(await pixel(page, png, 320, 240), '0,128,0,255');
    },
  },
  {
    name: 'the page as it is, without a viewport of the client',
    async run({ page, site }) {
      await page.goto(`${site.a}/tall`);
      const png = await page.screenshot();
      const inner = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      const { width, height } = pngSize(png);
      const scale = await page.evaluate(() => devicePixelRatio);
      assert.ok(Math.abs(width - inner.width * scale) <= 20, `${width} for ${inner.width}`);
      assert.ok(Math.abs(height - inner.height * scale) <= 20, `${height} for ${inner.height}`);
      assert.equal(await pixel(page, png, 5, 5), '0,128,0,255');
    },
  },
  {
    name: 'the full page',
    async run({ page, site }) {
      await page.setViewportSize({ width: 640, height: 480 });
      await page.goto(`${site.a}/tall`);
      const png = await page.screenshot({ fullPage: true });
      const { width, height } = pngSize(png);
      assert.equal(height, 4000);
      assert.ok(width > 600 && width <= 640, `${width} is not 640 less a scroll bar`);
      assert.equal(await pixel(page, png, 100, 2540), '255,0,0,255');
      assert.equal(await pixel(page, png, 100, 3990), '0,0,255,255');
      assert.deepEqual(page.viewportSize(), { width: 640, height: 480 });
    },
  },
  {
    name: 'an element far down',
    async run({ page, site }) {
      await page.setViewportSize({ width: 640, height: 480 });
      await page.goto(`${site.a}/tall`);
      const png = await page.locator('#box').screenshot();
      assert.deepEqual(pngSize(png), { width: 120, height: 80 });
      assert.equal(await pixel(page, png, 60, 40), '255,0,0,255');
    },
  },
  {
    name: 'a clip',
    async run({ page, site }) {
      await page.setViewportSize({ width: 640, height: 480 });
      await page.goto(`${site.a}/tall`);
      const png = await page.screenshot({ clip: { x: 10, y: 20, width: 33, height: 44 } });
      assert.deepEqual(pngSize(png), { width: 33, height: 44 });
    },
  },
  {
    name: 'a JPEG into a file',
    async run({ page, site, folder }) {
      const path = join(folder, 'shot.jpg');
      await page.goto(`${site.a}/tall`);
      await page.screenshot({ path, type: 'jpeg', quality: 50 });
      assert.deepEqual([...readFileSync(path).subarray(0, 3)], [0xff, 0xd8, 0xff]);
    },
  },
  {
    name: 'a transparent background',
    async run({ page }) {
      await page.setContent('<p>nothing behind</p>');
      const png = await page.screenshot({ omitBackground: true });
      assert.equal(await pixel(page, png, 300, 200), '0,0,0,0');
    },
  },
  {
    name: 'a masked element',
    async run({ page, site }) {
      await page.goto(`${site.a}/tall`);
      await page.evaluate(() => scrollTo(0, 2400));
      const mask = [page.locator('#box')];
      const png = await page.screenshot({ mask, maskColor: '#0000ff' });
      assert.equal(await pixel(page, png, 100, 140), '0,0,255,255');
    },
  },
  {
    name: 'a tab that is not in front',
    async run({ page, newPage, site }) {
      await page.goto(`${site.a}/tall`);
      const front = await newPage();
      await front.goto(`${site.a}/`);
      await front.bringToFront();
      const png = await page.screenshot();
      assert.equal(await pixel(page, png, 5, 5), '0,128,0,255');
      assert.ok((await front.screenshot()).length > 100);
    },
  },
  {
    name: 'three tabs at once',
    async run({ page, newPage, site }) {
      const pages = [page, await newPage(), await newPage()];
      await Promise.all(pages.map((each) => each.goto(`${site.a}/tall`)));
      const shots = await Promise.all(pages.map((each) => each.screenshot({ fullPage: true })));
      for (const shot of shots) assert.equal(pngSize(shot).height, 4000);
    },
  },
  {
    name: 'an element inside a cross-origin frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame`);
      const box = page.frameLocator('iframe').locator('#box');
      const png = await box.screenshot();
      assert.deepEqual(pngSize(png), { width: 60, height: 40 });
      assert.equal(await pixel(page, png, 30, 20), '255,0,0,255');
    },
  },
  {
    name: 'PDF',
    async run({ page, site, folder }) {
      await page.goto(`${site.a}/tall`);
      const path = join(folder, 'page.pdf');
      const pdf = await page.pdf({ path, format: 'A4' });
      assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
      assert.equal(readFileSync(path).length, pdf.length);
      assert.ok((pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0) >= 3);
    },
  },
]);
