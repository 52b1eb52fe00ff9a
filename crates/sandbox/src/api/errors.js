// What goes wrong, said so that the one who wrote the script can act on it.

/** A wait or an action that ran out of time. */
export class TimeoutError extends Error {
  name = 'TimeoutError';
  code;
  fix;

  constructor(message, { code = 'wait-timeout', fix = LATE_FIX } = {}) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

/** The browser, or a rule of the person, said no. */
export class RefusedError extends Error {
  name = 'Error';
  code;
  fix;

  constructor(message, { code, fix }) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

const LATE_FIX = 'Look at `await page.snapshot()`; give it more time with { timeout }';

/** Verbs wait for these until the deadline: whoever knows Playwright calls that a timeout. */
const LATE = new Set([
  'wait-timeout',
  'browser-timeout',
  'element-not-found',
  'element-hidden',
  'element-covered',
  'element-disabled',
  'element-read-only',
  'element-moving',
]);

/** The host's error, with what was being done and on what. */
export function refused(error, doing, locator) {
  if (
    typeof error?.code !== 'string' ||
    error instanceof TimeoutError ||
    error instanceof RefusedError
  ) {
    return error;
  }
  const strict = error.code === 'element-ambiguous' ? 'strict mode violation: ' : '';
  const where = locator === undefined ? '' : `\nLocator: ${locator}`;
  const message = `${doing}: ${strict}${error.message}${where}`;
  const Kind = LATE.has(error.code) ? TimeoutError : RefusedError;
  return new Kind(message, { code: error.code, fix: error.fix });
}

export function badArgument(message) {
  return new RefusedError(message, { code: 'bad-request', fix: 'Correct the arguments' });
}

/** A value's kind, for sentences about wrong ones. */
export function kindOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  const kind = typeof value;
  return kind === 'undefined' ? kind : `${kind === 'object' ? 'an' : 'a'} ${kind}`;
}
