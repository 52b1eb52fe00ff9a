// Keys of a keyboard: what their events carry, and chords in words.
import type { Modifier } from '../../wire';
import { Refusal } from '../refusal';

export interface Key {
  key: string;
  code: string;
  keyCode: number;
  /** The character it types, if any. */
  text?: string;
  /** Typed with Shift on the common layout. */
  shift?: boolean;
}

export interface Chord {
  modifiers: Modifier[];
  key: Key;
}

/** Reads `Control+Shift+a`, `Enter`, `+`. */
export function readChord(words: string, isMac: boolean): Chord {
  const parts = words === '+' ? ['+'] : words.replace(/\+\+$/, '+Plus').split('+');
  const named = parts.pop() ?? '';
  const last = named === ' ' ? named : named.trim();
  const modifiers = parts.map((part) => {
    const name = part.trim().toLowerCase();
    const modifier = name === 'controlormeta' ? (isMac ? 'meta' : 'control') : MODIFIERS[name];
    if (!modifier) throw new Refusal('badArguments', `"${part}" in "${words}" is no modifier key`);
    return modifier;
  });
  const key = namedKey(last) ?? keyByCode(last);
  if (!key) {
    throw new Refusal(
      'badArguments',
      `"${words}" is not a key. Use names such as Enter, ArrowDown, a, F5, or Control+a`,
    );
  }
  // `Control+A` names a key, as it is printed on it: nobody means Shift by that.
  const isShortcut = modifiers.some((modifier) => modifier !== 'shift');
  if (isShortcut && key.code.startsWith('Key')) return { modifiers, key: { ...key, shift: false } };
  return { modifiers, key };
}

/** A key that is called by its place on the keyboard: `KeyA`, `Digit1`, `Slash`, `Numpad5`. */
function keyByCode(code: string): Key | undefined {
  const lower = code.toLowerCase();
  const written = /^(?:key([a-z])|(?:digit|numpad)([0-9]))$/.exec(lower);
  const character = written?.[1] ?? written?.[2] ?? NUMPAD[lower];
  if (character) return keyForCharacter(character);
  const mark = Object.entries(MARKS).find(
    ([, found]) => found && !found.shift && found.code.toLowerCase() === lower,
  );
  return mark && keyForCharacter(mark[0]);
}

/** The key that types a character. */
export function keyForCharacter(character: string): Key {
  if (character === '\n' || character === '\r') return { ...ENTER, text: '\n' };
  if (character === '\t') return TAB;
  const upper = character.toUpperCase();
  if (/^[A-Z]$/.test(upper)) {
    const shift = character === upper;
    return {
      key: character,
      code: `Key${upper}`,
      keyCode: upper.charCodeAt(0),
      text: character,
      shift,
    };
  }
  if (/^[0-9]$/.test(character)) {
    const keyCode = character.charCodeAt(0);
    return { key: character, code: `Digit${character}`, keyCode, text: character };
  }
  if (character === ' ') return SPACE;
  const mark = MARKS[character];
  if (mark) return { key: character, ...mark, text: character };
  return { key: character, code: '', keyCode: 0, text: character };
}

export function modifierKey(modifier: Modifier): Key {
  return MODIFIER_KEYS[modifier];
}

const ENTER: Key = { key: 'Enter', code: 'Enter', keyCode: 13, text: '\r' };
const TAB: Key = { key: 'Tab', code: 'Tab', keyCode: 9 };
const SPACE: Key = { key: ' ', code: 'Space', keyCode: 32, text: ' ' };

function namedKey(name: string): Key | undefined {
  if (Array.from(name).length === 1) return keyForCharacter(name);
  const lower = name.toLowerCase();
  const alias = ALIASES[lower];
  if (alias) return alias;
  const modifier = MODIFIERS[lower];
  if (modifier) return MODIFIER_KEYS[modifier];
  const digits = /^f([1-9]|1[0-2])$/.exec(lower)?.[1];
  if (digits) return { key: `F${digits}`, code: `F${digits}`, keyCode: 111 + Number(digits) };
  const found = PLAIN.find(([key]) => key.toLowerCase() === lower);
  return found && { key: found[0], code: found[0], keyCode: found[1] };
}

