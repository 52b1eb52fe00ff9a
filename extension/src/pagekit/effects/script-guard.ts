// Holds what a client's script does that a click of the same client would have asked about: pressing what
// pays or sends, submitting a password. The script runs in the page's own world, so its presses are told
// from those of a person, and from input of ours, by what the browser says of their events. It is there
// for scripts that were led astray; what a script sends by itself (`fetch`) no listener sees.
import type { HeldPress, Sensitivity } from '../../wire';
import type { KitContext } from '../context';
import {
  pressedSensitively,
  submittedSensitively,
  wordsFor,
  type Denied,
} from '../ready/sensitive';

export interface ScriptGuard {
  /**
   * From now on this is held, and what was held before is forgotten. So it is for every script that says by
   * this event that it begins. The event with a `!` behind it asks whether anything is held.
   */
  arm(deny: Denied, event: string): void;
  /** Does what was held and need not be any more. The first that still is. */
  release(deny: Denied): HeldPress | undefined;
  /** For what the kit does itself, which was judged before. */
  exempt<T>(act: () => Promise<T>): Promise<T>;
}

interface Held {
  element: Element;
  kind: Sensitivity;
  again: (() => void)[];
}

/** Fired on a form by the guard in the page's own world, where `submit()` tells nobody of itself. */
export const SUBMITTING = 'tabwright-submitting';

export function createScriptGuard({ window, left }: KitContext): ScriptGuard {
  let denied: Denied = [];
  let held: Held[] = [];
  let exempted = 0;
  let answersUntil = 0;
  let disarm = new AbortController();
  const trustInput = () => {
    answersUntil = performance.now() + ANSWER_MS;
  };
  const isJudged = () => denied.length > 0 && exempted === 0 && performance.now() > answersUntil;

  const hold = (event: Event, element: Element, kind: Sensitivity, again: () => void) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const known = held.find((one) => one.element === element && one.kind === kind);
    if (known && known.again.length < EVENTS_MAX) known.again.push(again);
    else if (!known && held.length < HELD_MAX) held.push({ element, kind, again: [again] });
  };

  const press = (event: Event) => {
    if (event.isTrusted) {
      // A click alone may come of a script that presses a label.
      if (event.type !== 'click') trustInput();
      return;
    }
    const [target] = event.composedPath();
    if (!isJudged() || !(target instanceof Element)) return;
    const isKey = event instanceof KeyboardEvent;
    if (isKey && event.key !== 'Enter') return;
    const found = pressedSensitively(target, isKey ? 'enter' : 'click', denied);
    if (!found) return;
    hold(event, found.element, found.kind, () => {
      repeat(event, target);
    });
  };

  const submit = (event: Event) => {
    const form = event.target;
    if (!isJudged() || !(form instanceof HTMLFormElement)) return;
    const submitter = event instanceof SubmitEvent ? event.submitter : null;
    const kind = submittedSensitively(form, submitter, denied);
    if (!kind) return;
    hold(event, submitter ?? form, kind, () => {
      if (event.type === SUBMITTING) HTMLFormElement.prototype.submit.call(form);
      else HTMLFormElement.prototype.requestSubmit.call(form, submitter);
    });
  };

  const begin = () => {
    held = [];
    answersUntil = 0;
  };

  return {
    arm(deny, name) {
      disarm.abort();
      disarm = new AbortController();
      denied = deny;
      begin();
      if (deny.length === 0) return;
      // A page that writes itself anew takes all listeners away, ours too, and the event is not prevented.
      const signal = AbortSignal.any([left, disarm.signal]);
      const options = { capture: true, passive: false, signal };
      for (const type of PRESSES) window.addEventListener(type, press, options);
      for (const type of ['submit', SUBMITTING]) window.addEventListener(type, submit, options);
      const frames = window.length;
      const prevent = (event: Event) => {
        // A blank frame that came since has no guard, and no browser tells of it.
        if (window.length !== frames) return;
        event.preventDefault();
        begin();
      };
      window.addEventListener(name, prevent, options);
      const tell = (event: Event) => {
        if (held.length > 0) event.preventDefault();
      };
      window.addEventListener(`${name}!`, tell, options);
    },
    release(deny) {
      const isStill = ({ kind }: Held) => deny.includes(kind);
      const allowed = held.filter((one) => !isStill(one));
      held = held.filter(isStill);
      exempted += 1;
      try {
        for (const { again } of allowed) for (const act of again) act();
      } finally {
        exempted -= 1;
      }
      // What the page does in answer belongs to it.
      if (allowed.length > 0) trustInput();
      const [first] = held;
      return first && { sensitivity: first.kind, what: wordsFor(first.element) };
    },
    async exempt(act) {
      exempted += 1;
      try {
        return await act();
      } finally {
        exempted -= 1;
        trustInput();
      }
    },
  };
}

/** The same event once more, on the same element. */
function repeat(event: Event, target: Element): void {
  if (event.type === 'click' && target instanceof HTMLElement) {
    target.click();
    return;
  }
  const Kind = event.constructor as new (type: string, init: object) => Event;
  target.dispatchEvent(new Kind(event.type, event));
}

/** A page may take so long to answer a person, or input of ours, and the answer is theirs. */
const ANSWER_MS = 2000;
const HELD_MAX = 20;
const EVENTS_MAX = 20;
const PRESSES = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'pointerup',
  'mouseup',
  'click',
  'keydown',
  'keypress',
];
