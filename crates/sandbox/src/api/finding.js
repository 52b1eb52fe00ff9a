// Where elements are looked for: a page, a frame, another element. All of them find in the same ways.

import { badArgument, kindOf } from './errors.js';
import { inside } from './inside.js';
import { make } from './making.js';
import { Guarded } from './missing.js';
import { stepsOf } from './selectors/selectors.js';
import { wordsOf, written, writtenCall } from './words.js';

const STEPS_MAX = 200;
const ROLE_STATES = [
  'checked',
  'disabled',
  'expanded',
  'pressed',
  'selected',
  'level',
  'includeHidden',
];

/** Its inside: `tab`, the `steps` that lead here, and how they are `written` in a script. */
export class Scope extends Guarded {
  locator(selector, options) {
    if (isLocator(selector)) {
      sameTab(this, selector, 'locator()');
      const found = within(this, inside(selector).steps, `locator(${selector})`);
      return options ? found.filter(options) : found;
    }
    const steps = stepsOf(selector, inside(this).steps);
    const filter = options && filterStep(this, options);
    return within(
      this,
      filter ? [...steps, filter] : steps,
      writtenCall('locator', selector, options),
    );
  }

  getByRole(role, options = {}) {
    if (typeof role !== 'string') throw badArgument(`A role is a string, not ${kindOf(role)}`);
    const { name, exact, ...rest } = options;
    const unknown = Object.keys(rest).find((one) => !ROLE_STATES.includes(one));
    if (unknown !== undefined) {
      throw badArgument(
        `getByRole() has no option ${unknown}; it has name, exact, ${ROLE_STATES.join(', ')}`,
      );
    }
    const step = { by: 'role', role };
    if (name !== undefined) step.name = wordsOf(name, exact, 'getByRole()');
    const state = Object.entries(rest).filter(([, value]) => value !== undefined);
    if (state.length > 0) step.state = Object.fromEntries(state);
    return within(this, [step], writtenCall('getByRole', role, options));
  }

  getByText(text, options) {
    return byWords(this, 'getByText', 'text', text, options);
  }

  getByLabel(text, options) {
    return byWords(this, 'getByLabel', 'label', text, options);
  }

  getByPlaceholder(text, options) {
    return byWords(this, 'getByPlaceholder', 'placeholder', text, options);
  }

  getByAltText(text, options) {
    return byWords(this, 'getByAltText', 'altText', text, options);
  }

  getByTitle(text, options) {
    return byWords(this, 'getByTitle', 'title', text, options);
  }

  getByTestId(id) {
    const words = wordsOf(id, true, 'getByTestId()');
    return within(this, [{ by: 'testId', words }], `getByTestId(${written(id)})`);
  }

  frameLocator(selector) {
    const { tab, steps, written: path } = inside(this);
    const inner = [...stepsOf(selector, steps), { by: 'frame' }];
    return make.frameLocator(
      tab,
      [...steps, ...inner],
      joined(path, `frameLocator(${written(selector)})`),
    );
  }
}

/** A locator of what the steps find here. */
export function within(scope, steps, call) {
  const { tab, steps: before, written: path } = inside(scope);
  const all = [...before, ...steps];
  if (all.length > STEPS_MAX) throw badArgument(`A locator has at most ${STEPS_MAX} steps`);
  return make.locator(tab, all, joined(path, call));
}

export function isLocator(value) {
  return value instanceof Scope && inside(value)?.isElement === true;
}

/** Among what a locator finds: those that fit all of this. */
export function filterStep(scope, { has, hasNot, hasText, hasNotText, visible }) {
  const step = { by: 'filter' };
  if (has !== undefined) step.has = innerLocator(scope, has, 'has');
  if (hasNot !== undefined) step.hasNot = innerLocator(scope, hasNot, 'hasNot');
  if (hasText !== undefined) step.hasText = wordsOf(hasText, false, 'hasText');
  if (hasNotText !== undefined) step.hasNotText = wordsOf(hasNotText, false, 'hasNotText');
  if (visible !== undefined) step.visible = Boolean(visible);
  return Object.keys(step).length > 1 ? step : undefined;
}

/** Another locator as a part of this one's steps. */
export function innerLocator(scope, locator, where) {
  sameTab(scope, locator, where);
  const { steps } = inside(locator);
  if (steps.some((step) => step.by === 'frame')) {
    throw badArgument(`${where} cannot look into a frame`);
  }
  return { steps };
}

function sameTab(scope, locator, where) {
  if (!isLocator(locator)) {
    throw badArgument(`${where} takes a locator, not ${kindOf(locator)}`);
  }
  if (inside(locator).tab !== inside(scope).tab) {
    throw badArgument(`${where} takes a locator of the same page`);
  }
}

function byWords(scope, name, by, text, options) {
  const words = wordsOf(text, options?.exact, `${name}()`);
  return within(scope, [{ by, words }], writtenCall(name, text, options));
}

function joined(path, call) {
  return path === '' ? call : `${path}.${call}`;
}
