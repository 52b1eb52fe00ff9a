// A pointer that a page cannot tell from a mouse by what its events carry: over, move, down, up,
// in the order in which they come from a hand.
import type { Modifier, MouseButton, Point } from '../../wire';
import { elementAt, parentOf } from '../dom/tree';

export interface Pointer {
  /** What is under it now, and gets its events. */
  target(): Element;
  /** Moves there, leaving what it was over and entering what is there. */
  moveTo(point: Point): void;
  /** Presses; tells whether the page lets the press have its usual effect. */
  down(count: number): boolean;
  up(count: number): void;
  /** Fires one mouse event where the pointer is; false when the page prevented it. */
  fire(type: string, init?: MouseEventInit, target?: Element): boolean;
}

export interface PointerManner {
  button: MouseButton;
  modifiers: readonly Modifier[];
  /** Gets every event, whatever is at the point: the caller insists. */
  insistOn?: Element | undefined;
}

const BUTTONS = {
  left: { button: 0, buttons: 1 },
  middle: { button: 1, buttons: 4 },
  right: { button: 2, buttons: 2 },
} as const;

const hovered = new WeakMap<Document, WeakRef<Element>>();

export function createPointer(
  window: Window,
  start: Point,
  { button, modifiers, insistOn }: PointerManner,
): Pointer {
  const { document } = window;
  let at = start;
  let pressed = false;
  let held: Element | undefined;
  let mouseToo = true;
  const under = () => insistOn ?? elementAt(document, at.x, at.y) ?? document.documentElement;

  const init = (type: string): PointerEventInit => ({
    bubbles: !type.endsWith('enter') && !type.endsWith('leave'),
    cancelable: !type.endsWith('enter') && !type.endsWith('leave'),
    composed: !type.endsWith('enter') && !type.endsWith('leave'),
    view: window,
    clientX: at.x,
    clientY: at.y,
    screenX: window.screenX + at.x,
    screenY: window.screenY + at.y,
    ctrlKey: modifiers.includes('control'),
    shiftKey: modifiers.includes('shift'),
    altKey: modifiers.includes('alt'),
    metaKey: modifiers.includes('meta'),
    button: BUTTONS[button].button,
    buttons: pressed ? BUTTONS[button].buttons : 0,
  });
  const pointerEvent = (type: string, more: PointerEventInit = {}) =>
    new PointerEvent(type, {
      ...init(type),
      pointerId: 1,
      pointerType: 'mouse',
      isPrimary: true,
      pressure: pressed ? 0.5 : 0,
      ...more,
    });
  const moving = (type: string, target: Element, relatedTarget: Element | null = null) => {
    target.dispatchEvent(pointerEvent(`pointer${type}`, { button: -1, relatedTarget }));
    if (!mouseToo) return;
    const event = new MouseEvent(`mouse${type}`, {
      ...init(`mouse${type}`),
      button: 0,
      relatedTarget,
    });
    target.dispatchEvent(event);
  };
  const enter = (target: Element) => {
    const old = hovered.get(document)?.deref();
    const from = old?.isConnected ? old : null;
    if (from === target) return;
    if (from) {
      moving('out', from, target);
      for (const left of lineage(from)) if (!holds(left, target)) moving('leave', left, target);
    }
    moving('over', target, from);
    const entered = lineage(target).filter((element) => !from || !holds(element, from));
    for (const element of entered.reverse()) moving('enter', element, from);
    hovered.set(document, new WeakRef(target));
  };
  /**
   * A page may have captured the pointer for what was pressed. The browser does not say so, and
   * ignores it where no real button is down: what was pressed hears of it beside what is under it.
   */
  const tellPressed = (type: string, under: Element, more: PointerEventInit = {}) => {
    if (!held?.isConnected) return;
    for (const element of lineage(held)) {
      if (holds(element, under)) return;
      element.dispatchEvent(pointerEvent(type, { ...more, bubbles: false }));
    }
  };

  const pointer: Pointer = {
    target: under,
    moveTo(point) {
      at = point;
      const target = under();
      enter(target);
      moving('move', target);
      tellPressed('pointermove', target, { button: -1 });
    },
    down(count) {
      pressed = true;
      const target = under();
      held = target;
      mouseToo = target.dispatchEvent(pointerEvent('pointerdown'));
      return !mouseToo || pointer.fire('mousedown', { detail: count }, target);
    },
    up(count) {
      const target = under();
      pressed = false;
      target.dispatchEvent(pointerEvent('pointerup'));
      tellPressed('pointerup', target);
      held = undefined;
      if (mouseToo) pointer.fire('mouseup', { detail: count }, under());
      mouseToo = true;
    },
    fire(type, more = {}, target = under()) {
      // Chrome makes these three pointer events.
      const event = ['click', 'auxclick', 'contextmenu'].includes(type)
        ? pointerEvent(type, { pressure: 0, ...more })
        : new MouseEvent(type, { ...init(type), ...more });
      return target.dispatchEvent(event);
    },
  };
  return pointer;
}

/** The places on the way of a hand, the last of them its end. */
export function wayTo(start: Point, end: Point, steps: number): Point[] {
  return Array.from({ length: steps }, (_, step) => {
    const share = (step + 1) / steps;
    return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
  });
}

/** An element and what is around it, innermost first. */
export function lineage(element: Element): Element[] {
  const line: Element[] = [];
  for (let at: Element | null = element; at; at = parentOf(at)) line.push(at);
  return line;
}

function holds(outer: Element, inner: Element): boolean {
  return lineage(inner).includes(outer);
}
