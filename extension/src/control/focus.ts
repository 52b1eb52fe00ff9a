// Which tab the person looks at. Chrome's events are partial and not always in order, so each of them
// only triggers a query; one query serves all events before it (coalescing).
import { browser } from 'wxt/browser';
import type { FocusNotice, TabId } from '../wire';

/** Undefined when no window of the browser has the focus. */
export type QueryActiveTab = () => Promise<TabId | undefined>;

export interface Focus {
  moved: () => void;
}

export function createFocus(
  queryActiveTab: QueryActiveTab,
  notify: (notice: FocusNotice) => void,
  isConnected: () => boolean,
): Focus {
  let isLookDue = false;
  let isLooking = false;

  async function look() {
    isLooking = true;
    while (isLookDue) {
      isLookDue = false;
      try {
        const tab = await queryActiveTab();
        notify(tab === undefined ? {} : { tab });
      } catch (error) {
        console.warn('The focus has moved, and Chrome would not say where:', error);
      }
    }
    isLooking = false;
  }

  return {
    moved() {
      if (!isConnected()) return;
      isLookDue = true;
      if (!isLooking) void look();
    },
  };
}

export const queryActiveTab: QueryActiveTab = async () => {
  // Rejects where no window is open. The asking window does not count: it cannot be driven.
  const normal = { windowTypes: ['normal' as const] };
  const last = await browser.windows.getLastFocused(normal).catch(() => undefined);
  if (last?.id === undefined || !last.focused) return undefined;
  const [tab] = await browser.tabs.query({ active: true, windowId: last.id });
  return tab?.id;
};
