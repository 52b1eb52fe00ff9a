// What can be done to the element that a locator finds. Waiting until it can be done is the verbs'.

import { log } from 'host';

import { badArgument, kindOf } from './errors.js';
import { isLocator } from './finding.js';
import * as inPage from './in-page.js';
import { inside } from './inside.js';
import { modifiersOf } from './keyboard.js';
import { Picture, sizeParams } from './picture.js';
import { Readable, targetOf } from './reading.js';

export class Actable extends Readable {
  async click(options = {}) {
    if (options.trial) return this.waitFor({ timeout: options.timeout });
    await act(this, 'click', 'click', clickParams(this, options), options);
  }

  async dblclick(options = {}) {
    if (options.trial) return this.waitFor({ timeout: options.timeout });
    const params = { ...clickParams(this, options), count: 2 };
    await act(this, 'dblclick', 'click', params, options);
  }

  async hover(options = {}) {
    await act(this, 'hover', 'hover', { at: options.position }, options);
  }

  async fill(value, options) {
    await act(this, 'fill', 'type', { text: textOf(value, 'locator.fill') }, options);
  }

  async clear(options) {
    await act(this, 'clear', 'clear', {}, options);
  }

  async type(text, options) {
    await this.pressSequentially(text, options);
  }

  async pressSequentially(text, options) {
    const params = { text: textOf(text, 'locator.pressSequentially'), append: true };
    await act(this, 'pressSequentially', 'type', params, options);
  }

  async press(key, options) {
    const held = [...inside(this).tab.held];
    const keys = [[...held, textOf(key, 'locator.press')].join('+')];
    await act(this, 'press', 'press', { keys }, options);
  }

  async check(options) {
    await act(this, 'check', 'check', { on: true }, options);
  }

  async uncheck(options) {
    await act(this, 'uncheck', 'check', { on: false }, options);
  }

  async setChecked(checked, options) {
    await act(this, 'setChecked', 'check', { on: Boolean(checked) }, options);
  }

  /** By value or label; resolves with what was chosen. */
  async selectOption(values, options) {
    const wanted = (Array.isArray(values) ? values : [values]).filter((one) => one !== null);
    const chosen = [];
    for (const one of wanted) chosen.push(await optionOf(this, one));
    await act(this, 'selectOption', 'select', { options: chosen }, options);
    return chosen;
  }

  async setInputFiles(files, options) {
    const paths = Array.isArray(files) ? files : [files];
    const other = paths.find((path) => typeof path !== 'string');
    if (other !== undefined) {
      throw badArgument(
        `locator.setInputFiles takes paths of files on this machine, not ${kindOf(other)}`,
      );
    }
    if (paths.length === 0) throw badArgument('locator.setInputFiles: no file is given');
    await act(this, 'setInputFiles', 'upload', { files: paths }, options);
  }

  async dragTo(target, options = {}) {
    if (!isLocator(target)) {
      throw badArgument(`locator.dragTo takes a locator, not ${kindOf(target)}`);
    }
    const { tab } = inside(this);
    const params = {
      from: targetOf(this),
      to: targetOf(target),
      fromAt: options.sourcePosition,
      toAt: options.targetPosition,
      timeoutMs: tab.actionMs(options),
    };
    await tab.ask('locator.dragTo', 'drag', params, `${this} → ${target}`);
  }

  async scrollIntoViewIfNeeded(options) {
    await act(this, 'scrollIntoViewIfNeeded', 'scroll', { motion: { type: 'intoView' } }, options);
  }

  async focus(options) {
    await inElement(this, 'focus', inPage.focus, [], options);
  }

  async blur(options) {
    await inElement(this, 'blur', inPage.blur, [], options);
  }

  async selectText(options) {
    await inElement(this, 'selectText', inPage.selectText, [], options);
  }

  async dispatchEvent(type, init = {}, options) {
    await inElement(this, 'dispatchEvent', inPage.dispatch, [String(type), init], options);
  }

  async waitFor(options = {}) {
    const { tab } = inside(this);
    const what = { type: 'element', target: targetOf(this), state: options.state ?? 'visible' };
    const params = { for: what, timeoutMs: tab.waitMs(options) };
    await tab.ask('locator.waitFor', 'wait', params, `${this}`);
  }

  async screenshot(options = {}) {
    noFile(options, 'locator.screenshot');
    const size = sizeParams(options, 'locator.screenshot');
    return new Picture(await act(this, 'screenshot', 'screenshot', size, options));
  }
}

/** A verb on the element. */
export function act(locator, method, verb, params, options) {
  const { tab } = inside(locator);
  const all = { target: targetOf(locator), ...params, timeoutMs: tab.actionMs(options) };
  return tab.ask(`locator.${method}`, verb, all, `${locator}`);
}

/** A function of ours in the page, called with the element. */
export async function inElement(locator, method, script, args, options) {
  const params = { script: script.toString(), args };
  return (await act(locator, method, 'eval', params, options)).value;
}

/** Nothing is written to files here; a script that counts on it should know. */
export function noFile({ path }, doing) {
  if (path !== undefined) {
    log('warn', `${doing}: no file is written to ${path}; return the value to get it`);
  }
}

export function clickParams(locator, { button, clickCount, delay, force, modifiers, position }) {
  const { tab } = inside(locator);
  const held = modifiersOf([...tab.held, ...(modifiers ?? [])]);
  return {
    at: position,
    button,
    count: clickCount,
    holdMs: delay,
    force,
    modifiers: held.length > 0 ? held : undefined,
  };
}

function textOf(value, where) {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw badArgument(`${where} takes a string, not ${kindOf(value)}`);
}

async function optionOf(locator, option) {
  if (typeof option === 'string' || typeof option === 'number') return String(option);
  if (typeof option?.label === 'string') return option.label;
  if (typeof option?.value === 'string') return option.value;
  if (Number.isInteger(option?.index)) {
    const [value] = await inElement(locator, 'selectOption', inPage.valuesAt, [[option.index]]);
    if (typeof value === 'string') return value;
    throw badArgument(
      `locator.selectOption: there is no option ${option.index}\nLocator: ${locator}`,
    );
  }
  throw badArgument(
    `locator.selectOption takes values or labels, or { value }, { label }, { index }; not ${kindOf(option)}`,
  );
}
