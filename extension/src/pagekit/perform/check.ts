// Ticking and unticking: a click only where the state is another.
import { pause } from '../wait/clock';
import type { KitContext } from '../context';
import { checkedOf, describe } from '../dom/facts';
import type { Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { roleOf } from '../dom/roles';
import { click, PLAIN_CLICK } from './click';

const EFFECT_MS_MAX = 300;

export async function check(
  { window }: KitContext,
  fit: Fit,
  on: boolean,
  force: boolean,
): Promise<void> {
  const { element } = fit;
  const isSo = () => (checkedOf(element) ?? false) === on;
  if (isSo()) return;
  if (!on && roleOf(element) === 'radio') {
    throw new Refusal('badArguments', `${describe(element)} is unticked by ticking another`);
  }
  await click(window, fit, PLAIN_CLICK, force);
  const end = performance.now() + EFFECT_MS_MAX;
  while (element.isConnected && !isSo()) {
    if (performance.now() > end) {
      throw new Refusal('noEffect', `${describe(element)} stayed ${on ? 'unticked' : 'ticked'}`);
    }
    await pause(window, 8);
  }
}
