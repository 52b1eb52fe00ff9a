// CSS with Playwright's additions (`:has-text()`, `:text()`, `:visible`, `:nth-match()`), which no
// browser knows: the selector is cut at them, and they become steps of their own.

import { badArgument } from '../errors.js';
import { splitOutside, tokenEnd, unquoted } from './scanning.js';

const ADDED = /:(?:has-text|text|text-is|text-matches|visible|nth-match)(?![\w-])/;
const ADDED_NAMES = new Set([
  'has-text',
  'text',
  'text-is',
  'text-matches',
  'visible',
  'nth-match',
]);
/** These are the browser's own, until something of ours stands inside them. */
const NESTING = new Set(['has', 'not', 'is', 'where']);

export function cssSteps(selector, before = []) {
  const relative = /^[>+~]/.test(selector);
  if (!ADDED.test(selector) && !relative) return [{ by: 'css', selector }];
  const [first, ...others] = splitOutside(selector, ',').map(alternativeSteps);
  const around = before.slice(before.findLastIndex((step) => step.by === 'frame') + 1);
  const either = others.map((steps) => ({ by: 'or', locator: { steps: [...around, ...steps] } }));
  return [...first, ...either];
}

/** One selector without commas. */
function alternativeSteps(selector) {
  const steps = [];
  let plain = '';
  let begins = true;
  const flush = (relation) => {
    if (plain !== '') steps.push(...related(relation, plain));
    plain = '';
  };
  let relation = ' ';
  for (const { combinator, css, added } of compounds(selector)) {
    if (begins) {
      relation = combinator;
      begins = false;
    } else {
      plain += combinator === ' ' ? ' ' : ` ${combinator} `;
    }
    const match = added.find(({ name }) => name === 'nth-match');
    if (match !== undefined) {
      if (css !== '' || plain !== '' || added.length > 1) {
        throw badArgument(`:nth-match() must stand alone in ${selector}; use nth() of a locator`);
      }
      steps.push(...nthMatchSteps(match.argument));
      begins = true;
    } else {
      plain += css === '' ? '*' : css;
      if (added.length > 0) {
        flush(relation);
        steps.push(...added.map(addedStep));
        begins = true;
      }
    }
  }
  flush(relation);
  return steps;
}

/** Inside what was found before, by the combinator that stands between. */
function related(combinator, css) {
  switch (combinator) {
    case ' ':
      return [{ by: 'css', selector: css }];
    case '>':
      return [{ by: 'css', selector: `:scope > ${css}` }];
    default: {
      const place = combinator === '+' ? 'following-sibling::*[1]' : 'following-sibling::*';
      const fits = { by: 'and', locator: { steps: [{ by: 'css', selector: css }] } };
      return [{ by: 'xpath', xpath: place }, fits];
    }
  }
}

/** `a > b:visible` as `a` and, by `>`, `b` with `:visible`. */
function compounds(selector) {
  const found = [];
  let combinator = ' ';
  let css = '';
  let added = [];
  const end = () => {
    if (css !== '' || added.length > 0) found.push({ combinator, css, added });
    css = '';
    added = [];
  };
  for (let at = 0; at < selector.length;) {
    const gap = /^\s*([>+~])\s*|^\s+/.exec(selector.slice(at));
    if (gap !== null) {
      end();
      combinator = gap[1] ?? ' ';
      at += gap[0].length;
      continue;
    }
    const pseudo = /^:([\w-]+)/.exec(selector.slice(at));
    const next = pseudo === null ? tokenEnd(selector, at) : at + pseudo[0].length;
    if (pseudo === null) {
      css += selector.slice(at, next);
      at = next;
      continue;
    }
    const groupEnd = selector[next] === '(' ? tokenEnd(selector, next) : next;
    const argument = selector.slice(next + 1, groupEnd - 1).trim();
    const ours = ADDED_NAMES.has(pseudo[1]) || (NESTING.has(pseudo[1]) && ADDED.test(argument));
    if (ours) added.push({ name: pseudo[1], argument });
    else css += selector.slice(at, groupEnd);
    at = groupEnd;
  }
  end();
  return found;
}

function addedStep({ name, argument }) {
  switch (name) {
    case 'has-text':
      return { by: 'filter', hasText: { text: unquoted(argument) } };
    case 'visible':
      return { by: 'filter', visible: true };
    case 'text':
      return saying({ text: unquoted(argument) });
    case 'text-is':
      return saying({ text: unquoted(argument), exact: true });
    case 'text-matches': {
      const [source, flags] = splitOutside(argument, ',').map(unquoted);
      return saying({ text: source, flags: flags ?? '' });
    }
    case 'has':
      return { by: 'filter', has: { steps: cssSteps(argument) } };
    case 'not':
      return notStep(argument);
    default:
      throw badArgument(`:${name}(${argument}) is not supported; use locator.or() or filter()`);
  }
}

function saying(words) {
  return { by: 'and', locator: { steps: [{ by: 'text', words }] } };
}

function notStep(argument) {
  const [only, ...more] = compounds(argument);
  const [pseudo, ...others] = only?.added ?? [];
  if (only?.css === '' && pseudo !== undefined && others.length === 0 && more.length === 0) {
    if (pseudo.name === 'visible') return { by: 'filter', visible: false };
    if (pseudo.name === 'has-text') {
      return { by: 'filter', hasNotText: { text: unquoted(pseudo.argument) } };
    }
    if (pseudo.name === 'has') {
      return { by: 'filter', hasNot: { steps: cssSteps(pseudo.argument) } };
    }
  }
  throw badArgument(`:not(${argument}) is not supported; use filter({ hasNot, hasNotText })`);
}

function nthMatchSteps(argument) {
  const parts = splitOutside(argument, ',');
  const place = Number(parts.pop());
  if (parts.length === 0 || !Number.isInteger(place) || place < 1) {
    throw badArgument(`:nth-match(${argument}) takes a selector and a number from 1`);
  }
  return [...cssSteps(parts.join(', ')), { by: 'nth', index: place - 1 }];
}
