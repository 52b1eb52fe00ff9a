// Texts as expectations compare them.

import { badArgument, kindOf } from '../errors.js';

/** Runs of white space are one space; marks that nobody sees are nothing. */
export function tidy(text) {
  return text
    .replace(/[\u200b\u00ad]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `part` takes a text that only contains it. */
export function textFits(actual, expected, { part = false, ignoreCase = false } = {}) {
  if (expected instanceof RegExp) {
    const flags = expected.flags.replace(/[gy]/g, '');
    const more = ignoreCase && !flags.includes('i') ? 'i' : '';
    return new RegExp(expected.source, flags + more).test(actual);
  }
  if (typeof expected !== 'string') {
    throw badArgument(`A text is expected as a string or a RegExp, not ${kindOf(expected)}`);
  }
  const fold = (text) => (ignoreCase ? tidy(text).toLowerCase() : tidy(text));
  return part ? fold(actual).includes(fold(expected)) : fold(actual) === fold(expected);
}

/** All of them, in order; with `part`, others may stand between. */
export function textsFit(actual, expected, options = {}) {
  if (!options.part) {
    return (
      actual.length === expected.length &&
      expected.every((one, at) => textFits(actual[at], one, options))
    );
  }
  let at = 0;
  return expected.every((one) => {
    while (at < actual.length && !textFits(actual[at], one, options)) at += 1;
    at += 1;
    return at <= actual.length;
  });
}
