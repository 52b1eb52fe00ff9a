// The overlays that are shown. Each holds a port to the worker and is removed when that disconnects:
// we disconnect it when driving ends, Chrome when the worker or the extension has ended.
import { OVERLAY_PORT } from '../messages';
import type { TabId } from '../wire';

/** The part of Chrome's port that is used here. */
export interface Port {
  name: string;
  sender?: { tab?: { id?: number | undefined } | undefined } | undefined;
  disconnect(): void;
  onDisconnect: { addListener(listener: () => void): void };
}

export interface Overlays {
  opened: (port: Port) => void;
  /** Closes the overlays of one tab, or all. */
  close: (tab?: TabId) => void;
  isShownIn: (tab: TabId) => boolean;
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
    isShownIn: (tab) => [...ports].some((port) => port.sender?.tab?.id === tab),
    close(tab) {
      for (const port of [...ports]) {
        if (tab !== undefined && port.sender?.tab?.id !== tab) continue;
        // Chrome fires onDisconnect only at the other end, so the port is removed here.
        ports.delete(port);
        port.disconnect();
      }
    },
  };
}
