// Which roles may take each other's place when a page is made anew: a link becomes a button, a list of
// options a field with suggestions.

const FAMILIES: readonly ReadonlySet<string>[] = [
  [
    'button link menuitem menuitemcheckbox menuitemradio tab option treeitem gridcell cell',
    'columnheader rowheader row listitem article heading img figure',
  ],
  ['textbox searchbox combobox spinbutton'],
  ['checkbox radio switch menuitemcheckbox menuitemradio'],
  ['combobox listbox radiogroup'],
  ['slider spinbutton scrollbar'],
  ['dialog alertdialog'],
].map((roles) => new Set(roles.join(' ').split(' ')));

/** What has no role, or one that only text has, may be pressed and be a button on another day. */
const TEXTS = new Set(
  'blockquote caption code definition deletion emphasis group insertion mark paragraph status strong subscript superscript term time tooltip'.split(
    ' ',
  ),
);
const PRESSED = FAMILIES[0] ?? new Set<string>();

export function isOfFamily(one: string, other: string): boolean {
  if (one === other) return true;
  if (isText(one)) return isText(other) || PRESSED.has(other);
  if (isText(other)) return PRESSED.has(one);
  return FAMILIES.some((family) => family.has(one) && family.has(other));
}

function isText(role: string): boolean {
  return role === '' || TEXTS.has(role);
}

/** Where elements may be that are of its family by their role. */
export function selectorFor(role: string): string {
  const families = isText(role) ? [PRESSED] : FAMILIES.filter((family) => family.has(role));
  const tags = new Set<string>([`[role="${CSS.escape(role)}"]`]);
  for (const family of families) {
    for (const member of family) {
      tags.add(`[role="${member}"]`);
      for (const tag of TAGS[member] ?? []) tags.add(tag);
    }
  }
  return [...tags].join(', ');
}

/** Without the roles that only text has: what was pressed there is found by what it says. */
const TAGS: Partial<Record<string, readonly string[]>> = {
  button: [
    'button',
    'summary',
    'input:is([type=button], [type=submit], [type=reset], [type=image], [type=file])',
  ],
  link: ['a[href]', 'area[href]'],
  textbox: ['input', 'textarea', '[contenteditable]'],
  searchbox: ['input'],
  spinbutton: ['input'],
  combobox: ['input', 'select'],
  listbox: ['select'],
  checkbox: ['input[type=checkbox]', 'input[type=radio]'],
  radio: ['input[type=radio]'],
  slider: ['input[type=range]'],
  dialog: ['dialog'],
  option: ['option'],
};
