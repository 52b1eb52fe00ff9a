import assert from 'node:assert/strict';
import { test } from 'node:test';

import { describe, run } from './bed/bed.mjs';

test('what is missing says so, and what to use instead', () => {
  const { page, context, browser, expect } = run();
  for (const [use, word] of [
    [
      () => page.route('**', () => 1),
      'page.route is not available here. Requests of the person’s browser are not changed.',
    ],
    [() => page.clock.install(), 'page.clock is not available here. The person’s own browser'],
    [() => page.clik('#a'), 'page.clik is not available here. Nearest: page.click().'],
    [
      () => page.getByRoles('x'),
      'page.getByRoles is not available here. Nearest: page.getByRole(),',
    ],
    [() => page.frames(), 'page.frames is not available here. Use await page.childFrames()'],
    [
      () => page.zzzzzzzzzzzzzzzzzzzzzzz,
      'page.zzzzzzzzzzzzzzzzzzzzzzz is not available here. See the guide',
    ],
    [
      () => page.keyboard.pres('a'),
      'keyboard.pres is not available here. Nearest: keyboard.press().',
    ],
    [() => page.mouse.drag(), 'mouse.drag is not available here.'],
    [
      () => page.locator('a').highlight(),
      'locator.highlight is not available here. Use locator.screenshot()',
    ],
    [
      () => page.locator('a').clicks(),
      'locator.clicks is not available here. Nearest: locator.click()',
    ],
    [
      () => page.frameLocator('a').evaluate(),
      'frameLocator.evaluate is not available here. Use frameLocator.locator',
    ],
    [
      () => page.mainFrame().setContent(''),
      'frame.setContent is not available here. Use page.goto(',
    ],
    [() => context.cookies(), 'context.cookies is not available here. Cookies are the person’s.'],
    [() => browser.newContext(), 'browser.newContext is not available here. There is one context'],
    [() => browser.version(), 'browser.version is not available here. Use page.evaluate'],
    [() => expect.soft(1), 'expect.soft is not available here. Use expect()'],
    [() => expect.pol(1), 'expect.pol is not available here. Nearest: expect.poll()'],
    [() => expect(1).toBeAwesome(), 'matcher.toBeAwesome is not available here.'],
    [
      () => expect(page.locator('a')).toHaveScreenshot(),
      'matcher.toHaveScreenshot is not available here. Use page.screenshot()',
    ],
    [() => expect(page.locator('a')).toBe(1), 'matcher.toBe is not available here.'],
  ]) {
    assert.throws(use, (error) => {
      assert.ok(error.message.startsWith(word), error.message);
      return error.code === 'unsupported';
    });
  }
});

test('what the language itself looks for is simply not there', async () => {
  const { page, context, browser, expect } = run();
  for (const one of [page, context, browser, page.keyboard, page.locator('a'), expect, expect(1)]) {
    assert.equal(await one, one);
    assert.equal(one.then, undefined);
    assert.equal(one[Symbol.iterator], undefined);
    assert.equal(typeof one.hasOwnProperty, 'function');
    assert.doesNotThrow(() => JSON.stringify(one));
  }
  assert.equal(describe(page.keyboard), '[keyboard]');
  assert.equal(describe(5), 5);
});

test('no script changes what the next one finds', () => {
  const { page, expect } = run();
  for (const one of [
    page,
    page.locator('a'),
    expect,
    page.constructor,
    page.constructor.prototype,
    Object.getPrototypeOf(page.constructor),
  ]) {
    assert.equal(Object.isFrozen(one), true);
  }
  for (let at = Object.getPrototypeOf(page); at !== null; at = Object.getPrototypeOf(at)) {
    if (at.constructor?.label !== undefined)
      assert.equal(Object.isFrozen(at), true, at.constructor.name);
    if (at.constructor?.name === 'Guarded') break;
  }
});
