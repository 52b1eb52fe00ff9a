// What a drawing of the graph can do, whichever way it is drawn.
import type { GraphIndex } from './model';

export interface Drawing {
  /** What is drawn. The view stays where it is. */
  show(index: GraphIndex): void;
  /** Its edges stand out, and what is not its neighbour steps back. */
  select(id: string | undefined): void;
  /** Moves the view so that the node is in it. */
  reveal(id: string): void;
  /** Closer if more than 1. */
  zoom(factor: number): void;
  /** All in view. */
  fit(): void;
  /** Light or dark has changed. */
  recolor(): void;
  destroy(): void;
}

export interface DrawingEvents {
  onHover: (id: string | undefined) => void;
  /** A click on a node, or on none. */
  onSelect: (id: string | undefined) => void;
  /** A double click. */
  onExpand: (id: string) => void;
}

/** How far a press may move and still be a click. */
export const CLICK_PX_MAX = 4;
export const ZOOM_MAX = 24;
export const ZOOM_MIN = 0.5;
/** `--slow`, for moves of the view. */
export const MOVE_MS = 320;

export function prefersLessMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
