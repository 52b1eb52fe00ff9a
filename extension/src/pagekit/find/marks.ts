// Finding by what is written on an element for machines or beside it: CSS, role and name, label.
import { isAriaHidden } from '../dom/aria-hidden';
import { attributeOf } from '../dom/native';
import { labelsOf } from '../dom/labels';
import { contentOf, nameOf, tidy } from '../dom/names';
import { Refusal } from '../refusal';
import { roleOf } from '../dom/roles';
import { deepQueryAll } from '../dom/tree';

export function bySelector(document: Document, selector: string): Element[] {
  try {
    return deepQueryAll(document, selector);
  } catch {
    throw new Refusal(
      'badArguments',
      `"${selector}" is not a CSS selector that Chrome understands`,
    );
  }
}

/**
 * By role, and by name: whole before a part. What is said to be hidden from assistive technology has
 * no role to find it by; `unheard` finds only that.
 */
export function byRole(
  document: Document,
  role: string,
  name?: string,
  unheard = false,
): Element[] {
  if (name !== undefined && fold(name) === '') {
    throw new Refusal('badArguments', `role=${role} was given an empty name`);
  }
  const wanted = role.toLowerCase();
  const found = deepQueryAll(document, MAY_HAVE_ROLE[wanted] ?? '*').filter(
    (element) => roleOf(element) === wanted && isAriaHidden(element) === unheard,
  );
  return name === undefined ? found : bestOf(found, name, (element) => [[nameOf(element)]]);
}

/** The field that is labelled so; its label, then what stands in it while empty, then its name. */
export function byLabel(document: Document, label: string): Element[] {
  return bestOf(deepQueryAll(document, FIELDS), label, (field) => [
    [nameOf(field), attributeOf(field, 'aria-label'), ...labelsOf(field).map(contentOf)],
    [attributeOf(field, 'placeholder'), attributeOf(field, 'title')],
    [attributeOf(field, 'name')],
  ]);
}

/** Those whose texts say it whole, the first kind of text first; else those that contain it. */
export function bestOf(
  elements: Element[],
  words: string,
  textsOf: (element: Element) => (string | null)[][],
): Element[] {
  const wanted = fold(words);
  if (!wanted) return [];
  let best: Element[] = [];
  let bestRank = Infinity;
  for (const element of elements) {
    const rank = rankOf(textsOf(element), wanted);
    if (rank > bestRank || rank === Infinity) continue;
    if (rank < bestRank) best = [];
    bestRank = rank;
    best.push(element);
  }
  return best;
}

export function fold(text: string): string {
  return tidy(text).toLowerCase();
}

function rankOf(kinds: (string | null)[][], wanted: string): number {
  let rank = Infinity;
  kinds.forEach((texts, kind) => {
    for (const text of texts) {
      if (!text) continue;
      const said = fold(text);
      if (said === wanted || bare(said) === wanted) rank = Math.min(rank, kind);
      else if (said.includes(wanted)) rank = Math.min(rank, kinds.length + kind);
    }
  });
  return rank;
}

/** `Email *` and `Email:` are what people call Email. */
function bare(text: string): string {
  return text.replace(/[\s:*]+$/u, '');
}

const FIELDS =
  'input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false]), ' +
  'meter, progress, output, [role=textbox], [role=searchbox], [role=combobox], [role=listbox], ' +
  '[role=spinbutton], [role=slider], [role=checkbox], [role=radio], [role=switch], ' +
  '[aria-haspopup=listbox]';

/** Where elements of common roles are, to spare a look at all. */
export const MAY_HAVE_ROLE: Partial<Record<string, string>> = {
  button: 'button, input, summary, [role]',
  link: 'a, area, [role]',
  textbox: 'input, textarea, [contenteditable], [role]',
  searchbox: 'input, [role]',
  combobox: 'input, select, [role]',
  listbox: 'select, [role]',
  option: 'option, [role]',
  checkbox: 'input, [role]',
  radio: 'input, [role]',
  switch: 'input, [role]',
  slider: 'input, [role]',
  spinbutton: 'input, [role]',
  tab: '[role]',
  menuitem: '[role]',
  dialog: 'dialog, [role]',
  heading: 'h1, h2, h3, h4, h5, h6, [role]',
};
