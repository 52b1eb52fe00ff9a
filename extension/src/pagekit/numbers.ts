// Numbers for elements. A number stays with its element while it lives and is never given again.
import { NUMBERS_PER_FRAME } from '../wire';
import { Refusal } from './refusal';

export interface Numbers {
  /** The element's number, given now if it has none. */
  of(element: Element): number;
  /** Its number, if it has one: tells whether it was shown before. */
  known(element: Element): number | undefined;
  /** The element with that number, in the page or not. */
  element(number: number): Element | undefined;
  /** Which of the page's frames this is, and where its numbers begin; the first word counts. */
  join(ordinal: number, first?: number): number;
  /** Which frame this is; the main one until it is told. */
  ordinal(): number;
  /** The last number given, without the frame's ordinal. */
  last(): number;
}

export function createNumbers(): Numbers {
  const numbers = new WeakMap<Element, number>();
  const elements = new Map<number, WeakRef<Element>>();
  const dead = new FinalizationRegistry<number>((number) => elements.delete(number));
  let ordinal: number | undefined;
  let last = 0;

  return {
    of(element) {
      const known = numbers.get(element);
      if (known !== undefined) return known;
      last += 1;
      if (last >= NUMBERS_PER_FRAME) {
        throw new Refusal('failed', `this frame has shown ${last} elements; reload it`);
      }
      const number = (ordinal ?? 0) * NUMBERS_PER_FRAME + last;
      numbers.set(element, number);
      elements.set(number, new WeakRef(element));
      dead.register(element, number);
      return number;
    },
    known: (element) => numbers.get(element),
    element: (number) => elements.get(number)?.deref(),
    join(offered, first = 1) {
      if (ordinal === undefined) {
        ordinal = offered;
        last = Math.max(last, first - 1);
      }
      return ordinal;
    },
    ordinal: () => ordinal ?? 0,
    last: () => last,
  };
}
