// The mouse, at points of the view.

import { badArgument } from './errors.js';
import { inside, keep, seal } from './inside.js';
import { modifiersOf } from './keyboard.js';
import { Guarded } from './missing.js';

const STEPS_MAX = 50;

export class Mouse extends Guarded {
  static label = 'mouse';

  constructor(tab) {
    super();
    keep(this, { tab, place: { x: 0, y: 0 } });
  }

  async move(x, y, { steps = 1 } = {}) {
    const mouse = inside(this);
    const from = mouse.place;
    const to = point(x, y);
    const count = Math.max(1, Math.min(Math.round(steps), STEPS_MAX));
    for (let step = 1; step <= count; step += 1) {
      const share = step / count;
      const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      await mouse.tab.ask('mouse.move', 'mouse', { do: 'move', at });
      mouse.place = at;
    }
  }

  async down({ button } = {}) {
    const { tab, place } = inside(this);
    await tab.ask('mouse.down', 'mouse', { do: 'down', at: place, button });
  }

  async up({ button } = {}) {
    const { tab, place } = inside(this);
    await tab.ask('mouse.up', 'mouse', { do: 'up', at: place, button });
  }

  async click(x, y, options = {}) {
    await click(this, 'mouse.click', point(x, y), options, options.clickCount);
  }

  async dblclick(x, y, options = {}) {
    await click(this, 'mouse.dblclick', point(x, y), options, 2);
  }

  async wheel(deltaX, deltaY) {
    const { tab, place } = inside(this);
    await tab.ask('mouse.wheel', 'mouse', { do: 'wheel', at: place, wheel: point(deltaX, deltaY) });
  }
}

/** The verb for clicks also tells what came of it. */
async function click(mouse, doing, at, { button, delay }, count) {
  const inner = inside(mouse);
  const held = modifiersOf([...inner.tab.held]);
  const modifiers = held.length > 0 ? held : undefined;
  await inner.tab.ask(doing, 'click', { target: at, button, count, holdMs: delay, modifiers });
  inner.place = at;
}

function point(x, y) {
  if (Number.isFinite(x) && Number.isFinite(y)) return { x, y };
  throw badArgument(`The mouse takes two numbers, not ${String(x)} and ${String(y)}`);
}

seal(Mouse);
