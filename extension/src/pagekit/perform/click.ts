// Clicks, as a hand makes them: any button, once or more, held, with modifiers.
import type { PageAction, Point } from '../../wire';
import { pause } from '../wait/clock';
import { describe } from '../dom/facts';
import { matches } from '../dom/native';
import { accepts } from '../ready/reach';
import type { Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { isDisabled } from '../dom/visibility';
import { focusByPointer } from './focus';
import { createPointer, lineage } from './pointer';
import { placeSelection } from './selection';

export type ClickAction = Extract<PageAction, { type: 'click' }>;
export const PLAIN_CLICK: ClickAction = {
  type: 'click',
  button: 'left',
  count: 1,
  holdMs: 0,
  modifiers: [],
};

export async function click(
  window: Window,
  { element, partners, point }: Pick<Fit, 'element' | 'partners' | 'point'>,
  { button, count, holdMs, modifiers }: ClickAction,
  force: boolean,
): Promise<void> {
  const insistOn = force ? element : undefined;
  const pointer = createPointer(window, point, { button, modifiers, insistOn });
  pointer.moveTo(point);
  for (let nth = 1; nth <= count; nth += 1) {
    const pressed = pointer.target();
    if (nth === 1 && !force && !accepts(pressed, element, partners)) {
      throw new Refusal('covered', `${describe(pressed)} came over ${describe(element)}`);
    }
    if (pointer.down(nth)) {
      focusByPointer(pressed);
      if (button === 'left') placeSelection(window.document, pressed, point, nth);
    }
    if (button === 'right') pointer.fire('contextmenu');
    if (holdMs > 0) await pause(window, holdMs);
    const released = pointer.target();
    pointer.up(nth);
    const clicked = commonOf(pressed, released);
    if (!clicked?.isConnected || (isDisabled(clicked) && matches(clicked, ':disabled'))) continue;
    pointer.fire(button === 'left' ? 'click' : 'auxclick', { detail: nth }, clicked);
    if (button === 'left' && nth === 2) pointer.fire('dblclick', { detail: 2 }, clicked);
  }
}

/** Only moves there; menus that open on hover do. */
export function hover(window: Window, point: Point, insistOn?: Element): void {
  createPointer(window, point, { button: 'left', modifiers: [], insistOn }).moveTo(point);
}

/** A click goes to what holds both ends of it. */
function commonOf(pressed: Element, released: Element): Element | undefined {
  const line = new Set(lineage(pressed));
  return lineage(released).find((element) => line.has(element));
}
