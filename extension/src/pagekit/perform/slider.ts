// A slider that is no field: it says what it holds, and moves by the keys that every slider takes.
import { describe } from '../dom/facts';
import { attributeOf } from '../dom/native';
import { rootsOf } from '../dom/roots';
import { quote } from '../../page-words';
import { Refusal } from '../refusal';
import { changeBell, nextTurn } from '../wait/clock';
import { focusOn } from './focus';
import { stroke } from './keyboard';

const STROKES_MAX = 1000;
const MOVING_MS_MAX = 4000;
/** A page that draws itself anew after a key has done so within this time. */
const MOVED_MS_MAX = 300;

const key = (name: string, keyCode: number) => ({ key: name, code: name, keyCode });
const MORE = key('ArrowRight', 39);
const LESS = key('ArrowLeft', 37);

export async function moveSlider(window: Window, slider: Element, text: string): Promise<void> {
  const wanted = text.trim() === '' ? NaN : Number(text);
  const [min, max] = [limit(slider, 'aria-valuemin', 0), limit(slider, 'aria-valuemax', 100)];
  if (!(wanted >= min && wanted <= max)) {
    const takes = `takes numbers from ${min} to ${max}, not ${quote(text, 40)}`;
    throw new Refusal('badArguments', `${describe(slider)} ${takes}`);
  }
  if (!focusOn(slider)) throw new Refusal('wrongKind', `${describe(slider)} takes no focus`);
  const rightwards = wanted > valueOf(slider);
  // A press of the key may mean less where a page is read from right to left.
  let isTurned = false;
  const end = performance.now() + MOVING_MS_MAX;
  for (let strokes = 0; strokes < STROKES_MAX && performance.now() < end; strokes += 1) {
    const before = valueOf(slider);
    if (before === wanted) return;
    if (wanted > before !== rightwards) break;
    await stroke(window, rightwards === isTurned ? LESS : MORE, [], () => undefined);
    const now = await moved(window, slider, before);
    if (now === before) break;
    if (Math.abs(now - wanted) > Math.abs(before - wanted)) {
      if (isTurned) break;
      isTurned = true;
    }
  }
  const held = `now holds ${valueOf(slider)}, not ${wanted}`;
  if (valueOf(slider) !== wanted) throw new Refusal('noEffect', `${describe(slider)} ${held}`);
}

async function moved(window: Window, slider: Element, before: number): Promise<number> {
  await nextTurn();
  if (valueOf(slider) !== before) return valueOf(slider);
  const end = performance.now() + MOVED_MS_MAX;
  const bell = changeBell(window, rootsOf(window.document));
  try {
    while (valueOf(slider) === before && performance.now() < end)
      await bell.next(end - performance.now());
    return valueOf(slider);
  } finally {
    bell.stop();
  }
}

function valueOf(slider: Element): number {
  return Number(attributeOf(slider, 'aria-valuenow'));
}

function limit(slider: Element, name: string, usual: number): number {
  const said = attributeOf(slider, name);
  return said === null || Number.isNaN(Number(said)) ? usual : Number(said);
}
