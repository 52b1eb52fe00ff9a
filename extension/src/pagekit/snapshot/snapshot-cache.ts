// The last snapshots, so that a later one can tell what changed. Only words and numbers are kept:
// nothing here holds an element alive.
import type { SnapshotMode } from '../../wire';
import type { Numbers } from '../numbers';
import type { Placed } from './fold';
import { isMention } from './outline';
import { COVERED } from './covering';
import { templateOf } from './render';

export interface Remembered {
  mode: SnapshotMode;
  within: number | undefined;
  lines: RememberedLine[];
  /** What was told of the page behind a modal dialog, before it opened. */
  behind: RememberedLine[] | undefined;
  isModal: boolean;
  chars: number;
}

export interface RememberedLine {
  /** The element that the line is about, or the words of a line about none. */
  key: string;
  template: string;
  number: number | undefined;
  /** Something lies upon it, which the template does not say. */
  covered: boolean;
}

export interface SnapshotCache {
  recall(id: number): Remembered | undefined;
  remember(id: number, snapshot: Remembered): void;
  linesOf(lines: readonly Placed[], numbers: Numbers): RememberedLine[];
}

const SNAPSHOTS_MAX = 8;
const CHARS_MAX = 8_000_000;

export function createSnapshotCache(): SnapshotCache {
  const snapshots = new Map<number, Remembered>();
  const ids = new WeakMap<Element, number>();
  let last = 0;

  function idOf(element: Element): number {
    let id = ids.get(element);
    if (id === undefined) ids.set(element, (id = last += 1));
    return id;
  }

  return {
    recall: (id) => snapshots.get(id),
    remember(id, snapshot) {
      snapshots.delete(id);
      snapshots.set(id, snapshot);
      let chars = 0;
      for (const { chars: own } of snapshots.values()) chars += own;
      for (const [oldest, { chars: own }] of snapshots) {
        if (oldest === id || (snapshots.size <= SNAPSHOTS_MAX && chars <= CHARS_MAX)) break;
        snapshots.delete(oldest);
        chars -= own;
      }
    },
    linesOf: (lines, numbers) =>
      lines.map(({ line }) => {
        const template = templateOf(line);
        const lead = line.parts.find(isMention);
        if (!lead) return { key: template, template, number: undefined, covered: false };
        const number = numbers.known(lead.element);
        const covered = lead.words.endsWith(COVERED);
        return { key: `#${idOf(lead.element)}`, template, number, covered };
      }),
  };
}
