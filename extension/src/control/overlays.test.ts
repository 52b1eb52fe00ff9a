// How long an overlay stays.
import { expect, test } from 'vitest';
import { OVERLAY_PORT } from '../messages';
import { createOverlays, type Port } from './overlays';

/** The worker's end of a port; `isCut` once it was cut there. */
function createLine(tab: number, name = OVERLAY_PORT) {
  const heard: (() => void)[] = [];
  const port = {
    name,
    isCut: false,
    sender: { tab: { id: tab } },
    disconnect() {
      port.isCut = true;
    },
    onDisconnect: { addListener: (listener: () => void) => heard.push(listener) },
    cutByPage() {
      for (const listener of heard) listener();
    },
  } satisfies Port & Record<string, unknown>;
  return port;
}

test('all overlays come down when nobody drives any more', () => {
  const overlays = createOverlays(() => true);
  const [here, there] = [createLine(7), createLine(8)];
  overlays.opened(here);
  overlays.opened(there);
  expect(here.isCut || there.isCut).toBe(false);
  overlays.close();
  expect(here.isCut && there.isCut).toBe(true);
});

test('the overlays of a tab come down in all its frames, and those of others stay', () => {
  const overlays = createOverlays(() => true);
  const [main, inner, other] = [createLine(7), createLine(7), createLine(8)];
  for (const port of [main, inner, other]) overlays.opened(port);
  overlays.close(7);
  expect([main, inner, other].map(({ isCut }) => isCut)).toEqual([true, true, false]);
});

test('an overlay that opens when nobody drives is closed at once', () => {
  const port = createLine(7);
  createOverlays(() => false).opened(port);
  expect(port.isCut).toBe(true);
});

test('an overlay that the page has removed is forgotten', () => {
  const overlays = createOverlays(() => true);
  const port = createLine(7);
  overlays.opened(port);
  port.cutByPage();
  overlays.close();
  expect(port.isCut).toBe(false);
});

test('another port is none of our business', () => {
  const port = createLine(7, 'other');
  createOverlays(() => false).opened(port);
  expect(port.isCut).toBe(false);
});
