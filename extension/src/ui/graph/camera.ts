// Which part of the plane is seen, and how large: the arithmetic of panning and zooming.
import { ZOOM_MAX, ZOOM_MIN } from './drawing';

export interface Size {
  width: number;
  height: number;
}

export interface Place {
  x: number;
  y: number;
}

export interface Camera {
  /** What is in the middle of the view. */
  centre: Place;
  /** Pixels for one unit of the plane. */
  scale: number;
  /** 1 when all is in view, more when closer. */
  zoom: number;
}

const MARGIN_PX = 48;

export function fitting(places: readonly Place[], size: Size): Camera {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { centre: { x: 0, y: 0 }, scale: 1, zoom: 1 };
  const across = Math.max(1, size.width - 2 * MARGIN_PX) / Math.max(1e-6, right - left);
  const along = Math.max(1, size.height - 2 * MARGIN_PX) / Math.max(1e-6, bottom - top);
  // A single node, or a few in one place, are not blown up.
  const scale = Math.min(across, along, 1e4);
  return { centre: { x: (left + right) / 2, y: (top + bottom) / 2 }, scale, zoom: 1 };
}

export function toView(camera: Camera, size: Size, { x, y }: Place): Place {
  return {
    x: (x - camera.centre.x) * camera.scale + size.width / 2,
    y: (y - camera.centre.y) * camera.scale + size.height / 2,
  };
}

export function panned(camera: Camera, byPx: Place): Camera {
  const { centre, scale } = camera;
  return { ...camera, centre: { x: centre.x - byPx.x / scale, y: centre.y - byPx.y / scale } };
}

/** What is under `at`, a place of the view, stays under it. */
export function zoomed(camera: Camera, size: Size, factor: number, at?: Place): Camera {
  const zoom = Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, camera.zoom * factor));
  const scale = (camera.scale * zoom) / camera.zoom;
  const fromMiddle = {
    x: (at?.x ?? size.width / 2) - size.width / 2,
    y: (at?.y ?? size.height / 2) - size.height / 2,
  };
  const change = 1 / camera.scale - 1 / scale;
  const centre = {
    x: camera.centre.x + fromMiddle.x * change,
    y: camera.centre.y + fromMiddle.y * change,
  };
  return { centre, scale, zoom };
}

/** From one view to another; `part` goes from 0 to 1. */
export function between(from: Camera, to: Camera, part: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * part;
  return {
    centre: { x: mix(from.centre.x, to.centre.x), y: mix(from.centre.y, to.centre.y) },
    scale: mix(from.scale, to.scale),
    zoom: mix(from.zoom, to.zoom),
  };
}
