// The lines under which what belongs together is indented: landmarks, dialogs, scroll areas.
import { attributeOf, trimmedAttribute } from '../dom/native';
import { nameOf } from '../dom/names';
import { roleOf } from '../dom/roles';
import { quoted } from './escape';
import type { Part } from './outline';
import type { Met } from './walk-context';

/** Told even without a name: they say where one is. */
const ALWAYS = new Set(
  'alert alertdialog banner complementary contentinfo dialog main navigation search status'.split(
    ' ',
  ),
);
/** Told where they have a name. */
const NAMED = new Set(
  (
    'application article feed form grid group list listbox log menu menubar radiogroup ' +
    'region table tablist tabpanel toolbar tree treegrid'
  ).split(' '),
);
const TAGS = new Set(
  'article aside dialog fieldset footer form header main nav output search section table'.split(
    ' ',
  ),
);
const SCROLLED_PX_MIN = 8;

export function headOf(met: Met, explicit: string): Part[] | undefined {
  const { element, tag, style } = met;
  const scroll = scrollWords(met, style);
  const role = explicit || (TAGS.has(tag) ? roleOf(element) : '');
  const name = isNameable(met, role) ? nameOf(element) : '';
  const tells = ALWAYS.has(role) || (NAMED.has(role) && name !== '');
  const words = tells ? `${role}${name ? ` ${quoted(name, 80)}` : ''}` : '';
  if (scroll) {
    const label = words || `scroll area${name ? ` ${quoted(name, 80)}` : ''}`;
    const mention = {
      element,
      words: ` ${label}${scroll}`,
      address: '',
      inside: false,
      counts: true,
    };
    return [mention, { remark: ':' }];
  }
  return tells ? [{ remark: `${words}:` }] : undefined;
}

/** Boxes that mean nothing by themselves, so that no group is made for them. */
export function isTransparentGroup(tag: string, role: string, element: Element): boolean {
  return (
    role === '' &&
    (tag === 'slot' || tag === 'body' || tag === 'html') &&
    !attributeOf(element, 'style')
  );
}

function isNameable({ element, tag }: Met, role: string): boolean {
  if (!ALWAYS.has(role) && !NAMED.has(role)) return trimmedAttribute(element, 'aria-label') !== '';
  if (tag === 'fieldset' || tag === 'table') return true;
  return ['aria-label', 'aria-labelledby', 'title'].some((name) => trimmedAttribute(element, name));
}

/** How far it can be scrolled, if it can. */
function scrollWords({ element, tag }: Met, style: CSSStyleDeclaration): string {
  if (tag === 'body' || tag === 'html') return '';
  const { overflowY, overflowX } = style;
  const downwards = overflowY === 'auto' || overflowY === 'scroll';
  const sideways = overflowX === 'auto' || overflowX === 'scroll';
  if (!downwards && !sideways) return '';
  const { scrollTop, scrollLeft, scrollHeight, scrollWidth, clientHeight, clientWidth } = element;
  const left = Math.abs(scrollLeft);
  const ways: string[] = [];
  const below = scrollHeight - clientHeight - scrollTop;
  const beside = scrollWidth - clientWidth - left;
  const isTall = scrollHeight - clientHeight > SCROLLED_PX_MIN;
  const isWide = scrollWidth - clientWidth > SCROLLED_PX_MIN;
  if (downwards && isTall && below >= 1) ways.push(`${Math.round(below)} px more below`);
  if (downwards && isTall && scrollTop >= 1) ways.push(`${Math.round(scrollTop)} px above`);
  if (sideways && isWide && beside >= 1) ways.push(`${Math.round(beside)} px more sideways`);
  if (sideways && isWide && left >= 1) ways.push(`${Math.round(left)} px scrolled sideways`);
  return ways.length === 0 ? '' : `, ${ways.join(', ')}`;
}
