// @ts-check
// What a person looks for and does, and short words to write it down with.

/**
 * @typedef {object} Thing what a person looks for: a role and a name, and what it stands in where that is not enough
 * @property {string} role
 * @property {string} [name]
 * @property {string[]} [says] texts in it, each by itself
 * @property {Thing} [in]
 * @property {string} [frame] the path of the frame that it is in
 * @property {boolean} [last] the last one of its kind, where a person knows it by its place alone
 *
 * @typedef {object} Gesture
 * @property {'click' | 'type' | 'press' | 'choose' | 'hover' | 'drag' | 'scroll' | 'upload'} do
 * @property {Thing} [on]
 * @property {Thing} [onto]
 * @property {string} [text] what is typed, chosen or pressed, or the file
 * @property {{ text?: string }} [answer] the dialog of the browser that comes then is answered with yes
 * @property {'opens' | 'closes'} [tab]
 * @property {Thing} [until] the person goes on when this is to be seen
 */

/** @param {string} role */
const thing =
  (role) =>
  /** @param {string} name @param {Partial<Thing>} [more] @returns {Thing} */
  (name, more) => ({ role, name, ...more });
export const [button, textbox, box, link, radio] = [
  'button',
  'textbox',
  'checkbox',
  'link',
  'radio',
].map(thing);
export const [combobox, spinner, option, item, part] = [
  'combobox',
  'spinbutton',
  'option',
  'menuitem',
  'region',
].map(thing);
export const [group, heading, listOf, toggle] = ['group', 'heading', 'list', 'switch'].map(thing);
/** @param {string} role @param {...string} says @returns {Thing} */
export const where = (role, ...says) => ({ role, says });

/** @param {Thing} on @param {Partial<Gesture>} [more] @returns {Gesture} */
export const click = (on, more) => ({ do: 'click', on, ...more });
/** @param {Thing} on @param {string} text @returns {Gesture} */
export const type = (on, text) => ({ do: 'type', on, text });
/** @param {string} text @param {Partial<Gesture>} [more] @returns {Gesture} */
export const press = (text, more) => ({ do: 'press', text, ...more });
/** @param {Thing} on @param {string} text @returns {Gesture} */
export const choose = (on, text) => ({ do: 'choose', on, text });
/** @param {Thing} on @returns {Gesture} */
export const hover = (on) => ({ do: 'hover', on });
/** @param {Thing} on @param {Thing} onto @param {Partial<Gesture>} [more] @returns {Gesture} */
export const drag = (on, onto, more) => ({ do: 'drag', on, onto, ...more });
/** @param {Thing} on @returns {Gesture} */
export const scroll = (on) => ({ do: 'scroll', on });
/** @param {Thing} on @param {string} text @returns {Gesture} */
export const upload = (on, text) => ({ do: 'upload', on, text });
