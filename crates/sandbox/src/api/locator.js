// A locator: says which element is meant, and finds it anew with every call.

import { act, Actable } from './acting.js';
import { badArgument, kindOf } from './errors.js';
import { filterStep, innerLocator, Scope, within } from './finding.js';
import { inside, keep, seal } from './inside.js';
import { make } from './making.js';
import { found, one, Readable, targetOf } from './reading.js';
import { argumentsOf, sourceOf } from './scripts.js';
import { allRows } from './table-rows.js';
import { written } from './words.js';

const HANDLES_MAX = 1_000;

export class Locator extends Actable {
  static label = 'locator';

  constructor(tab, steps, path) {
    super();
    keep(this, { tab, steps, written: path, isElement: true });
  }

  page() {
    return inside(this).tab.page;
  }

  filter(options = {}) {
    const step = filterStep(this, options);
    return within(this, step ? [step] : [], `filter(${written(options)})`);
  }

  first() {
    return within(this, [{ by: 'nth', index: 0 }], 'first()');
  }

  last() {
    return within(this, [{ by: 'nth', index: -1 }], 'last()');
  }

  nth(index) {
    if (!Number.isInteger(index)) {
      throw badArgument(`locator.nth takes a whole number, not ${kindOf(index)}`);
    }
    return within(this, [{ by: 'nth', index }], `nth(${index})`);
  }

  and(locator) {
    const other = innerLocator(this, locator, 'locator.and');
    return within(this, [{ by: 'and', locator: other }], `and(${locator})`);
  }

  or(locator) {
    const other = innerLocator(this, locator, 'locator.or');
    return within(this, [{ by: 'or', locator: other }], `or(${locator})`);
  }

  async all() {
    const count = await this.count();
    return Array.from({ length: count }, (_, index) => this.nth(index));
  }

  contentFrame() {
    const { tab, steps, written: path } = inside(this);
    return make.frameLocator(tab, [...steps, { by: 'frame' }], `${path}.contentFrame()`);
  }

  async elementHandle(options) {
    const { number } = await one(this, 'elementHandle', [], options);
    return make.handle(inside(this).tab, number);
  }

  async elementHandles() {
    const { elements } = await found(this, 'elementHandles', [], { max: HANDLES_MAX });
    return elements.map(({ number }) => make.handle(inside(this).tab, number));
  }

  async evaluate(script, argument, options) {
    const args = argumentsOf(argument, 'locator.evaluate');
    const params = { script: sourceOf(script, 'locator.evaluate'), args };
    return (await act(this, 'evaluate', 'eval', params, options)).value;
  }

  async evaluateAll(script, argument) {
    const args = argumentsOf(argument, 'locator.evaluateAll');
    const params = { script: sourceOf(script, 'locator.evaluateAll'), args, all: true };
    return (await act(this, 'evaluateAll', 'eval', params)).value;
  }

  /** The snapshot of what is inside it. */
  async ariaSnapshot(options) {
    const { number } = await one(this, 'ariaSnapshot', [], options);
    const { tab } = inside(this);
    return (await tab.ask('locator.ariaSnapshot', 'snapshot', { within: number }, `${this}`)).text;
  }

  async markdown({ maxChars } = {}) {
    return (await read(this, 'markdown', { maxChars })).text;
  }

  async text({ maxChars } = {}) {
    return (await read(this, 'text', { maxChars })).text;
  }

  /** All rows, unless it is said how many. */
  async tables(options) {
    return allRows(options, (params) => read(this, 'tables', params));
  }

  toString() {
    return inside(this).written;
  }

  toJSON() {
    return this.toString();
  }
}

function read(locator, verb, params) {
  const { tab } = inside(locator);
  const all = { target: targetOf(locator), ...params };
  return tab.ask(`locator.${verb}`, verb, all, `${locator}`);
}

make.locator = (tab, steps, path) => new Locator(tab, steps, path);

seal(Scope, Readable, Actable, Locator);
