// The overlay: a glowing edge around the page, the name of the agent that uses it, and a Stop button.
// It blocks the person's input while it is shown.
import type { Point } from '../../wire';
import { blockInput } from './block-input';
import type { Stage } from './stage';

/** The timeout after which input is blocked again, should the end of an action never be reported. */
const PASSING_MS_MAX = 15_000;

/** Where the pointer of an action will come: at a point, not at all, or nobody knows. */
export type PointerPlace = Point | 'nowhere' | 'anywhere';

export interface Overlay {
  name(driver: string): void;
  /** Lets input through to the page. The button still works, unless the input may go to its place. */
  passThrough(on: boolean, place?: PointerPlace): void;
  remove(): void;
}

export function createOverlay(
  window: Window & typeof globalThis,
  stage: Stage,
  driver: string,
  onStop: () => void,
): Overlay {
  const parts = build(window.document);
  let passing = false;
  let closing: number | undefined;
  // Only the main frame shows the overlay; child frames only block input.
  const seen = window.parent === window;
  const guard = blockInput(window, {
    isOurs: (event) => event.target === stage.host,
    isPassing: () => passing,
    // The page is covered only now: a cover over a pointer that rests where an action has left it would end
    // `:hover`, and close the menu that hangs on it before the next action.
    onPointer: () => {
      if (seen && !passing) stage.catchPointer(true);
    },
    isOnButton: ({ x, y }) => holds(parts.button.getBoundingClientRect(), x, y),
    isFocused: () => stage.root.activeElement === parts.button,
    focusButton: () => {
      parts.button.focus({ preventScroll: true });
    },
    onStop,
  });
  if (seen) {
    stage.add(parts.edge);
    stage.add(parts.pill);
  }
  // The announcement is made later, because a live region announces changes and not its first content. What is
  // seen is there at once: it decides where the button is, which must not move away under the person's press.
  const name = (who: string) => {
    parts.driver.textContent = who;
    window.setTimeout(() => {
      parts.announcement.textContent = `${who} is using this tab`;
    });
  };
  name(driver);

  const passThrough = (on: boolean, place: PointerPlace = 'anywhere') => {
    window.clearTimeout(closing);
    if (on) closing = window.setTimeout(passThrough, PASSING_MS_MAX, false);
    passing = on;
    if (!seen) return;
    if (on) stage.catchPointer(false);
    // The pill moves to the other edge if the action is at its place.
    const mayCome = () =>
      place === 'anywhere' || (place !== 'nowhere' && isNear(parts.pill, place));
    if (on && place !== 'anywhere' && mayCome()) parts.pill.classList.toggle('aside');
    const inReach = !on || !mayCome();
    parts.pill.style.pointerEvents = inReach ? 'auto' : 'none';
  };

  return {
    name,
    passThrough,
    remove() {
      window.clearTimeout(closing);
      guard.abort();
      stage.catchPointer(false);
      stage.remove(parts.pill);
      stage.remove(parts.edge);
    },
  };
}

interface Parts {
  edge: HTMLElement;
  pill: HTMLElement;
  driver: HTMLElement;
  announcement: HTMLElement;
  button: HTMLElement;
}

function build(document: Document): Parts {
  const make = (tag: string, className = '') => {
    const element: HTMLElement = document.createElementNS('http://www.w3.org/1999/xhtml', tag);
    if (className) element.className = className;
    return element;
  };
  const edge = make('div', 'edge');
  edge.ariaHidden = 'true';
  const dot = make('span', 'dot');
  const says = make('div', 'says');
  says.ariaHidden = 'true';
  const driver = make('bdi');
  const rest = make('span');
  rest.textContent = ' is using this tab';
  says.append(driver, rest);
  const announcement = make('div', 'announcement');
  announcement.role = 'status';
  announcement.ariaLive = 'polite';
  announcement.ariaAtomic = 'true';
  const button = make('button');
  button.textContent = 'Stop';
  const pill = make('div', 'pill');
  pill.append(dot, says, announcement, button);
  return { edge, pill, driver, announcement, button };
}

/** With a margin, because a hit test may try a few points around it. */
function isNear(pill: HTMLElement, { x, y }: Point): boolean {
  const { left, top, right, bottom } = pill.getBoundingClientRect();
  return x >= left - 4 && x <= right + 4 && y >= top - 4 && y <= bottom + 4;
}

function holds(rect: DOMRect, x: number, y: number): boolean {
  return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
}
