// Keys to whatever has the focus. A modifier that is held goes along with every key and click.

import { badArgument, kindOf } from './errors.js';
import { inside, keep, seal } from './inside.js';
import { Guarded } from './missing.js';

const MODIFIERS = {
  Alt: 'alt',
  Control: 'control',
  ControlOrMeta: 'control',
  Meta: 'meta',
  Shift: 'shift',
};
const SPECIAL = { ' ': 'Space', '\n': 'Enter', '\r': 'Enter', '\t': 'Tab' };
const KEYS_AT_ONCE = 100;

export class Keyboard extends Guarded {
  static label = 'keyboard';

  constructor(tab) {
    super();
    keep(this, { tab });
  }

  async press(key) {
    await press(this, 'keyboard.press', [named(key, 'keyboard.press')]);
  }

  async type(text) {
    if (typeof text !== 'string') {
      throw badArgument(`keyboard.type takes a string, not ${kindOf(text)}`);
    }
    const keys = Array.from(text.replace(/\r\n/g, '\n'), (letter) => keyName(letter));
    for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
      await press(this, 'keyboard.type', keys.slice(at, at + KEYS_AT_ONCE));
    }
  }

  async insertText(text) {
    const { tab } = inside(this);
    await tab.ask('keyboard.insertText', 'insert', { text: String(text) });
  }

  /** Holds a modifier; any other key is pressed and let go at once. */
  async down(key) {
    const name = named(key, 'keyboard.down');
    if (Object.hasOwn(MODIFIERS, name)) inside(this).tab.held.add(name);
    else await press(this, 'keyboard.down', [name]);
  }

  async up(key) {
    inside(this).tab.held.delete(named(key, 'keyboard.up'));
  }
}

/** As clicks are told of them. */
export function modifiersOf(names) {
  const known = names.map((name) => {
    if (Object.hasOwn(MODIFIERS, name)) return MODIFIERS[name];
    throw badArgument(`${name} is no modifier; there are ${Object.keys(MODIFIERS).join(', ')}`);
  });
  return [...new Set(known)];
}

function press(keyboard, doing, keys) {
  const { tab } = inside(keyboard);
  const held = [...tab.held];
  return tab.ask(doing, 'press', { keys: keys.map((key) => [...held, key].join('+')) });
}

function keyName(key) {
  return Object.hasOwn(SPECIAL, key) ? SPECIAL[key] : key;
}

function named(key, where) {
  if (typeof key === 'string' && key !== '') return keyName(key);
  throw badArgument(`${where} takes the name of a key, not ${kindOf(key)}`);
}

seal(Keyboard);
