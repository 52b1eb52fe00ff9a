// What the person presses with the pointer: clicks of every kind, and things that are dragged.
import type { Fingerprint, PointerButton } from '../../wire';
import { matches } from '../dom/native';
import { checkedOf } from '../dom/facts';
import { isDisabled } from '../dom/visibility';
import { actedOn, hitOn } from './acted-on';
import { ontoAt } from './dropping';
import type { Hovering } from './hovering';
import { modifiersOf, type Keys } from './keys';
import type { Recording } from './recording';
import { fieldOf, type Typing } from './typing';

/** A hand is never quite still. */
const STILL_PIXELS_MAX = 6;
const DRAG_PIXELS_MIN = 8;
const BUTTONS: readonly PointerButton[] = ['left', 'middle', 'right'];
/** These tell by `change` what came of a press. */
const TOLD_BY_CHANGE =
  'select, option, input:is([type=checkbox], [type=radio], [type=range], [type=file])';
const TICKED =
  '[role=checkbox], [role=switch], [role=radio], [role=menuitemcheckbox], [role=menuitemradio]';

/** From the button down to what comes of it. */
interface Press {
  element: Element | undefined;
  /** Written before the page hears of the press, which may change everything. */
  target: Fingerprint | undefined;
  ticked: boolean | undefined;
  event: PointerEvent;
  isDone: boolean;
  dragged?: { from: Fingerprint; x: number; y: number };
}

interface Clicked {
  id: string;
  element: Element;
}

export function recordPointer(
  recording: Recording,
  {
    typing,
    keys,
    hovering,
    before,
  }: { typing: Typing; keys: () => Keys; hovering: Hovering; before: () => void },
): void {
  const { window } = recording;
  let press: Press | undefined;
  let clicked: Clicked | undefined;

  recording.hear('pointerdown', (event) => {
    if (!event.isPrimary && event.pointerType !== 'mouse') return;
    recording.listeners.refresh();
    const path = event.composedPath();
    const element = actedOn(path, recording.listeners) ?? hitOn(path);
    typing.flush({ except: element && fieldOf(element) });
    before();
    const isTold = element !== undefined && !matches(element, TOLD_BY_CHANGE);
    press = {
      element,
      target: isTold ? recording.fingerprint(element) : undefined,
      ticked: element && matches(element, TICKED) ? (checkedOf(element) ?? false) : undefined,
      event,
      isDone: false,
    };
    if (element) hovering.pressed(element);
  });

  recording.hear('pointerup', (event) => {
    const now = press;
    if (!now || now.isDone) return;
    const by = { x: event.clientX - now.event.clientX, y: event.clientY - now.event.clientY };
    const moved = Math.hypot(by.x, by.y);
    // The click comes in the same turn, if it comes: what was pressed may be gone already.
    window.setTimeout(() => {
      if (now.isDone || now.dragged) return;
      if (moved <= STILL_PIXELS_MAX && now.event.button === 0) tellClick(now, 1);
    });
    if (moved < DRAG_PIXELS_MIN || now.event.button !== 0 || now.dragged || !now.target) return;
    if (!now.element || fieldOf(now.element)) return;
    if (isSelecting(window)) {
      now.isDone = true;
      return;
    }
    const onto = ontoAt(window.document, event, now.element);
    now.isDone = true;
    recording.emit({
      kind: 'drag',
      from: now.target,
      ...(onto && { onto: recording.fingerprint(onto) }),
      by,
    });
  });

  recording.hear('dragstart', (event) => {
    const [hit] = event.composedPath();
    const dragged = hit instanceof Element ? (hit.closest('[draggable=true]') ?? hit) : undefined;
    if (!press || !dragged) return;
    press.isDone = true;
    press.dragged = { from: recording.fingerprint(dragged), x: event.clientX, y: event.clientY };
  });

  let dropped: { onto: Fingerprint | undefined; x: number; y: number } | undefined;
  recording.hear('drop', (event) => {
    const onto = ontoAt(window.document, event, undefined);
    dropped = { onto: onto && recording.fingerprint(onto), x: event.clientX, y: event.clientY };
  });
  recording.hear('dragend', (event) => {
    const dragged = press?.dragged;
    const there = dropped ?? { onto: undefined, x: event.clientX, y: event.clientY };
    // It was let go where nothing takes it.
    const isTaken = dropped !== undefined || event.dataTransfer?.dropEffect !== 'none';
    press = undefined;
    dropped = undefined;
    if (!dragged || !isTaken) return;
    const by = { x: there.x - dragged.x, y: there.y - dragged.y };
    recording.emit({
      kind: 'drag',
      from: dragged.from,
      ...(there.onto && { onto: there.onto }),
      by,
    });
  });

  recording.hear('click', (event) => {
    const isByKey = event.detail === 0;
    if (isByKey) {
      tellKeyClick(event);
      return;
    }
    const now = press;
    // A label passes the click on to its field, and a second click comes of it.
    if (!now || now.isDone) return;
    tellClick(now, event.detail, event);
  });
  recording.hear('auxclick', (event) => {
    if (event.button === 1 && press && !press.isDone) tellClick(press, 1, event);
  });
  recording.hear('contextmenu', (event) => {
    if (press && !press.isDone && press.event.button === 2) tellClick(press, 1, event);
  });

  function tellClick(now: Press, count: number, event: MouseEvent = now.event) {
    now.isDone = true;
    const { element, target } = now;
    if (!element || !target || isDisabled(element)) return;
    if (now.ticked !== undefined && now.event.button === 0) {
      const isRadio = matches(element, '[role=radio], [role=menuitemradio]');
      recording.emit({ kind: 'check', target, on: isRadio || !now.ticked });
      return;
    }
    const again = count > 1 && clicked?.element === element && recording.last() === clicked.id;
    const id = recording.emit(
      {
        kind: 'click',
        target,
        button: BUTTONS[now.event.button] ?? 'left',
        count: again ? count : 1,
        modifiers: modifiersOf(event),
      },
      again ? clicked?.id : undefined,
    );
    clicked = { id, element };
  }

  /** Enter or Space on a button; not the click that submits a form from one of its fields. */
  function tellKeyClick(event: MouseEvent) {
    const pressed = keys().pressing();
    const [hit] = event.composedPath();
    if (!pressed || !(hit instanceof Element) || hit !== pressed) return;
    if (matches(pressed, TOLD_BY_CHANGE)) return;
    typing.flush();
    before();
    const target = recording.fingerprint(pressed);
    recording.emit({
      kind: 'click',
      target,
      button: 'left',
      count: 1,
      modifiers: modifiersOf(event),
    });
  }
}

/** Text is being marked, and nothing moved. */
function isSelecting(window: Window): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString().trim() !== '';
}
