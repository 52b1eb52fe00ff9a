// Expectations of pages and elements, looked at again until they are met.

import { addressTest } from '../addresses.js';
import { inside, keep, seal } from '../inside.js';
import { Guarded } from '../missing.js';
import { address } from '../navigating.js';
import { until } from '../polling.js';
import { ELEMENT_TESTS } from './element-tests.js';
import { failure, shown } from './showing.js';
import { textFits } from './texts.js';

const TIMEOUT_MS = 5_000;
const WAITS_MS = [50, 100, 250, 500, 1_000];
/** Between two pages there is nobody to ask. */
const PASSING = new Set(['page-failed', 'element-gone']);

const PAGE_TESTS = {
  toHaveURL: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    async test(page, [expected], { ignoreCase }) {
      const { tab } = inside(page);
      const url = await address(tab, 'expect(page).toHaveURL');
      const fold = (text) => (ignoreCase && typeof text === 'string' ? text.toLowerCase() : text);
      const fits =
        typeof expected === 'function'
          ? (one) => expected(new URL(one))
          : addressTest(fold(expected), url, 'toHaveURL');
      return { pass: Boolean(fits(fold(url))), received: shown(url) };
    },
  },
  toHaveTitle: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    async test(page, [expected], options) {
      const title = await page.title();
      return { pass: textFits(title, expected, options), received: shown(title) };
    },
  },
};

export class LocatorMatchers extends Guarded {
  static label = 'matcher';

  constructor(expectation) {
    super();
    keep(this, { ...expectation, of: 'locator', locator: `${expectation.actual}` });
  }

  get not() {
    const expectation = inside(this);
    return new LocatorMatchers({ ...expectation, not: !expectation.not });
  }
}

export class PageMatchers extends Guarded {
  static label = 'matcher';

  constructor(expectation) {
    super();
    keep(this, { ...expectation, of: 'page' });
  }

  get not() {
    const expectation = inside(this);
    return new PageMatchers({ ...expectation, not: !expectation.not });
  }
}

async function retried(expectation, name, { takes, lastMayBeLeftOut, test, expected }, all) {
  const args = all.slice(0, takes);
  const early = lastMayBeLeftOut && args.length === takes && isOptions(args.at(-1));
  const options = (early ? args.pop() : all[takes]) ?? {};
  const waitedMs = options.timeout ?? TIMEOUT_MS;
  let received = 'nothing';
  const look = async () => {
    const seen = await seenNow(test, expectation.actual, args, options);
    received = seen.received;
    return !seen.missing && seen.pass !== Boolean(expectation.not) ? true : undefined;
  };
  const late = () =>
    failure({
      ...expectation,
      call: `${name}()`,
      expected: expected(args, options),
      received,
      waitedMs,
    });
  await until(look, waitedMs, late, WAITS_MS);
}

async function seenNow(test, actual, args, options) {
  try {
    return await test(actual, args, options);
  } catch (error) {
    if (!PASSING.has(error?.code)) throw error;
    return { missing: true, received: error.message };
  }
}

function isOptions(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof RegExp) &&
    !Array.isArray(value)
  );
}

function define(Class, tests) {
  for (const [name, test] of Object.entries(tests)) {
    Object.defineProperty(Class.prototype, name, {
      configurable: true,
      writable: true,
      async value(...args) {
        await retried(inside(this), name, test, args);
      },
    });
  }
}

define(LocatorMatchers, ELEMENT_TESTS);
define(PageMatchers, PAGE_TESTS);

seal(LocatorMatchers, PageMatchers);
