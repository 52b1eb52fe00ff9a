// An element in a few words: for answers, errors and reports.
import { quote, quoteKind } from '../../page-words';
import type { ElementFacts } from '../../wire';
import { controlBehind } from './clickable';
import { editContextOf } from './edit-context';
import { attributeOf, matches, tagOf } from './native';
import { contentOf, nameOf } from './names';
import type { Numbers } from '../numbers';
import { richText } from './rich-text';
import { isEditingHost, roleOf } from './roles';
import { DOTS, isSecret } from './secrets';
import { deepQueryAll } from './tree';

const NAME_CHARS_MAX = 120;
const VALUE_CHARS_MAX = 2000;

export function factsOf(element: Element, numbers: Numbers): ElementFacts {
  // A label carries the number of a control that cannot be seen.
  const subject = controlBehind(element) ?? element;
  const value = valueOf(subject);
  const checked = checkedOf(subject);
  const href = hrefOf(element);
  return {
    number: numbers.of(element),
    role: roleOf(subject) || tagOf(subject),
    name: labelOf(subject) || labelOf(element),
    ...(value !== undefined && { value: cut(value, VALUE_CHARS_MAX) }),
    ...(checked !== undefined && { checked }),
    ...(href !== undefined && { href }),
  };
}

/** `button "Save"`, `link "Home"`, `<div class="modal">`, with the page's words set apart. */
export function describe(element: Element): string {
  const role = roleOf(element);
  const name = nameOf(element);
  if (role && name) return `${quoteKind(role)} ${quote(name, 60)}`;
  const tag = quoteKind(tagOf(element));
  const id = attributeOf(element, 'id');
  if (id) return `<${tag} id=${quote(id, 40)}>`;
  const classes = attributeOf(element, 'class')?.trim();
  if (classes) return `<${tag} class=${quote(classes, 40)}>`;
  return role ? quoteKind(role) : `<${tag}>`;
}

/** Its name, or what it says when it has none. */
export function labelOf(element: Element): string {
  const name = nameOf(element);
  if (name) return cut(name, NAME_CHARS_MAX);
  return isField(element) ? '' : cut(contentOf(element), NAME_CHARS_MAX);
}

/** What a field holds now; of a secret only that it holds something. */
export function valueOf(element: Element): string | undefined {
  const held = heldBy(element);
  return held && isSecret(element) ? DOTS : held;
}

function heldBy(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    switch (element.type) {
      case 'checkbox':
      case 'radio':
      case 'button':
      case 'submit':
      case 'reset':
      case 'image':
      case 'hidden':
        return undefined;
      case 'file':
        return Array.from(element.files ?? [], (file) => file.name).join(', ');
      default:
        return element.value;
    }
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.selectedOptions, (option) => option.label.trim()).join(', ');
  }
  if (isEditingHost(element)) {
    const drawn = editContextOf(element);
    // Pages that draw their text themselves often tell only a part of it, or none.
    return drawn ? drawn.text || undefined : richText(element, VALUE_CHARS_MAX);
  }
  if (attributeOf(element, 'role') === 'combobox') return chosenIn(element);
  return (
    attributeOf(element, 'aria-valuetext') ?? attributeOf(element, 'aria-valuenow') ?? undefined
  );
}

/** What a custom select shows as chosen; a field or a list inside it has its own say. */
function chosenIn(combobox: Element): string | undefined {
  if (deepQueryAll(combobox, 'input, textarea, [contenteditable], [role=listbox]').length > 0) {
    return undefined;
  }
  return contentOf(combobox).replaceAll('\u200b', '').trim();
}

/** What may change of a field without any notice: a script sets properties. */
export function stateOfField(field: Element): string {
  const disabled = matches(field, ':disabled') ? ' disabled' : '';
  return `${valueOf(field) ?? ''}${checkedOf(field) ? ' checked' : ''}${disabled}`;
}

export function checkedOf(element: Element): boolean | undefined {
  if (element instanceof HTMLInputElement) {
    return element.type === 'checkbox' || element.type === 'radio' ? element.checked : undefined;
  }
  const announced = attributeOf(element, 'aria-checked');
  return announced === null ? undefined : announced === 'true';
}

export function hrefOf(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) {
    return element.href || undefined;
  }
  if (element instanceof SVGAElement) {
    try {
      return element.href.baseVal && new URL(element.href.baseVal, element.baseURI).href;
    } catch {
      return element.href.baseVal;
    }
  }
  return undefined;
}

export function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  // Not between the halves of a pair.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(charsMax - 2)) ? charsMax - 2 : charsMax - 1;
  return `${text.slice(0, end)}…`;
}

function isField(element: Element): boolean {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    isEditingHost(element)
  );
}
