// Opens the side panel in the window of the popup.
import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Icon } from './icon';
import { useLoaded } from './use-loaded';

export function OpenPanelButton() {
  // Loaded in advance: Chrome opens a panel only while it still counts the press as a user gesture.
  const windowId = useLoaded(currentWindow);
  const [fault, setFault] = useState<string>();

  const open = async (inWindow: number) => {
    try {
      await browser.sidePanel.open({ windowId: inWindow });
      window.close();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      setFault(`The side panel did not open: ${reason}`);
    }
  };

  return (
    <section class="popup-section" aria-label="Side panel">
      <button
        type="button"
        disabled={windowId === undefined}
        onClick={() => {
          if (windowId !== undefined) void open(windowId);
        }}
      >
        <Icon name="panel" />
        Open side panel
      </button>
      <p class="fault" role="alert">
        {fault}
      </p>
    </section>
  );
}

async function currentWindow(): Promise<number | undefined> {
  return (await browser.windows.getCurrent()).id;
}
