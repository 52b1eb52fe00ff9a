// Gives elements to a script in the page's own world. The two worlds share no objects but the
// document, so each element tells of itself by an event when the script calls.
import type { KitContext } from '../context';

const CALL_MS_MAX = 10_000;

/** Once, when an event of that name comes to the document. */
export function waitForCall(
  { window, left }: KitContext,
  event: string,
  elements: readonly Element[],
): void {
  if (left.aborted || elements.length === 0) return;
  const ended = new AbortController();
  const end = () => {
    window.clearTimeout(timer);
    left.removeEventListener('abort', end);
    ended.abort();
  };
  const timer = window.setTimeout(end, CALL_MS_MAX);
  left.addEventListener('abort', end);
  window.document.addEventListener(
    event,
    (call) => {
      end();
      call.stopImmediatePropagation();
      for (const element of elements) {
        element.dispatchEvent(new Event(`${event}!`, { bubbles: true, composed: true }));
      }
    },
    { capture: true, signal: ended.signal },
  );
}
