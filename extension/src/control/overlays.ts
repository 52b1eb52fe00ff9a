// The overlays that are shown. Each holds a port to the worker and goes when that disconnects: by us
// when nobody drives any more, by Chrome when the worker or the extension has ended.
import { OVERLAY_PORT } from '../messages';
import type { TabId } from '../wire';

/** As much of Chrome's port as is needed here. */
export interface Port {
  name: string;
  sender?: { tab?: { id?: number | undefined } | undefined } | undefined;
  disconnect(): void;
  onDisconnect: { addListener(listener: () => void): void };
}

export interface Overlays {
  opened: (port: Port) => void;
  /** Those of one tab, or all. */
  close: (tab?: TabId) => void;
}

export function createOverlays(isDriven: () => boolean): Overlays {
  const ports = new Set<Port>();

  return {
    opened(port) {
      if (port.name !== OVERLAY_PORT) return;
      if (!isDriven()) {
        port.disconnect();
        return;
      }
      ports.add(port);
      port.onDisconnect.addListener(() => ports.delete(port));
    },
    close(tab) {
      for (const port of [...ports]) {
        if (tab !== undefined && port.sender?.tab?.id !== tab) continue;
        // Chrome tells only the other end.
        ports.delete(port);
        port.disconnect();
      }
    },
  };
}
