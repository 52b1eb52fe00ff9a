// The masks that are up. Each holds a line to the worker and comes down when that is cut: by us when
// nobody drives any more, by Chrome when the worker or the extension has ended.
import { MASK_LINE } from '../messages';
import type { TabId } from '../wire';

/** As much of Chrome's port as is needed here. */
export interface Line {
  name: string;
  sender?: { tab?: { id?: number | undefined } | undefined } | undefined;
  disconnect(): void;
  onDisconnect: { addListener(listener: () => void): void };
}

export interface Masks {
  cameUp: (line: Line) => void;
  /** Those of one tab, or all. */
  takeDown: (tab?: TabId) => void;
}

export function createMasks(isDriven: () => boolean): Masks {
  const lines = new Set<Line>();

  return {
    cameUp(line) {
      if (line.name !== MASK_LINE) return;
      if (!isDriven()) {
        line.disconnect();
        return;
      }
      lines.add(line);
      line.onDisconnect.addListener(() => lines.delete(line));
    },
    takeDown(tab) {
      for (const line of [...lines]) {
        if (tab !== undefined && line.sender?.tab?.id !== tab) continue;
        // Chrome tells only the other end.
        lines.delete(line);
        line.disconnect();
      }
    },
  };
}
