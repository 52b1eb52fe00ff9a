// Seeing the page: who we are, snapshots, marks, where child frames are.
import type { Joined, MarkList } from '../wire';
import { locateChild, nameOfChild } from './dom/child-frames';
import type { KitContext } from './context';
import type { KitHandlers } from './contract';
import type { KnownListeners } from './listeners/known-listeners';
import { isCovered } from './snapshot/covering';
import { createSnapshotCache } from './snapshot/snapshot-cache';
import { isMention } from './snapshot/outline';
import { indexOfFrame, look, takeSnapshot } from './snapshot/snapshot';
import { titleOf } from './snapshot/title';
import { boxOf } from './dom/visibility';

export function snapshotHandlers(
  context: KitContext,
  listeners: KnownListeners,
): KitHandlers<'join' | 'snapshot' | 'marks' | 'locateChild' | 'nameChild'> {
  const { window, numbers } = context;
  const cache = createSnapshotCache();
  let hasShown = false;

  return {
    join({ ordinal, first }): Joined {
      return {
        ordinal: numbers.join(ordinal, first),
        url: window.location.href,
        title: titleOf(window.document),
        readyState: window.document.readyState,
        place: placeOf(window),
        viewWidth: window.innerWidth,
        viewHeight: window.innerHeight,
        hearsListeners: listeners.refresh(),
        closing: window.closed,
      };
    },
    snapshot(params) {
      const snapshot = takeSnapshot(context, listeners, cache, hasShown, params);
      hasShown = true;
      return snapshot;
    },
    marks(): MarkList {
      const { lines } = look(context, listeners, 'viewport', undefined);
      const marks: MarkList['marks'] = [];
      for (const { line } of lines) {
        for (const part of line.parts) {
          if (!isMention(part) || !part.counts || isCovered(part.element, window)) continue;
          const { x, y, width, height } = boxOf(part.element);
          if (width < 1 || height < 1) continue;
          marks.push({ number: numbers.of(part.element), rect: { x, y, width, height } });
        }
      }
      return { marks };
    },
    locateChild: (params) => locateChild(context, params),
    nameChild: (params) => ({ text: nameOfChild(context, params) }),
  };
}

/** From the top, the place of each frame among its parent's. Windows can be compared across sites. */
function placeOf(window: Window): number[] {
  const place: number[] = [];
  for (let at: Window = window; at !== at.parent; at = at.parent) {
    place.unshift(indexOfFrame(at.parent, at));
  }
  return place;
}