const PLAIN: [string, number][] = [
  ['Backspace', 8],
  ['Escape', 27],
  ['PageUp', 33],
  ['PageDown', 34],
  ['End', 35],
  ['Home', 36],
  ['ArrowLeft', 37],
  ['ArrowUp', 38],
  ['ArrowRight', 39],
  ['ArrowDown', 40],
  ['Insert', 45],
  ['Delete', 46],
  ['CapsLock', 20],
  ['ContextMenu', 93],
  ['NumLock', 144],
  ['ScrollLock', 145],
  ['Pause', 19],
  ['PrintScreen', 44],
];

const NUMPAD: Partial<Record<string, string>> = {
  numpadadd: '+',
  numpadsubtract: '-',
  numpadmultiply: '*',
  numpaddivide: '/',
  numpaddecimal: '.',
};

const plain = (key: string, keyCode: number): Key => ({ key, code: key, keyCode });
const ALIASES: Partial<Record<string, Key>> = {
  enter: ENTER,
  return: ENTER,
  numpadenter: ENTER,
  tab: TAB,
  space: SPACE,
  spacebar: SPACE,
  plus: { key: '+', code: 'Equal', keyCode: 187, text: '+', shift: true },
  esc: plain('Escape', 27),
  del: plain('Delete', 46),
  up: plain('ArrowUp', 38),
  down: plain('ArrowDown', 40),
  left: plain('ArrowLeft', 37),
  right: plain('ArrowRight', 39),
};

const MODIFIERS: Partial<Record<string, Modifier>> = {
  alt: 'alt',
  option: 'alt',
  control: 'control',
  ctrl: 'control',
  meta: 'meta',
  cmd: 'meta',
  command: 'meta',
  super: 'meta',
  shift: 'shift',
  altleft: 'alt',
  altright: 'alt',
  controlleft: 'control',
  controlright: 'control',
  metaleft: 'meta',
  metaright: 'meta',
  shiftleft: 'shift',
  shiftright: 'shift',
};

const MODIFIER_KEYS: Record<Modifier, Key> = {
  alt: { key: 'Alt', code: 'AltLeft', keyCode: 18 },
  control: { key: 'Control', code: 'ControlLeft', keyCode: 17 },
  meta: { key: 'Meta', code: 'MetaLeft', keyCode: 91 },
  shift: { key: 'Shift', code: 'ShiftLeft', keyCode: 16 },
};

type Mark = Pick<Key, 'code' | 'keyCode' | 'shift'>;
const pair = (
  plainMark: string,
  shifted: string,
  code: string,
  keyCode: number,
): [string, Mark][] => [
  [plainMark, { code, keyCode }],
  [shifted, { code, keyCode, shift: true }],
];
const MARKS: Partial<Record<string, Mark>> = Object.fromEntries([
  ...pair(';', ':', 'Semicolon', 186),
  ...pair('=', '+', 'Equal', 187),
  ...pair(',', '<', 'Comma', 188),
  ...pair('-', '_', 'Minus', 189),
  ...pair('.', '>', 'Period', 190),
  ...pair('/', '?', 'Slash', 191),
  ...pair('`', '~', 'Backquote', 192),
  ...pair('[', '{', 'BracketLeft', 219),
  ...pair('\\', '|', 'Backslash', 220),
  ...pair(']', '}', 'BracketRight', 221),
  ...pair("'", '"', 'Quote', 222),
  ...Array.from(')!@#$%^&*(').map((mark, digit): [string, Mark] => [
    mark,
    { code: `Digit${digit}`, keyCode: 48 + digit, shift: true },
  ]),
]);
