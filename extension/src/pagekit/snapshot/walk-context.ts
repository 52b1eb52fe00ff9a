// What the walk carries with it: the same everywhere, and what changes from place to place.
import type { SnapshotMode } from '../../wire';
import type { KnownListeners } from '../listeners/known-listeners';
import type { Area, View } from './view';
import type { Writer } from './writer';

export interface WalkContext {
  window: Window;
  document: Document;
  mode: SnapshotMode;
  listeners: KnownListeners;
  /** Whether the page's listeners are known, so that their absence means something. */
  hears: boolean;
  /** What has the focus, through shadow roots. */
  active: Element | null;
  view: View;
  writer: Writer;
  /** How deep the walk is. */
  depth: number;
  /** Something is nested deeper than the walk goes. */
  isCut: boolean;
  /** The box of the element that was entered last, where it was read. */
  rect: DOMRect | undefined;
}

/** Replaced, never changed, on the way down. */
export interface Place {
  readonly area: Area;
  /** The same for what is placed by the nearest containing block, past boxes that are none. */
  readonly areaOfAbsolute: Area;
  /** Text is not shown: it cannot be seen, or something else says it. */
  readonly muted: boolean;
  /** `visibility: hidden`, which a child may undo. */
  readonly unseen: boolean;
  /** The words of the control that this is the inside of. */
  readonly insideOf: string | undefined;
  readonly transparent: boolean;
  /** Inside something that reacts. */
  readonly inClickable: boolean;
  /** The cursor is a hand already. */
  readonly pointer: boolean;
  readonly inTable: boolean;
  /** Cells have numbers: of a grid, or of a plain table that listens for all of them. */
  readonly numbersCells: false | 'grid' | 'table';
  /** The cell that this is the inside of, where it has a number. */
  readonly cell: Element | undefined;
  /** A list that reacts: its items are what is meant. */
  readonly items: Element | undefined;
  /** Inside a container that scrolls, places off the page can be reached. */
  readonly scrolled: boolean;
  /** The nearest block is much taller than the view, so its text is measured. */
  readonly tall: boolean;
}

/** One element on its way through the walk, with what was read of it. */
export interface Met {
  element: Element;
  tag: string;
  attributes: readonly string[];
  style: CSSStyleDeclaration;
  /** It does not begin a line of its own. */
  inline: boolean;
  /** Its box, where the walk read it. */
  rect: DOMRect | undefined;
}
