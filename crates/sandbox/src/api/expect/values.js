// Expectations of values: at once, of what a promise comes to, or of what is asked again and again.

import { now } from 'host';

import { inside, keep, seal } from '../inside.js';
import { Guarded } from '../missing.js';
import { until } from '../polling.js';
import { failure, shown } from './showing.js';
import { VALUE_TESTS } from './value-tests.js';

const POLL_MS = 5_000;
const PASS_MS = 30_000;
const POLL_WAITS_MS = [100, 250, 500, 1_000];

/** Its inside: `actual`, `message`, and whether it is `not`. */
export class ValueMatchers extends Guarded {
  static label = 'matcher';

  constructor(expectation) {
    super();
    keep(this, expectation);
  }

  get not() {
    const expectation = inside(this);
    return new this.constructor({ ...expectation, not: !expectation.not });
  }

  get resolves() {
    const { actual, ...rest } = inside(this);
    const obtain = async () => await (typeof actual === 'function' ? actual() : actual);
    return new LaterMatchers({ ...rest, of: 'promise.resolves', obtain });
  }

  get rejects() {
    const { actual, ...rest } = inside(this);
    const obtain = async () => {
      let value;
      try {
        value = await (typeof actual === 'function' ? actual() : actual);
      } catch (error) {
        return error;
      }
      throw failure({
        ...rest,
        of: 'promise',
        call: 'rejects',
        received: `resolved with ${shown(value)}`,
      });
    };
    return new LaterMatchers({ ...rest, of: 'promise.rejects', obtain });
  }

  /** The function runs again until it no longer throws. */
  async toPass({ timeout = PASS_MS, intervals = POLL_WAITS_MS } = {}) {
    const { actual, message } = inside(this);
    let last;
    const look = async () => {
      try {
        await actual();
        return true;
      } catch (error) {
        last = error;
        return undefined;
      }
    };
    const late = () =>
      failure({
        message,
        of: 'function',
        call: 'toPass()',
        received: shown(last),
        waitedMs: timeout,
      });
    await until(look, timeout || PASS_MS, late, intervals);
  }
}

/** Of something that must be waited for first. */
export class LaterMatchers extends Guarded {
  static label = 'matcher';

  constructor(expectation) {
    super();
    keep(this, expectation);
  }

  get not() {
    const expectation = inside(this);
    return new LaterMatchers({ ...expectation, not: !expectation.not });
  }
}

/** Asked again until it is as expected. */
export class PollMatchers extends Guarded {
  static label = 'matcher';

  constructor(expectation) {
    super();
    keep(this, expectation);
  }

  get not() {
    const expectation = inside(this);
    return new PollMatchers({ ...expectation, not: !expectation.not });
  }
}

/** Undefined when it is met, else what to throw. */
function problem(expectation, name, actual, args, waitedMs) {
  const { pass, expected, received } = VALUE_TESTS[name](actual, ...args);
  if (pass !== Boolean(expectation.not)) return undefined;
  const call = `${name}()`;
  return failure({ ...expectation, call, expected, received: received ?? shown(actual), waitedMs });
}

async function polled(expectation, name, args) {
  const { obtain, timeout = POLL_MS, intervals = POLL_WAITS_MS } = expectation;
  const begun = now();
  let last;
  const look = async () => {
    last = problem(expectation, name, await obtain(), args, Math.round(now() - begun));
    return last === undefined ? true : undefined;
  };
  await until(look, timeout, () => last, intervals);
}

for (const name of Object.keys(VALUE_TESTS)) {
  const method = (Class, value) =>
    Object.defineProperty(Class.prototype, name, { configurable: true, writable: true, value });
  method(ValueMatchers, function (...args) {
    const expectation = { of: 'value', ...inside(this) };
    const error = problem(expectation, name, expectation.actual, args);
    if (error !== undefined) throw error;
  });
  method(LaterMatchers, async function (...args) {
    const expectation = inside(this);
    const error = problem(expectation, name, await expectation.obtain(), args);
    if (error !== undefined) throw error;
  });
  method(PollMatchers, async function (...args) {
    await polled({ of: 'poll', ...inside(this) }, name, args);
  });
}

seal(ValueMatchers, LaterMatchers, PollMatchers);
