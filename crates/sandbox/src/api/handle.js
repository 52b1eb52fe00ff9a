// An element that was found once, by its number: what Playwright's older methods give.

import { act } from './acting.js';
import { seal } from './inside.js';
import { Locator } from './locator.js';
import { make } from './making.js';
import { argumentsOf, sourceOf } from './scripts.js';

export class ElementHandle extends Locator {
  static label = 'element';

  constructor(tab, number) {
    super(tab, [{ by: 'number', number }], `number(${number})`);
  }

  async $(selector) {
    return firstHandle(this, selector);
  }

  async $$(selector) {
    return this.locator(selector).elementHandles();
  }

  async $eval(selector, script, argument) {
    return evaluateIn(this.locator(selector).first(), '$eval', script, argument);
  }

  async $$eval(selector, script, argument) {
    return this.locator(selector).evaluateAll(script, argument);
  }

  async waitForSelector(selector, options) {
    return waitForHandle(this, selector, options);
  }

  asElement() {
    return this;
  }

  async dispose() {}
}

/** The first that fits, or null; does not wait. */
export async function firstHandle(scope, selector) {
  const [handle] = await scope.locator(selector).first().elementHandles();
  return handle ?? null;
}

/** Does not wait either, but fails when there is none. */
export async function evaluateIn(locator, method, script, argument) {
  const params = {
    script: sourceOf(script, method),
    args: argumentsOf(argument, method),
  };
  return (await act(locator, method, 'eval', params)).value;
}

/** The element once it is so; null when it is to go away. */
export async function waitForHandle(scope, selector, options = {}) {
  const locator = scope.locator(selector).first();
  await locator.waitFor(options);
  const gone = options.state === 'hidden' || options.state === 'detached';
  return gone ? null : firstHandle(scope, selector);
}

make.handle = (tab, number) => new ElementHandle(tab, number);

seal(ElementHandle);
