// Everything by which an element may be found again on another day. Nothing in it is a place alone.
import type { Fingerprint } from '../../wire';
import { attributeOf, checkVisibility, hasAttribute, tagOf } from '../dom/native';
import { labelsOf } from '../dom/labels';
import { nameOf, tidy } from '../dom/names';
import { isEditingHost, roleOf } from '../dom/roles';
import { DOTS, isInConcealed, isSecret } from '../dom/secrets';
import { MAY_HAVE_ROLE } from '../find/marks';
import { namingAttributesOf } from './attributes';
import type { PageQuery } from './page-query';
import { createSurroundings } from './surroundings';
import { bounded, maskFor, readIn, roughText, type Mask } from './texts';

/** Writes fingerprints of elements of one page as it is now, and remembers what several have in common. */
export interface FingerprintWriter {
  of(element: Element): Fingerprint;
}

export interface WriterOptions {
  /** Secrets that were typed into the page. */
  secrets?: Iterable<string>;
}

export function createFingerprintWriter(
  page: PageQuery,
  { secrets = [] }: WriterOptions = {},
): FingerprintWriter {
  const mask = maskFor(page, secrets);
  const surroundings = createSurroundings(mask);
  const alikes = createAlikeFinder(page);
  return {
    of(element) {
      const role = roleOf(element);
      const concealed = isInConcealed(element) && !isField(element);
      const name = concealed ? DOTS : mask(bounded(nameOf(element)));
      const text = concealed ? '' : textBeside(element, name, mask);
      const label = labelOf(element, mask);
      const { alike, place } = alikes.of(element, role);
      const item = surroundings.itemOf(element);
      const heading = surroundings.headingOf(element);
      const landmark = surroundings.landmarkOf(element);
      const inputType = typeOf(element);
      return {
        role,
        name,
        tag: tagOf(element),
        ...(inputType !== undefined && { inputType }),
        ...(label && { label }),
        ...(text && { text }),
        attributes: namingAttributesOf(element, mask),
        alike,
        place,
        ...(item && { item }),
        ...(heading && { heading }),
        ...(landmark && { landmark }),
        neighbours: surroundings.neighboursOf(element),
      };
    },
  };
}

function typeOf(element: Element): string | undefined {
  if (element instanceof HTMLInputElement) {
    // A page that shows a password in clear changes its type.
    return isSecret(element) && element.type === 'text' ? 'password' : element.type;
  }
  if (!(element instanceof HTMLButtonElement)) return undefined;
  return attributeOf(element, 'type') === null ? undefined : element.type;
}

function labelOf(element: Element, mask: Mask): string {
  const [label] = labelsOf(element);
  return label ? mask(readIn(label, { without: element })) : '';
}

/** What is read in it, where its name is something else. */
function textBeside(element: Element, name: string, mask: Mask): string {
  if (isField(element)) return '';
  const text = mask(readIn(element));
  return text === name ? '' : text;
}

function isField(element: Element): boolean {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    isEditingHost(element)
  );
}

interface AlikeFinder {
  of(element: Element, role: string): { alike: number; place: number };
}

/** Finds the elements that are shown and have the same role and name. */
function createAlikeFinder(page: PageQuery): AlikeFinder {
  const asked = new Set<string>();
  const groups = new Map<string, Map<string, Element[]>>();
  const counted = new Map<Element, { alike: number; place: number }>();

  const groupOf = (element: Element, role: string): Element[] => {
    const selector = selectorOf(element, role);
    // For one element alone it would not pay to read what all others say.
    if (!asked.has(selector)) {
      asked.add(selector);
      const saysSame = sayingSame(element);
      return page.all(selector).filter(saysSame);
    }
    let byWords = groups.get(selector);
    if (!byWords) groups.set(selector, (byWords = groupByWords(page.all(selector))));
    return byWords.get(roughText(element)) ?? [element];
  };

  return {
    of(element, role) {
      const known = counted.get(element);
      if (known) return known;
      // What is said alike is named alike: to ask each for its name would take longer than a click may.
      const same = groupOf(element, role)
        .slice(0, GROUP_MAX)
        .filter((other) => other === element || (roleOf(other) === role && isShown(other)));
      same.forEach((other, place) => counted.set(other, { alike: same.length, place }));
      return counted.get(element) ?? { alike: 1, place: 0 };
    },
  };
}

function selectorOf(element: Element, role: string): string {
  const tag = tagOf(element);
  if (role === '') return CSS.escape(tag);
  return MAY_HAVE_ROLE[role] ?? `${CSS.escape(tag)}, [role="${CSS.escape(role)}"]`;
}

function groupByWords(elements: readonly Element[]): Map<string, Element[]> {
  const groups = new Map<string, Element[]>();
  for (const element of elements) {
    const words = roughText(element);
    const group = groups.get(words);
    if (group) group.push(element);
    else groups.set(words, [element]);
  }
  return groups;
}

/** Most elements have nothing but their text to say, which is compared as it is. */
function sayingSame(element: Element): (other: Element) => boolean {
  const words = roughText(element);
  const text = element.textContent;
  const isPlain = isPlainText(element);
  return (other) => {
    if (other === element) return true;
    if (isPlain && isPlainText(other)) {
      return other.textContent === text || tidy(other.textContent) === words;
    }
    return roughText(other) === words;
  };
}

function isPlainText(element: Element): boolean {
  return (
    element.textContent !== '' &&
    !FIELDS.has(tagOf(element)) &&
    !hasAttribute(element, 'aria-label') &&
    !hasAttribute(element, 'aria-labelledby')
  );
}

function isShown(element: Element): boolean {
  return checkVisibility(element, { opacityProperty: true, visibilityProperty: true });
}

const FIELDS = new Set(['input', 'select', 'textarea']);

/** So many are counted; whether there are more makes no difference. */
const GROUP_MAX = 300;
