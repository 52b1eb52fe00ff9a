// Doing things to an element with synthesised events: a table of contents.
import type { Deed, Need, PerformParams } from '../../wire';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import type { Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { check } from './check';
import { chooseOptions } from './choose';
import { click, hover } from './click';
import { chooseInCombobox } from './combobox';
import { drag } from './drag';
import { caretToEnd, focusOn, selectAll } from './focus';
import { press } from './press';
import { type } from './typing';
import { upload } from './upload';
import { setWhole } from './values';

const NEEDS: Record<Deed['type'], Need> = {
  click: 'click',
  hover: 'hover',
  focus: 'focus',
  type: 'edit',
  setValue: 'edit',
  choose: 'choose',
  check: 'check',
  press: 'focus',
  drag: 'click',
  upload: 'files',
};

export function needFor(deed: Deed): Need {
  return NEEDS[deed.type];
}

/** Whether it also presses Enter, which may send what was written. */
export function pressesEnter(deed: Deed): boolean {
  if (deed.type === 'type') return /[\r\n]/.test(deed.text);
  return (
    deed.type === 'press' &&
    deed.keys.some((words) => /(?:^|\+)\s*(?:enter|return)\s*$/i.test(words))
  );
}

export async function performDeed(
  context: KitContext,
  fit: Fit,
  { deed, timeoutMs, force }: PerformParams,
): Promise<void> {
  const { window } = context;
  const { element, point } = fit;
  switch (deed.type) {
    case 'click':
      return click(window, fit, deed, force);
    case 'hover':
      hover(window, point, force ? element : undefined);
      return;
    case 'focus':
      if (!focusOn(element)) {
        throw new Refusal('wrongKind', `${describe(element)} takes no focus`);
      }
      if (deed.selectAll) selectAll(element);
      else caretToEnd(element);
      return;
    case 'type':
      return type(context, fit, deed.text, deed.clear);
    case 'setValue':
      if (fit.field === 'rich') return type(context, fit, deed.value, true);
      focusOn(element);
      setWhole(element, deed.value);
      return;
    case 'choose':
      return element instanceof HTMLSelectElement
        ? chooseOptions(element, deed.options)
        : chooseInCombobox(context, fit, deed.options, timeoutMs);
    case 'check':
      return check(context, fit, deed.on, force);
    case 'press':
      return press(context, fit, deed.keys);
    case 'drag':
      return drag(context, fit, { target: deed.to, at: deed.toAt, timeoutMs, force });
    case 'upload':
      return upload(context, fit, deed.files);
  }
}
