// The labels of the tabs in which steps were done, as Chrome tells of them.
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { createTabLabels, type TabLabel, type TabLabels } from '../chats/tab-labels';
import type { TabId } from '../wire';

export function useTabLabels(): TabLabels {
  const [labels] = useState(() => createTabLabels((tab) => browser.tabs.get(tab)));
  useEffect(() => {
    const onUpdated: Parameters<typeof browser.tabs.onUpdated.addListener>[0] = (
      id,
      { title, url },
      tab,
    ) => {
      if (title !== undefined || url !== undefined) labels.changed(id, tab);
    };
    browser.tabs.onUpdated.addListener(onUpdated);
    browser.tabs.onRemoved.addListener(labels.removed);
    return () => {
      browser.tabs.onUpdated.removeListener(onUpdated);
      browser.tabs.onRemoved.removeListener(labels.removed);
    };
  }, [labels]);
  return labels;
}

/** Undefined while it is not known, and where the tab is gone. */
export function useTabLabel(labels: TabLabels | undefined, tab: TabId): TabLabel | undefined {
  const [label, setLabel] = useState(() => labels?.get(tab));
  useEffect(() => {
    const look = () => {
      setLabel(labels?.get(tab));
    };
    const stop = labels?.watch(tab, look);
    look();
    return stop;
  }, [labels, tab]);
  return label;
}

export async function showTab(tab: TabId): Promise<void> {
  const shown = await browser.tabs.update(tab, { active: true });
  if (shown) await browser.windows.update(shown.windowId, { focused: true });
}
