// How long a mask stays up.
import { expect, test } from 'vitest';
import { MASK_LINE } from '../messages';
import { createMasks, type Line } from './masks';

/** The worker's end of a line; `isCut` once it was cut there. */
function createLine(tab: number, name = MASK_LINE) {
  const heard: (() => void)[] = [];
  const line = {
    name,
    isCut: false,
    sender: { tab: { id: tab } },
    disconnect() {
      line.isCut = true;
    },
    onDisconnect: { addListener: (listener: () => void) => heard.push(listener) },
    cutByPage() {
      for (const listener of heard) listener();
    },
  } satisfies Line & Record<string, unknown>;
  return line;
}

test('all masks come down when nobody drives any more', () => {
  const masks = createMasks(() => true);
  const [here, there] = [createLine(7), createLine(8)];
  masks.cameUp(here);
  masks.cameUp(there);
  expect(here.isCut || there.isCut).toBe(false);
  masks.takeDown();
  expect(here.isCut && there.isCut).toBe(true);
});

test('the masks of a tab come down in all its frames, and those of others stay', () => {
  const masks = createMasks(() => true);
  const [main, inner, other] = [createLine(7), createLine(7), createLine(8)];
  for (const line of [main, inner, other]) masks.cameUp(line);
  masks.takeDown(7);
  expect([main, inner, other].map(({ isCut }) => isCut)).toEqual([true, true, false]);
});

test('a mask that comes up when nobody drives comes down at once', () => {
  const line = createLine(7);
  createMasks(() => false).cameUp(line);
  expect(line.isCut).toBe(true);
});

test('a mask that the page has taken down is forgotten', () => {
  const masks = createMasks(() => true);
  const line = createLine(7);
  masks.cameUp(line);
  line.cutByPage();
  masks.takeDown();
  expect(line.isCut).toBe(false);
});

test('another line is none of our business', () => {
  const line = createLine(7, 'other');
  createMasks(() => false).cameUp(line);
  expect(line.isCut).toBe(false);
});
