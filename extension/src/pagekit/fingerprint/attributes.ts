// The attributes by which an element may be known again.
import type { NamingAttribute } from '../../wire';
import { attributeNamesOf, attributeOf } from '../dom/native';
import { isSecret } from '../dom/secrets';
import { bounded, type Mask } from './texts';
import { looksGenerated } from './generated';

const NAMES = new Set([
  'id',
  'name',
  'href',
  'value',
  'autocomplete',
  'placeholder',
  'title',
  'alt',
  'for',
]);
/** Of a field, the attribute is what it held when the page came. */
const VALUED = new Set(['button', 'checkbox', 'image', 'radio', 'reset', 'submit']);
/** Frameworks write these for themselves. */
const FRAMEWORKS =
  /^data-(?:v-|react|reactid|reactroot|ember|ng-|svelte|astro|radix|headlessui|state$|focus|hover|active|selected|highlighted|orientation|side|align|index$|emotion|sk$|turbo|turbolinks|controller|action|bs-|toggle$|tabwright)/;
const CARRIES_SECRETS =
  /token|csrf|xsrf|nonce|secret|password|passwd|auth|session|signature|apikey|api-key/i;
const ATTRIBUTES_MAX = 12;
const RANDOM_CHARS_MIN = 16;

export function namingAttributesOf(element: Element, mask: Mask): NamingAttribute[] {
  const found: NamingAttribute[] = [];
  for (const name of attributeNamesOf(element)) {
    if (found.length >= ATTRIBUTES_MAX) break;
    if (!NAMES.has(name) && !isData(name)) continue;
    if (CARRIES_SECRETS.test(name) || (name === 'value' && !tellsValue(element))) continue;
    const value = attributeOf(element, name)?.trim();
    if (!value) continue;
    if (name === 'href') {
      const address = addressOf(element, value);
      if (address) found.push({ name, ...address, value: mask(address.value) });
      continue;
    }
    if (CARRIES_SECRETS.test(value) && value.length > 40) continue;
    const generated = looksGenerated(value) && !isData(name);
    const told = { name, value: mask(bounded(value)) };
    found.push(
      generated || (isData(name) && isRandom(value)) ? { ...told, generated: true } : told,
    );
  }
  return found;
}

function isData(name: string): boolean {
  return name.startsWith('data-') && !FRAMEWORKS.test(name);
}

function tellsValue(element: Element): boolean {
  if (isSecret(element)) return false;
  if (element instanceof HTMLInputElement) return VALUED.has(element.type);
  return element instanceof HTMLButtonElement || element instanceof HTMLOptionElement;
}

/** Within its own site without the site, and never what opens a session. */
function addressOf(
  element: Element,
  written: string,
): Pick<NamingAttribute, 'value' | 'generated'> | undefined {
  if (/^(?:javascript:|data:|blob:|#?$)/i.test(written)) return undefined;
  let url: URL;
  try {
    url = new URL(written, element.baseURI);
  } catch {
    return { value: bounded(written) };
  }
  let generated = false;
  for (const [key, value] of [...url.searchParams]) {
    if (
      !CARRIES_SECRETS.test(key) &&
      !/^(?:sid|sig|code|key|hash)$/i.test(key) &&
      !isRandom(value)
    ) {
      continue;
    }
    url.searchParams.delete(key);
    generated = true;
  }
  url.username = '';
  url.password = '';
  const own = element.ownerDocument.location as Location | null;
  const isOwn = url.origin === own?.origin;
  const value = isOwn ? `${url.pathname}${url.search}${url.hash}` : url.href;
  return { value: bounded(value), ...(generated && { generated }) };
}

/** A key or a hash: long, without a space, of letters and digits. */
function isRandom(value: string): boolean {
  return (
    value.length >= RANDOM_CHARS_MIN &&
    /^[A-Za-z0-9_\-+/=.%]+$/.test(value) &&
    /\d/.test(value) &&
    /[A-Za-z]/.test(value) &&
    looksGenerated(value)
  );
}
