// The methods of a page and of a frame that take a selector first. As in Playwright, the first
// element that fits is meant, unless `strict` is asked for.

import { Scope } from './finding.js';
import { evaluateIn, firstHandle, waitForHandle } from './handle.js';
import { seal } from './inside.js';

/** By how many arguments stand between the selector and the options. */
const NAMES = {
  click: 0,
  dblclick: 0,
  hover: 0,
  focus: 0,
  check: 0,
  uncheck: 0,
  textContent: 0,
  innerText: 0,
  innerHTML: 0,
  inputValue: 0,
  isVisible: 0,
  isHidden: 0,
  isEnabled: 0,
  isDisabled: 0,
  isEditable: 0,
  isChecked: 0,
  fill: 1,
  type: 1,
  press: 1,
  setChecked: 1,
  selectOption: 1,
  setInputFiles: 1,
  getAttribute: 1,
  dispatchEvent: 2,
};

export class BySelector extends Scope {
  $(selector) {
    return firstHandle(this, selector);
  }

  $$(selector) {
    return this.locator(selector).elementHandles();
  }

  $eval(selector, script, argument) {
    return evaluateIn(this.locator(selector).first(), '$eval', script, argument);
  }

  $$eval(selector, script, argument) {
    return this.locator(selector).evaluateAll(script, argument);
  }

  waitForSelector(selector, options) {
    return waitForHandle(this, selector, options);
  }

  async dragAndDrop(source, target, options) {
    const from = one(this, source, options);
    await from.dragTo(one(this, target, options), options);
  }
}

for (const [name, between] of Object.entries(NAMES)) {
  Object.defineProperty(BySelector.prototype, name, {
    configurable: true,
    writable: true,
    async value(selector, ...rest) {
      return one(this, selector, rest[between])[name](...rest);
    },
  });
}

function one(scope, selector, options) {
  const locator = scope.locator(selector);
  return options?.strict ? locator : locator.first();
}

seal(BySelector);
