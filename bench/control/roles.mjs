// @ts-check
// The roles of what one can do something with. Options are left out: they are their list's.

const INTERACTIVE = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** @param {string} role */
export function isInteractive(role) {
  return INTERACTIVE.has(role.toLowerCase());
}
