// Dragging: by the browser's drag and drop where the source asks for it, else by pointer moves.
import type { Point, Target } from '../../wire';
import { nextFrame, nextTurn, pause } from '../wait/clock';
import type { KitContext } from '../context';
import { describe } from '../dom/facts';
import { makeReady, type Fit } from '../ready/ready';
import { Refusal } from '../refusal';
import { parentOf } from '../dom/tree';
import { tellChange, tellInput } from './commit';
import { dragOver } from './drop';
import { focusByPointer } from './focus';
import { createPointer, type Pointer, wayTo } from './pointer';

const STEPS = 12;
/** No hand lets go sooner, and some libraries look where the pointer is only every 50 ms. */
const DWELL_MS = 60;

export async function drag(
  context: KitContext,
  from: Fit,
  to: { target: Target; at: Point | undefined; timeoutMs: number; force: boolean },
): Promise<void> {
  const { window } = context;
  const end = await makeReady(context, { ...pick(to), need: 'hover' });
  if (from.element instanceof HTMLInputElement && from.element.type === 'range') {
    slide(from.element, end.point);
    return;
  }
  const start = from.point;
  const pointer = createPointer(window, start, { button: 'left', modifiers: [] });
  pointer.moveTo(start);
  const pressed = pointer.target();
  const usual = pointer.down(1);
  if (usual) focusByPointer(pressed);
  const source = usual ? draggableOf(pressed) : undefined;
  if (source) {
    const begun = await dragOver(window, source, { start, end: end.point, steps: STEPS });
    if (begun) return;
  }
  await pull(window, pointer, start, end);
}

async function pull(window: Window, pointer: Pointer, start: Point, end: Fit): Promise<void> {
  for (const point of wayTo(start, end.point, STEPS)) {
    pointer.moveTo(point);
    await nextTurn();
  }
  // Libraries move things in a frame of their own, and look at the pointer once more.
  await nextFrame(window);
  pointer.moveTo(end.point);
  await pause(window, DWELL_MS);
  pointer.up(1);
}

function draggableOf(pressed: Element): HTMLElement | undefined {
  for (let at: Element | null = pressed; at; at = parentOf(at)) {
    if (at instanceof HTMLElement && at.draggable) return at;
  }
  return undefined;
}

/** The thumb of a native range follows no events. */
function slide(range: HTMLInputElement, { x }: Point): void {
  const box = range.getBoundingClientRect();
  const share = Math.max(0, Math.min(1, (x - box.left) / box.width));
  const along = getComputedStyle(range).direction === 'rtl' ? 1 - share : share;
  const min = Number(range.min || 0);
  const before = range.value;
  range.value = String(min + (Number(range.max || 100) - min) * along);
  if (range.value === before) {
    throw new Refusal('noEffect', `${describe(range)} is already at ${before}`);
  }
  tellInput(range);
  tellChange(range);
}

function pick({ target, at, timeoutMs, force }: Parameters<typeof drag>[2]) {
  return { target, timeoutMs, force, ...(at && { at }) };
}
