// What can be expected of the element that a locator finds. A test tells whether it passes now, and
// what was received; `missing` passes neither as it is nor with `not`.

import { inElement } from '../acting.js';
import * as inPage from '../in-page.js';
import { atMostOne, everyOne } from '../reading.js';
import { equals } from './equality.js';
import { shown } from './showing.js';
import { textFits, textsFit } from './texts.js';

const MISSING = { missing: true, received: 'nothing matches' };

/** `takes` so many arguments before the options, which may come earlier if `lastMayBeLeftOut`. */
export const ELEMENT_TESTS = {
  toBeVisible: state('visible', (element) => element?.visible === true, { option: 'visible' }),
  toBeHidden: state('hidden', (element) => element?.visible !== true),
  toBeAttached: state('attached', (element) => element !== undefined, { option: 'attached' }),
  toBeInViewport: state('in the view', (element) => element?.inView === true),
  toBeEnabled: state('enabled', (element) => element.enabled !== false, {
    option: 'enabled',
    needed: true,
  }),
  toBeDisabled: state('disabled', (element) => element.enabled === false, { needed: true }),
  toBeEditable: state('editable', (element) => element.editable === true, {
    option: 'editable',
    needed: true,
  }),
  toBeChecked: state('checked', (element) => element.checked === true, {
    option: 'checked',
    needed: true,
  }),
  toBeFocused: state('focused', (element) => element.focused === true, { needed: true }),
  toBeEmpty: {
    takes: 0,
    expected: () => 'empty',
    async test(locator) {
      const element = await atMostOne(locator, 'toBeEmpty', ['textContent', 'inputValue']);
      if (element === undefined) return MISSING;
      const text = element.inputValue ?? (element.textContent ?? '').trim();
      return { pass: text === '', received: shown(text) };
    },
  },
  toHaveText: texts('toHaveText', false),
  toContainText: texts('toContainText', true),
  toHaveClass: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    async test(locator, [expected]) {
      if (Array.isArray(expected)) {
        const elements = await everyOne(locator, 'toHaveClass', [], 'class');
        const classes = elements.map(({ attribute }) => attribute ?? '');
        return { pass: textsFit(classes, expected), received: shown(classes) };
      }
      return attributeTest(locator, 'class', (value) => textFits(value ?? '', expected));
    },
  },
  toContainClass: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    test: (locator, [expected]) =>
      attributeTest(locator, 'class', (value) => {
        const there = (value ?? '').split(/\s+/);
        return String(expected)
          .split(/\s+/)
          .every((one) => there.includes(one));
      }),
  },
  toHaveId: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    test: (locator, [expected]) =>
      attributeTest(locator, 'id', (value) => textFits(value ?? '', expected)),
  },
  toHaveAttribute: {
    takes: 2,
    lastMayBeLeftOut: true,
    expected: ([name, value]) => `${name}${value === undefined ? '' : ` = ${shown(value)}`}`,
    test: (locator, [name, wanted], options) =>
      attributeTest(locator, name, (value) => {
        if (wanted === undefined) return value !== undefined;
        return value !== undefined && exactly(value, wanted, options);
      }),
  },
  toHaveValue: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    async test(locator, [expected]) {
      const element = await atMostOne(locator, 'toHaveValue', ['inputValue']);
      if (element === undefined) return MISSING;
      const value = element.inputValue;
      if (value === undefined) return { pass: false, received: 'no field' };
      return { pass: exactly(value, expected), received: shown(value) };
    },
  },
  toHaveValues: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    test: (locator, [expected]) =>
      pageTest(locator, 'toHaveValues', inPage.chosenValues, [], (values) =>
        textsFit(values, expected),
      ),
  },
  toHaveCount: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    async test(locator, [expected]) {
      const count = await locator.count();
      return { pass: count === expected, received: shown(count) };
    },
  },
  toHaveCSS: {
    takes: 2,
    expected: ([name, value]) => `${name}: ${shown(value)}`,
    test: (locator, [name, wanted]) =>
      pageTest(locator, 'toHaveCSS', inPage.style, [kebab(name)], (value) =>
        exactly(value, wanted),
      ),
  },
  toHaveJSProperty: {
    takes: 2,
    expected: ([name, value]) => `${name} = ${shown(value)}`,
    test: (locator, [name, wanted]) =>
      pageTest(locator, 'toHaveJSProperty', inPage.property, [name], (value) =>
        equals(value, wanted),
      ),
  },
  toHaveRole: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    test: (locator, [expected]) => nameTest(locator, 'role', (role) => role === expected),
  },
  toHaveAccessibleName: {
    takes: 1,
    expected: ([expected]) => shown(expected),
    test: (locator, [expected], options) =>
      nameTest(locator, 'name', (name) => textFits(name, expected, options)),
  },
};

