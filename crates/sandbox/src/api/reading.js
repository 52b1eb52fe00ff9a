// What can be asked of the element that a locator finds. Strict: to tell of one, there must be one.

import { now } from 'host';

import { badArgument, RefusedError, TimeoutError } from './errors.js';
import { Scope } from './finding.js';
import { inside } from './inside.js';
import { ACTION_MS } from './tab.js';

const LISTED_MAX = 5_000;
const NAMED_MAX = 5;

export class Readable extends Scope {
  async textContent(options) {
    return (await one(this, 'textContent', ['textContent'], options)).textContent ?? '';
  }

  async innerText(options) {
    return (await one(this, 'innerText', ['innerText'], options)).innerText ?? '';
  }

  async innerHTML(options) {
    return (await one(this, 'innerHTML', ['innerHtml'], options)).innerHtml ?? '';
  }

  async inputValue(options) {
    const { inputValue } = await one(this, 'inputValue', ['inputValue'], options);
    if (inputValue !== undefined && inputValue !== null) return inputValue;
    throw badArgument(`locator.inputValue: it is no field\nLocator: ${this}`);
  }

  async getAttribute(name, options) {
    return (await one(this, 'getAttribute', [], options, name)).attribute ?? null;
  }

  async boundingBox(options) {
    const { rect, visible } = await one(this, 'boundingBox', ['rect', 'state'], options);
    return visible === false ? null : (rect ?? null);
  }

  /** Does not wait: what is not there is not visible. */
  async isVisible() {
    return (await atMostOne(this, 'isVisible', ['state']))?.visible === true;
  }

  async isHidden() {
    return !(await this.isVisible());
  }

  async isEnabled(options) {
    return (await one(this, 'isEnabled', ['state'], options)).enabled !== false;
  }

  async isDisabled(options) {
    return !(await this.isEnabled(options));
  }

  async isEditable(options) {
    return (await one(this, 'isEditable', ['state'], options)).editable === true;
  }

  async isChecked(options) {
    const { checked } = await one(this, 'isChecked', ['state'], options);
    if (typeof checked === 'boolean') return checked;
    throw badArgument(`locator.isChecked: it cannot be ticked\nLocator: ${this}`);
  }

  async count() {
    return (await found(this, 'count', [], { max: 0 })).total;
  }

  async allTextContents() {
    return (await everyOne(this, 'allTextContents', ['textContent'])).map(
      ({ textContent }) => textContent ?? '',
    );
  }

  async allInnerTexts() {
    return (await everyOne(this, 'allInnerTexts', ['innerText'])).map(
      ({ innerText }) => innerText ?? '',
    );
  }
}

/** How verbs are told of the element. A number alone knows its frame. */
export function targetOf(locator) {
  const { steps } = inside(locator);
  return steps.length === 1 && steps[0].by === 'number' ? steps[0].number : { locator: { steps } };
}

/** All that fit, looked up without waiting. */
export function found(locator, method, facts, { max = 1, attribute } = {}) {
  const { tab } = inside(locator);
  const params = { target: targetOf(locator), facts, attribute, max };
  return tab.ask(`locator.${method}`, 'query', params, `${locator}`);
}

/** Every one that fits, with these facts. */
export async function everyOne(locator, method, facts, attribute) {
  const { total, elements } = await found(locator, method, facts, { max: LISTED_MAX, attribute });
  if (total <= elements.length) return elements;
  throw badArgument(
    `locator.${method}: ${total} elements match, and only ${elements.length} can be listed\nLocator: ${locator}`,
  );
}

/** The only one, or undefined when there is none. */
export async function atMostOne(locator, method, facts, attribute) {
  const { total, elements } = await found(locator, method, facts, { attribute });
  if (total > 1) throw await tooMany(locator, method, total);
  return elements[0];
}

/** The only one, as soon as it is there. */
export async function one(locator, method, facts, options, attribute) {
  const { tab } = inside(locator);
  const timeoutMs = tab.actionMs(options) ?? ACTION_MS;
  const end = now() + timeoutMs;
  for (;;) {
    const element = await atMostOne(locator, method, facts, attribute);
    if (element !== undefined) return element;
    const left = Math.round(end - now());
    if (left <= 0) {
      throw new TimeoutError(
        `locator.${method}: nothing matches within ${timeoutMs} ms\nLocator: ${locator}`,
      );
    }
    const attached = { type: 'element', target: targetOf(locator), state: 'attached' };
    await tab.ask(`locator.${method}`, 'wait', { for: attached, timeoutMs: left }, `${locator}`);
  }
}

async function tooMany(locator, method, total) {
  const { elements } = await found(locator, method, ['name'], { max: NAMED_MAX });
  const named = elements.map(
    ({ number, role, name }) => `[${number}] ${role ?? ''} "${name ?? ''}"`,
  );
  const more = total > named.length ? ', …' : '';
  return new RefusedError(
    `locator.${method}: strict mode violation: ${total} elements match: ${named.join(', ')}${more}\nLocator: ${locator}`,
    { code: 'element-ambiguous', fix: 'Use first(), nth() or a narrower locator' },
  );
}
