// @ts-check
import assert from 'node:assert/strict';
import { playwright } from '../case.mjs';

/**
 * The frame of that name, once its document is there.
 * @param {import('playwright-core').Page} page
 * @param {string} name
 */
async function frameNamed(page, name) {
  const frame = page.frame({ name });
  if (!frame) throw new Error(`no frame named ${name}`);
  await frame.waitForLoadState();
  return frame;
}

/** @param {import('playwright-core').Frame} frame */
const origin = (frame) => frame.evaluate(() => location.origin);

export default playwright([
  {
    name: 'a same-origin frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/frames`);
      const frame = await frameNamed(page, 'same');
      assert.equal(await origin(frame), site.a);
      assert.equal(await frame.textContent('#text'), 'framed');
      assert.equal(frame.parentFrame(), page.mainFrame());
    },
  },
  {
    name: 'a cross-origin frame and one nested in it',
    async run({ page, site }) {
      await page.goto(`${site.a}/frames`);
      const cross = await frameNamed(page, 'cross');
      assert.equal(await origin(cross), site.b);
      const inner = await frameNamed(page, 'inner');
      assert.equal(await origin(inner), site.a);
      assert.equal(inner.parentFrame(), cross);
      assert.deepEqual(cross.childFrames(), [inner]);
      assert.equal(page.frames().length, 4);
    },
  },
  {
    name: 'clicks and keys reach a cross-origin frame and the one inside',
    async run({ page, site }) {
      await page.goto(`${site.a}/frames`);
      const cross = page.frameLocator('[name=cross]');
      await cross.getByRole('button', { name: 'Count' }).click();
      assert.equal(await cross.getByRole('button').innerText(), 'Counted true');
      const field = cross.frameLocator('[name=inner]').locator('#field');
      await field.pressSequentially('deep');
      assert.equal(await field.inputValue(), 'deep');
      await cross.locator('#field').fill('outer');
      assert.equal(await cross.locator('#field').inputValue(), 'outer');
    },
  },
  {
    name: 'after a reload the cross-origin frames answer again',
    async run({ page, site }) {
      await page.goto(`${site.a}/frames`);
      await frameNamed(page, 'inner');
      for (let i = 0; i < 3; i++) {
        await page.reload();
        assert.equal(page.frames().length, 4);
        assert.equal(await origin(await frameNamed(page, 'cross')), site.b);
        assert.equal(await origin(await frameNamed(page, 'inner')), site.a);
      }
    },
  },
  {
    name: 'a frame that goes to another site and back',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame?src=/framed`);
      const frame = await frameNamed(page, 'only');
      assert.equal(await origin(frame), site.a);
      // Not frame.goto: Playwright fails that itself when the frame leaves its process.
      const leave = (/** @type {string} */ url) => void setTimeout(() => location.assign(url));
      await frame.evaluate(leave, `${site.b}/framed`);
      await frame.waitForURL(`${site.b}/framed`);
      assert.equal(await origin(frame), site.b);
      await frame.fill('#field', 'there');
      await frame.evaluate(leave, `${site.a}/framed`);
      await frame.waitForURL(`${site.a}/framed`);
      assert.equal(await origin(frame), site.a);
      assert.equal(page.frames().length, 2);
    },
  },
  {
    name: 'frames come and go',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      const attached = page.waitForEvent('frameattached');
      const add = (/** @type {string} */ src) => {
        const frame = document.createElement('iframe');
        frame.src = src;
        document.body.append(frame);
      };
      await page.evaluate(add, `${site.b}/framed`);
      const frame = await attached;
      await frame.waitForURL(`${site.b}/framed`);
      assert.equal(await frame.textContent('#text'), 'framed');
      const detached = page.waitForEvent('framedetached');
      await page.evaluate(() => document.querySelector('iframe')?.remove());
      assert.equal(await detached, frame);
      assert.equal(frame.isDetached(), true);
      assert.equal(page.frames().length, 1);
    },
  },
  {
    name: 'a frame with its document inline',
    async run({ page }) {
      await page.setContent('<iframe srcdoc="<p>inline</p>"></iframe>');
      assert.equal(await page.frameLocator('iframe').locator('p').innerText(), 'inline');
    },
  },
  {
    name: 'a sandboxed frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.setContent(`<iframe sandbox="allow-scripts" src="${site.a}/framed"></iframe>`);
      const text = page.frameLocator('iframe').locator('#text');
      assert.equal(await text.evaluate(() => self.origin), 'null');
    },
  },
  {
    name: 'the frame element knows its content',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame`);
      const element = await page.waitForSelector('iframe');
      const frame = await element.contentFrame();
      assert.equal(frame?.name(), 'only');
      const owner = await frame?.frameElement();
      assert.equal(await owner?.getAttribute('name'), 'only');
    },
  },
  {
    name: 'console and errors of a cross-origin frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/one-frame`);
      const frame = await frameNamed(page, 'only');
      const [message] = await Promise.all([
        page.waitForEvent('console'),
        frame.evaluate(() => console.warn('from the frame')),
      ]);
      assert.equal(message.text(), 'from the frame');
      const [error] = await Promise.all([
        page.waitForEvent('pageerror'),
        frame.evaluate(() => void setTimeout(() => Promise.reject(new Error('framed error')))),
      ]);
      assert.equal(error.message, 'framed error');
    },
  },
  {
    name: 'init scripts and bindings reach cross-origin frames',
    async run({ page, site }) {
      await page.addInitScript(() => Object.assign(window, { mark: location.origin }));
      await page.exposeFunction('double', (/** @type {number} */ n) => n * 2);
      await page.goto(`${site.a}/frames`);
      const cross = await frameNamed(page, 'cross');
      const inner = await frameNamed(page, 'inner');
      assert.equal(await cross.evaluate('window.mark'), site.b);
      assert.equal(await inner.evaluate('window.mark'), site.a);
      assert.equal(await cross.evaluate('window.double(4)'), 8);
      assert.equal(await inner.evaluate('window.double(5)'), 10);
    },
  },
  {
    name: 'an aria snapshot of a cross-origin frame',
    async run({ page, site }) {
      await page.goto(`${site.a}/frames`);
      const snapshot = await page.frameLocator('[name=cross]').locator('body').ariaSnapshot();
      assert.match(snapshot, /heading "Nest"/);
      assert.match(snapshot, /button "Count"/);
    },
  },
  {
    name: 'a CDP session of a cross-origin frame',
    async run({ context, page, site }) {
      await page.goto(`${site.a}/one-frame`);
      const session = await context.newCDPSession(await frameNamed(page, 'only'));
      const said = await session.send('Runtime.evaluate', { expression: 'location.origin' });
      assert.equal(said.result.value, site.b);
    },
  },
  {
    name: 'ten cross-origin frames in one page',
    async run({ page, site }) {
      await page.goto(`${site.a}/`);
      await page.setContent(`<iframe src="${site.b}/framed"></iframe>`.repeat(10));
      const texts = page
        .frames()
        .slice(1)
        .map((frame) => frame.textContent('#text'));
      assert.deepEqual(await Promise.all(texts), Array(10).fill('framed'));
    },
  },
]);
