// A page in a window without the focus: the browser holds focus events back there.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from './test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

async function loseFocus({ page }: KitPage): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
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
