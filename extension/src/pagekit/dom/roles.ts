// ARIA roles: what an element says it is, else what HTML says.
import {
  attributeOf,
  closest,
  hasAttribute,
  matches,
  queryAll,
  trimmedAttribute,
  tagOf,
} from './native';
import { editContextOf } from './edit-context';
import { parentOf } from './tree';

const ROLES = new Set(
  (
    'alert alertdialog application article banner blockquote button caption cell checkbox code ' +
    'columnheader combobox complementary contentinfo definition deletion dialog directory document ' +
    'emphasis feed figure form generic graphics-document graphics-object graphics-symbol grid ' +
    'gridcell group heading image img insertion link list listbox listitem log main mark marquee ' +
    'math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option ' +
    'paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar ' +
    'search searchbox separator slider spinbutton status strong subscript suggestion superscript ' +
    'switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem'
  ).split(' '),
);

const IMPLICIT: Record<string, string> = {
  address: 'group',
  article: 'article',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  fieldset: 'group',
  figure: 'figure',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hgroup: 'group',
  hr: 'separator',
  html: 'document',
  iframe: 'iframe',
  ins: 'insertion',
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  search: 'search',
  strong: 'strong',
  sub: 'subscript',
  sup: 'superscript',
  svg: 'img',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  time: 'time',
  tr: 'row',
  ul: 'list',
};

const INPUT_ROLES: Record<string, string> = {
  button: 'button',
  checkbox: 'checkbox',
  file: 'button',
  hidden: '',
  image: 'button',
  number: 'spinbutton',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
};

const SUGGESTING = new Set(['email', 'search', 'tel', 'text', 'url']);
const SECTIONS =
  'article,aside,main,nav,section,[role=article],[role=complementary],[role=main],' +
  '[role=navigation],[role=region]';
const GLOBAL_ARIA = [
  'aria-atomic',
  'aria-busy',
  'aria-controls',
  'aria-current',
  'aria-describedby',
  'aria-details',
  'aria-dropeffect',
  'aria-flowto',
  'aria-grabbed',
  'aria-keyshortcuts',
  'aria-label',
  'aria-labelledby',
  'aria-live',
  'aria-owns',
  'aria-relevant',
  'aria-roledescription',
];
/** Parts that mean nothing once their whole is presentational. */
const WHOLES: Record<string, string> = {
  li: 'ul,ol,menu',
  tbody: 'table',
  td: 'table',
  tfoot: 'table',
  th: 'table',
  thead: 'table',
  tr: 'table',
};

/** The role, or nothing for what only groups. */
export function roleOf(element: Element): string {
  const roles = attributeOf(element, 'role');
  if (roles) {
    for (const token of roles.toLowerCase().split(/\s+/)) {
      if (!ROLES.has(token)) continue;
      if (token === 'image') return 'img';
      if (token === 'generic') return '';
      if (token !== 'none' && token !== 'presentation') return token;
      if (!mustSpeak(element)) return '';
      break;
    }
  }
  return implicitRole(element) || (isEditingHost(element) ? 'textbox' : '');
}

/** The element where editing begins; what is inside is its text. */
export function isEditingHost(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (editContextOf(element)) return true;
  if (tagOf(element) === 'body' && element.ownerDocument.designMode === 'on') return true;
  if (!element.isContentEditable) return false;
  const own = attributeOf(element, 'contenteditable');
  if (own === null || own === 'false') return false;
  const parent = parentOf(element);
  return !(parent instanceof HTMLElement) || !parent.isContentEditable;
}

/** A level from 1 to 6 for a heading, else 0. */
export function headingLevel(element: Element): number {
  const level = Number(attributeOf(element, 'aria-level'));
  if (Number.isInteger(level) && level > 0) return Math.min(level, 6);
  const tag = tagOf(element);
  if (tag.length === 2 && tag.startsWith('h') && IMPLICIT[tag] === 'heading') return Number(tag[1]);
  return roleOf(element) === 'heading' ? 2 : 0;
}

