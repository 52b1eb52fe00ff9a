// The way from the popup to the side panel of the same window.
import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { useLoaded } from './use-loaded';

export function OpenPanelButton() {
  // Loaded before it is pressed: Chrome opens a panel only while the press is fresh.
  const windowId = useLoaded(currentWindow);
  const [fault, setFault] = useState<string>();

  const open = async (inWindow: number) => {
    try {
      await browser.sidePanel.open({ windowId: inWindow });
      window.close();
    } catch (error) {
      setFault(`The panel did not open: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  return (
    <>
      <button
        type="button"
        disabled={windowId === undefined}
        onClick={() => {
          if (windowId !== undefined) void open(windowId);
        }}
      >
        Talk to Tabwright
      </button>
      <p class="fault" role="alert">
        {fault}
      </p>
    </>
  );
}

async function currentWindow(): Promise<number | undefined> {
  return (await browser.windows.getCurrent()).id;
}
