// Doing things to an element with synthesised events: a table of contents.
import type { Need, PageAction, PerformParams } from '../../wire';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import type { Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { check } from './check';
import { chooseOptions } from './choose';
import { click, hover } from './click';
import { chooseInCombobox } from './combobox';
import { drag } from './drag';
import { caretToEnd, focusForKeys, focusOn, selectAll } from './focus';
import { paste } from './paste';
import { press } from './press';
import { type } from './typing';
import { upload } from './upload';
import { setWhole } from './values';

const NEEDS: Record<PageAction['type'], Need> = {
  click: 'click',
  hover: 'hover',
  focus: 'focus',
  type: 'edit',
  setValue: 'edit',
  choose: 'choose',
  check: 'check',
  press: 'focus',
  paste: 'focus',
  drag: 'click',
  upload: 'files',
};

export function needFor(action: PageAction): Need {
  return NEEDS[action.type];
}

/** Whether it also presses Enter, which may send what was written. */
export function pressesEnter(action: PageAction): boolean {
  if (action.type === 'type') return /[\r\n]/.test(action.text);
  return (
    action.type === 'press' &&
    action.keys.some((words) => /(?:^|\+)\s*(?:enter|return)\s*$/i.test(words))
  );
}

/** Which does to a button what a click does. */
export function pressesSpace(action: PageAction): boolean {
  return (
    action.type === 'press' &&
    action.keys.some((words) => /^(?:.*\+)?(?: |\s*space\s*)$/i.test(words))
  );
}

export async function performAction(
  context: KitContext,
  fit: Fit,
  { action, timeoutMs, force }: PerformParams,
): Promise<void> {
  const { window } = context;
  const { element, point } = fit;
  switch (action.type) {
    case 'click':
      return click(window, fit, action, force);
    case 'hover':
      hover(window, point, force ? element : undefined);
      return;
    case 'focus':
      if (!focusOn(element)) {
        throw new Refusal('wrongKind', `${describe(element)} takes no focus`);
      }
      if (action.selectAll) selectAll(element);
      else caretToEnd(element);
      return;
    case 'type':
      return type(context, fit, action.text, action.clear);
    case 'setValue':
      if (fit.field === 'rich') return type(context, fit, action.value, true);
      focusOn(element);
      setWhole(element, action.value);
      return;
    case 'choose':
      return element instanceof HTMLSelectElement
        ? chooseOptions(element, action.options)
        : chooseInCombobox(context, fit, action.options, timeoutMs);
    case 'check':
      return check(context, fit, action.on, force);
    case 'press':
      return press(context, fit, action.keys);
    case 'paste':
      if (!focusForKeys(element)) {
        throw new Refusal('wrongKind', `${describe(element)} takes no focus`);
      }
      paste(window.document, action.text);
      return;
    case 'drag':
      return drag(context, fit, { target: action.to, at: action.toAt, timeoutMs, force });
    case 'upload':
      return upload(context, fit, action.files);
  }
}
