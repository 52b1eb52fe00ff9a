// A page in a window without the focus: the browser holds focus events back there. In a browser of
// its own, because the focus goes to another window whenever one closes, and other tests close them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium, type Chromium } from './test-env/chromium';
import { createTestEnv, type TestEnv, type KitPage } from './test-env/test-env';

let chromium: Chromium;
let env: TestEnv;
beforeAll(async () => {
  chromium = await startChromium();
  env = await createTestEnv(chromium.url);
});
afterAll(async () => {
  await env.close();
  await chromium.stop();
});

async function loseFocus({ page }: KitPage): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  // Once it has had the focus, no late word of the browser can give it back.
  await page.bringToFront();
  await page.waitForFunction('document.hasFocus()');
  const other = await page.context().newPage();
  await other.bringToFront();
  await page.waitForFunction('!document.hasFocus()');
}

test('typing there tells focus, keys and, when it is left, change and blur', async () => {
  const page = await env.open(`<input id=i><button id=b>B</button><script>log = [];
    for (const t of ['focus','focusin','input','change','blur','focusout'])
      i.addEventListener(t, () => log.push(t))</script>`);
  await loseFocus(page);
  const perform = (selector: string, action: Parameters<typeof page.ask<'perform'>>[1]['action']) =>
    page.ask('perform', { target: { selector }, action, timeoutMs: 1000, force: false });
  await perform('#i', { type: 'type', text: 'a', clear: false });
  await perform('#b', { type: 'click', button: 'left', count: 1, holdMs: 0, modifiers: [] });
  expect(await page.page.evaluate('log')).toEqual(
    'focus focusin input change blur focusout'.split(' '),
  );
  expect(await page.page.evaluate('document.activeElement.id')).toBe('b');
  await page.close();
});
