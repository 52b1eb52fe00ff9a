// The events of HTML drag and drop, for a source in the page or for files from outside.
import type { Point } from '../../wire';
import { EVERYTHING, nextFrame, nextTurn, pause } from '../wait/clock';
import { describe } from '../dom/facts';
import { Refusal } from '../refusal';
import { elementAt } from '../dom/tree';
import { wayTo } from './pointer';

/** Drags a source over the page and drops it; false when the page made the drag its own. */
export async function dragOver(
  window: Window,
  source: HTMLElement,
  { start, end, steps }: { start: Point; end: Point; steps: number },
): Promise<boolean> {
  const dataTransfer = new DataTransfer();
  const begin = dragEvent(window, 'dragstart', start, dataTransfer);
  if (!source.dispatchEvent(begin)) return false;
  source.dispatchEvent(
    new PointerEvent('pointercancel', { bubbles: true, composed: true, pointerId: 1 }),
  );
  // Pages hide or mark the source once the browser has taken its picture.
  await nextFrame(window);
  const over = createOver(window, dataTransfer);
  let welcome = false;
  for (const point of wayTo(start, end, steps)) {
    source.dispatchEvent(dragEvent(window, 'drag', point, dataTransfer));
    welcome = over.move(point);
    await nextTurn();
  }
  const answers = new MutationObserver(() => undefined);
  answers.observe(window.document, EVERYTHING);
  for (let hold = 0; hold < HOLDS_MAX; hold += 1) {
    await pause(window, HOLD_MS);
    answers.takeRecords();
    welcome = over.move(end);
    await nextFrame(window);
    if (answers.takeRecords().length === 0) break;
  }
  answers.disconnect();
  const zone = over.zone();
  if (welcome) over.drop(end);
  else over.leave(end);
  source.dispatchEvent(dragEvent(window, 'dragend', end, dataTransfer));
  if (!welcome) throw notWelcome(zone);
  return true;
}

/** How often the browser tells a drag that rests where it is; lists make room at each. */
const HOLD_MS = 50;
const HOLDS_MAX = 6;

/** Drops files on an element. */
export async function dropFiles(window: Window, point: Point, files: DataTransfer): Promise<void> {
  const over = createOver(window, files);
  over.move(point);
  await nextTurn();
  if (over.move(point)) {
    over.drop(point);
    return;
  }
  over.leave(point);
  throw notWelcome(over.zone());
}

function notWelcome(zone: Element | undefined): Refusal {
  return new Refusal('noEffect', `${zone ? describe(zone) : 'the page'} takes no drop`);
}

function createOver(window: Window, dataTransfer: DataTransfer) {
  let zone: Element | undefined;
  const fire = (type: string, target: Element, point: Point) =>
    target.dispatchEvent(dragEvent(window, type, point, dataTransfer));
  return {
    zone: () => zone,
    /** Tells whether what is there would take the drop. */
    move(point: Point): boolean {
      const now = elementAt(window.document, point.x, point.y) ?? undefined;
      let entered = false;
      if (now !== zone) {
        entered = !!now && !fire('dragenter', now, point);
        if (zone) fire('dragleave', zone, point);
        zone = now;
      }
      const over = !!now && !fire('dragover', now, point);
      return over || entered;
    },
    drop(point: Point) {
      if (zone) fire('drop', zone, point);
    },
    leave(point: Point) {
      if (zone) fire('dragleave', zone, point);
    },
  };
}

function dragEvent(
  window: Window,
  type: string,
  { x, y }: Point,
  dataTransfer: DataTransfer,
): DragEvent {
  return new DragEvent(type, {
    bubbles: true,
    cancelable: type !== 'dragleave' && type !== 'dragend',
    composed: true,
    view: window,
    clientX: x,
    clientY: y,
    screenX: window.screenX + x,
    screenY: window.screenY + y,
    buttons: type === 'drop' || type === 'dragend' ? 0 : 1,
    dataTransfer,
  });
}
