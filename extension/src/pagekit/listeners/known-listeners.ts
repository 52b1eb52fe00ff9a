// What the kit knows of the page's listeners: the elements that the hook in the page's own world
// named. A page could name others; it is taken as a hint and nothing more.
import type { KitContext } from '../context';
import { ASK_ALL, ASK_NEW, CEASED, HERE, HOVERS, REACTS } from './listener-events';

export interface KnownListeners {
  /** Asks the hook what is new. False when there is none. */
  refresh(): boolean;
  reacts(element: Element): boolean;
  /** Only to a pointer that passes over it. */
  hovers(element: Element): boolean;
}

export function createKnownListeners({ window, left }: KitContext): KnownListeners {
  const said = new WeakMap<Element, string>();
  let here = false;
  const hear = (event: Event): void => {
    const element = event.composedPath()[0];
    if (event.type === HERE) here = true;
    else if (!(element instanceof Element)) return;
    else said.set(element, event.type);
  };

  return {
    refresh() {
      // A page that writes itself anew takes all listeners away, ours too.
      for (const type of [HERE, REACTS, HOVERS, CEASED]) {
        window.addEventListener(type, hear, { capture: true, signal: left });
      }
      const name = here ? ASK_NEW : ASK_ALL;
      here = false;
      window.document.dispatchEvent(new Event(name));
      return here;
    },
    reacts: (element) => said.get(element) === REACTS,
    hovers: (element) => said.get(element) === HOVERS,
  };
}
