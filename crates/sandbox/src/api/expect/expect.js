// `expect(…)`: of a locator, a page, a response, or any other value.

import { badArgument, kindOf } from '../errors.js';
import { isLocator } from '../finding.js';
import { inside, seal } from '../inside.js';
import { missing } from '../missing.js';
import { Response } from '../network.js';
import { Page } from '../page.js';
import { asymmetric } from './asymmetric.js';
import { LocatorMatchers, PageMatchers } from './retrying.js';
import { failure } from './showing.js';
import { PollMatchers, ValueMatchers } from './values.js';

export class ResponseMatchers extends ValueMatchers {
  async toBeOK() {
    const { actual, not, message } = inside(this);
    if (actual.ok() !== Boolean(not)) return;
    throw failure({
      message,
      of: 'response',
      not,
      call: 'toBeOK()',
      expected: 'a status from 200 to 299',
      received: `${actual.status()} of ${actual.url()}`,
    });
  }
}

seal(ResponseMatchers);

function expectOf(actual, message) {
  const expectation = { actual, message: message?.message ?? message, not: false };
  if (isLocator(actual)) return new LocatorMatchers(expectation);
  if (actual instanceof Page) return new PageMatchers(expectation);
  if (actual instanceof Response) return new ResponseMatchers(expectation);
  return new ValueMatchers(expectation);
}

function poll(obtain, options = {}) {
  if (typeof obtain !== 'function') {
    throw badArgument(`expect.poll takes a function, not ${kindOf(obtain)}`);
  }
  const { timeout, intervals, message } =
    typeof options === 'string' ? { message: options } : options;
  return new PollMatchers({ obtain, timeout, intervals, message, not: false });
}

const parts = Object.freeze({ poll, ...asymmetric });

export const expect = new Proxy(Object.freeze(Object.assign(expectOf, parts)), {
  get(target, name, receiver) {
    if (typeof name === 'symbol' || name in target) return Reflect.get(target, name, receiver);
    if (name === 'then' || name === 'toJSON') return undefined;
    throw missing('expect', name, Object.keys(parts));
  },
});
