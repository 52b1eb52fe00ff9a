// The agent's pointer: it glides to the place of an action, and the element is outlined for a moment.
// The action does not wait for these animations.
import type { Point, Rect } from '../../wire';
import type { Stage } from './stage';

export interface Pointer {
  go(point: Point, rect: Rect | undefined, glide: boolean): void;
  remove(): void;
}

const GLIDE_MS = 180;
const RIPPLE_MS = 320;
const RING_MS = 700;
/** A little larger than what it surrounds. */
const RING_PX = 3;
const IDLE_MS = 3_000;
const SVG = 'http://www.w3.org/2000/svg';
/** An arrow whose tip is at the origin. */
const ARROW = 'M1 1 L1 19.5 L6 15 L9.2 22.6 L12.6 21.2 L9.5 13.8 L16 13.4 Z';

export function createPointer(window: Window & typeof globalThis, stage: Stage): Pointer {
  const { document } = window;
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
  const hand = arrow(document);
  let last: Point = { x: window.innerWidth / 2, y: window.innerHeight / 2 };
  let litUntil = 0;
  let idle: number | undefined;

  const remove = () => {
    window.clearTimeout(idle);
    stage.remove(hand);
  };
  const light = (className: string): HTMLElement => {
    const lit = document.createElement('div');
    lit.className = className;
    lit.ariaHidden = 'true';
    stage.add(lit);
    return lit;
  };
  const spread = (point: Point, delay: number) => {
    const ripple = light('ripple');
    const at = shift(point);
    const frames = [
      { transform: `${at} scale(0.2)`, opacity: 0.9 },
      { transform: `${at} scale(1.1)`, opacity: 0 },
    ];
    const timing = { duration: RIPPLE_MS, delay, fill: 'both', easing: 'ease-out' } as const;
    const done = () => {
      stage.remove(ripple);
    };
    ripple.animate(frames, timing).finished.then(done, done);
  };
  // Not animated, so that the page does not have to draw frames for it.
  const surround = ({ x, y, width, height }: Rect) => {
    const ring = light('ring');
    ring.style.transform = shift({ x: x - RING_PX, y: y - RING_PX });
    ring.style.width = `${width + 2 * RING_PX}px`;
    ring.style.height = `${height + 2 * RING_PX}px`;
    window.setTimeout(() => {
      stage.remove(ring);
    }, RING_MS);
  };

  return {
    go(point, rect, glide) {
      window.clearTimeout(idle);
      idle = window.setTimeout(remove, IDLE_MS);
      const isThere = hand.isConnected && last.x === point.x && last.y === point.y;
      // A place that is still outlined is not outlined again.
      if (isThere && performance.now() < litUntil) return;
      litUntil = performance.now() + RING_MS;
      const moves = glide && !isThere && !calm.matches;
      stage.add(hand);
      hand.style.transform = shift(point);
      if (moves) {
        const frames = [{ transform: shift(last) }, { transform: shift(point) }];
        hand.animate(frames, { duration: GLIDE_MS, easing: 'cubic-bezier(0.3, 0, 0.2, 1)' });
      }
      last = point;
      if (rect) surround(rect);
      if (!calm.matches) spread(point, moves ? GLIDE_MS : 0);
    },
    remove,
  };
}

function arrow(document: Document): SVGElement {
  const hand = document.createElementNS(SVG, 'svg');
  hand.setAttribute('class', 'hand');
  hand.setAttribute('viewBox', '0 0 22 26');
  hand.ariaHidden = 'true';
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ARROW);
  hand.append(path);
  return hand;
}

function shift({ x, y }: Point): string {
  return `translate(${x}px, ${y}px)`;
}
