// Selectors in one string, as Playwright writes them, told step by step.

import { badArgument, kindOf } from '../errors.js';
import { cssSteps } from './css.js';
import { roleStep } from './role.js';
import { patternOf, splitOutside, unquoted } from './scanning.js';

const CHARS_MAX = 10_000;

const attribute = (name) => (body) => [
  { by: 'css', selector: `[${name}=${JSON.stringify(unquoted(body))}]` },
];

const ENGINES = {
  css: (body, before) => cssSteps(body, before),
  xpath: (body) => [{ by: 'xpath', xpath: body }],
  text: (body) => [{ by: 'text', words: textWords(body) }],
  role: (body) => [roleStep(body)],
  label: (body) => [{ by: 'label', words: textWords(body) }],
  id: attribute('id'),
  'data-testid': (body) => [{ by: 'testId', words: { text: unquoted(body), exact: true } }],
  'data-test-id': attribute('data-test-id'),
  'data-test': attribute('data-test'),
  nth: (body) => [{ by: 'nth', index: wholeNumber(body) }],
  visible: (body) => [{ by: 'filter', visible: body !== 'false' }],
};

/** The steps that a selector adds to those before it. */
export function stepsOf(selector, before = []) {
  if (typeof selector !== 'string') {
    throw badArgument(`A selector is a string, not ${kindOf(selector)}`);
  }
  if (selector.trim() === '') throw badArgument('The selector is empty');
  if (selector.length > CHARS_MAX) {
    throw badArgument(`The selector is longer than ${CHARS_MAX} characters`);
  }
  const steps = [];
  for (const part of splitOutside(selector, '>>')) {
    if (part === '') throw badArgument(`Something is missing beside >> in ${selector}`);
    steps.push(...partSteps(part, [...before, ...steps]));
  }
  return steps;
}

function partSteps(part, before) {
  if (part.startsWith('//') || part.startsWith('(//') || part.startsWith('..')) {
    return ENGINES.xpath(part);
  }
  if (part.length > 1 && /^["']/.test(part) && part.at(-1) === part[0]) return ENGINES.text(part);
  const named = /^([a-zA-Z][\w-]*)\s*=\s*(.*)$/s.exec(part);
  if (named === null) return cssSteps(part, before);
  const [, name, body] = named;
  if (!Object.hasOwn(ENGINES, name)) {
    const known = Object.keys(ENGINES).map((one) => `${one}=`);
    throw badArgument(`There is no ${name}= in selectors; there are ${known.join(', ')}`);
  }
  return ENGINES[name](body.trim(), before);
}

/** In quotes the whole text, between slashes a pattern, else a part of it. */
function textWords(body) {
  const pattern = patternOf(body);
  if (pattern !== undefined) return pattern;
  const text = unquoted(body);
  return text === body ? { text } : { text, exact: true };
}

function wholeNumber(text) {
  if (!/^-?\d+$/.test(text)) throw badArgument(`nth= takes a whole number, not ${text}`);
  return Number(text);
}