/** One of the element's states; `option` turns it round, and `needed` wants the element itself. */
function state(word, holds, { option, needed = false } = {}) {
  const wanted = (options) => (option === undefined ? true : options[option] !== false);
  return {
    takes: 0,
    expected: (_, options) => (wanted(options) ? word : `not ${word}`),
    async test(locator, _, options) {
      const element = await atMostOne(locator, `expect ${word}`, ['state']);
      if (element === undefined && needed) return MISSING;
      const pass = holds(element) === wanted(options);
      return { pass, received: element === undefined ? MISSING.received : shownState(element) };
    },
  };
}

function shownState({ visible, enabled, editable, checked, focused, inView }) {
  const words = [
    visible === false ? 'hidden' : 'visible',
    enabled === false ? 'disabled' : 'enabled',
  ];
  if (editable) words.push('editable');
  if (checked !== undefined) words.push(checked ? 'checked' : 'not checked');
  if (focused) words.push('focused');
  if (inView !== undefined) words.push(inView ? 'in the view' : 'outside the view');
  return words.join(', ');
}

function texts(name, part) {
  return {
    takes: 1,
    expected: ([expected]) => (part ? `containing ${shown(expected)}` : shown(expected)),
    async test(locator, [expected], { ignoreCase, useInnerText }) {
      const fact = useInnerText ? 'innerText' : 'textContent';
      const options = { part, ignoreCase };
      if (Array.isArray(expected)) {
        const all = (await everyOne(locator, name, [fact])).map((element) => element[fact] ?? '');
        return { pass: textsFit(all, expected, options), received: shown(all) };
      }
      const element = await atMostOne(locator, name, [fact]);
      if (element === undefined) return MISSING;
      const text = element[fact] ?? '';
      return { pass: textFits(text, expected, options), received: shown(text) };
    },
  };
}

async function attributeTest(locator, name, holds) {
  const element = await atMostOne(locator, `expect ${name}`, [], name);
  if (element === undefined) return MISSING;
  const value = element.attribute ?? undefined;
  return { pass: holds(value), received: value === undefined ? `no ${name}` : shown(value) };
}

async function nameTest(locator, fact, holds) {
  const element = await atMostOne(locator, `expect ${fact}`, ['name']);
  if (element === undefined) return MISSING;
  return { pass: holds(element[fact] ?? ''), received: shown(element[fact] ?? '') };
}

/** What only the page can tell; it is asked when the element is there, so as not to wait. */
async function pageTest(locator, name, script, args, holds) {
  if ((await atMostOne(locator, name, [])) === undefined) return MISSING;
  const value = await inElement(locator, name, script, args);
  return { pass: holds(value), received: shown(value) };
}

/** White space counts, unlike in texts. */
function exactly(value, expected, { ignoreCase = false } = {}) {
  if (expected instanceof RegExp) return textFits(value, expected, { ignoreCase });
  return ignoreCase
    ? value.toLowerCase() === String(expected).toLowerCase()
    : value === String(expected);
}

function kebab(name) {
  return name.startsWith('--')
    ? name
    : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
