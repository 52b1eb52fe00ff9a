// Keys and chords in words.
import { expect, test } from 'vitest';
import { keyForCharacter, readChord } from './keys';

test.each([
  ['Enter', [], 'Enter', 'Enter', 13],
  ['Control+a', ['control'], 'a', 'KeyA', 65],
  ['ctrl+shift+ArrowLeft', ['control', 'shift'], 'ArrowLeft', 'ArrowLeft', 37],
  ['Cmd+K', ['meta'], 'K', 'KeyK', 75],
  ['Control++', ['control'], '+', 'Equal', 187],
  ['+', [], '+', 'Equal', 187],
  ['Esc', [], 'Escape', 'Escape', 27],
  ['f5', [], 'F5', 'F5', 116],
  ['ControlOrMeta+s', ['control'], 's', 'KeyS', 83],
  ['KeyB', [], 'b', 'KeyB', 66],
  ['Digit7', [], '7', 'Digit7', 55],
  ['slash', [], '/', 'Slash', 191],
  ['NumpadAdd', [], '+', 'Equal', 187],
  ['NumpadEnter', [], 'Enter', 'Enter', 13],
  ['ENTER', [], 'Enter', 'Enter', 13],
  ['ShiftLeft+Tab', ['shift'], 'Tab', 'Tab', 9],
])('%s', (words, modifiers, key, code, keyCode) => {
  expect(readChord(words, false)).toMatchObject({ modifiers, key: { key, code, keyCode } });
});

test.each(['Control+A', 'ctrl+A', 'Meta+K', 'Alt+F'])('%s is without Shift', (words) => {
  expect(readChord(words, false).key.shift).toBe(false);
});

test('the command key stands for control on a Mac', () => {
  expect(readChord('ControlOrMeta+s', true).modifiers).toEqual(['meta']);
});

test.each(['', 'Entr', 'Hyper+a', 'Control+'])('"%s" is no key', (words) => {
  expect(() => readChord(words, false)).toThrow(/not a key|no modifier key/);
});

test.each([
  ['a', 'KeyA', false],
  ['A', 'KeyA', true],
  ['7', 'Digit7', undefined],
  ['&', 'Digit7', true],
  ['?', 'Slash', true],
  ['é', '', undefined],
])('%s is typed with %s', (character, code, shift) => {
  const key = keyForCharacter(character);
  expect([key.key, key.code, key.shift, key.text]).toEqual([character, code, shift, character]);
});