function implicitRole(element: Element): string {
  const tag = tagOf(element);
  switch (tag) {
    case 'a':
      return hasAttribute(element, 'href') || hasAttribute(element, 'xlink:href') ? 'link' : '';
    case 'area':
      return hasAttribute(element, 'href') ? 'link' : '';
    case 'aside':
      return hasOwnLabel(element) || !closestAbove(element, SECTIONS) ? 'complementary' : '';
    case 'footer':
      return closestAbove(element, SECTIONS) ? '' : 'contentinfo';
    case 'header':
      return closestAbove(element, SECTIONS) ? '' : 'banner';
    case 'form':
      return hasOwnLabel(element) ? 'form' : '';
    case 'section':
      return hasOwnLabel(element) ? 'region' : '';
    case 'img':
      return attributeOf(element, 'alt') === '' && !mustSpeak(element) ? '' : 'img';
    case 'input':
      return inputRole(element);
    case 'select':
      return hasAttribute(element, 'multiple') || Number(attributeOf(element, 'size')) > 1
        ? 'listbox'
        : 'combobox';
    case 'summary':
      return isDetailsSummary(element) ? 'button' : '';
    case 'li':
      return closest(element, 'ul,ol,menu') && !isPartOfNothing(element, tag) ? 'listitem' : '';
    case 'td':
      return isPartOfNothing(element, tag) ? '' : cellRole(element);
    case 'th':
      return isPartOfNothing(element, tag) ? '' : headerRole(element);
    case 'tbody':
    case 'thead':
    case 'tfoot':
    case 'tr':
      return isPartOfNothing(element, tag) ? '' : (IMPLICIT[tag] ?? '');
    default:
      return Object.hasOwn(IMPLICIT, tag) ? (IMPLICIT[tag] ?? '') : '';
  }
}

function inputRole(element: Element): string {
  const type = element instanceof HTMLInputElement ? element.type : 'text';
  if (SUGGESTING.has(type) && hasAttribute(element, 'list')) return 'combobox';
  return INPUT_ROLES[type] ?? 'textbox';
}

export function isDetailsSummary(element: Element): boolean {
  const details = element.parentElement;
  return (
    details instanceof HTMLDetailsElement && queryAll(details, ':scope > summary')[0] === element
  );
}

function cellRole(cell: Element): string {
  const table = closest(cell, 'table,[role=grid],[role=treegrid]');
  const role = table && attributeOf(table, 'role');
  return role === 'grid' || role === 'treegrid' ? 'gridcell' : 'cell';
}

function headerRole(cell: Element): string {
  const scope = attributeOf(cell, 'scope');
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const row = cell.parentElement;
  if (!row) return 'columnheader';
  for (const other of row.children) {
    if (tagOf(other) === 'td') return 'rowheader';
  }
  return 'columnheader';
}

function isPartOfNothing(part: Element, tag: string): boolean {
  const whole = closest(part, WHOLES[tag] ?? tag);
  const role = whole && attributeOf(whole, 'role');
  return (role === 'none' || role === 'presentation') && !mustSpeak(whole);
}

/** ARIA does not let an element be presentational that can have the focus or says more of itself. */
function mustSpeak(element: Element | null): boolean {
  if (!element) return false;
  if (GLOBAL_ARIA.some((name) => hasAttribute(element, name))) return true;
  if (hasAttribute(element, 'tabindex')) return true;
  return (
    matches(element, 'a[href],button,input,select,textarea,summary') &&
    !matches(element, ':disabled')
  );
}

function hasOwnLabel(element: Element): boolean {
  return ['aria-label', 'aria-labelledby', 'title'].some((name) => trimmedAttribute(element, name));
}

function closestAbove(element: Element, selector: string): Element | null {
  const parent = parentOf(element);
  return parent && closest(parent, selector);
}
