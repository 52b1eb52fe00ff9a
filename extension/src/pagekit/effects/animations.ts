// The animations that an action began and that change what is to be seen. A report waits for their end:
// half-way, what comes is still transparent and what goes is still there.
import { checkVisibility, hasAttribute, isConnected, queryAll, rectOf } from '../dom/native';
import { rootsOf } from '../dom/roots';
import { isOurs } from '../show/ours';

/** Looks at no more than so many: a page may run any number. */
const ANIMATIONS_MAX = 200;
const STYLES_MAX = 40;
/** They change colours and shadows, and nothing that is told. */
const PAINT =
  /^(?:color|fill|stroke|filter|backdropFilter|boxShadow|cursor|font|letterSpacing|.*Color|background.*|border.*|outline.*|text.*|stroke.*|mask.*|offset|easing|composite|computedOffset)$/;

export function runningNow(document: Document): Set<Animation> {
  const running = [...rootsOf(document)].flatMap((root) =>
    (root as Document | ShadowRoot).getAnimations(),
  );
  return new Set(running.slice(0, ANIMATIONS_MAX));
}

/** Whether one of these elements is styled to move: frameworks begin that a frame or two later. */
export function mayAnimate(elements: readonly Element[]): boolean {
  return elements.slice(0, STYLES_MAX).some((element) => {
    if (!isConnected(element)) return false;
    const { transitionDuration, animationName } = getComputedStyle(element);
    if (animationName !== 'none' || /[1-9]/.test(transitionDuration)) return true;
    // What was made transparent just now is on its way in or out.
    return checkVisibility(element) && !checkVisibility(element, { opacityProperty: true });
  });
}

/** How long the animations take that began since; 0 when there are none. */
export function animatedMs(document: Document, before: ReadonlySet<Animation>): number {
  let left = 0;
  for (const animation of runningNow(document)) {
    if (before.has(animation) || animation.playState !== 'running') continue;
    const { effect, currentTime } = animation;
    if (!(effect instanceof KeyframeEffect)) continue;
    const { endTime } = effect.getComputedTiming();
    if (typeof endTime !== 'number' || !Number.isFinite(endTime)) continue;
    if (!effect.target || !isTold(effect.target) || isOnlyPaint(effect)) continue;
    const at = typeof currentTime === 'number' ? currentTime : 0;
    left = Math.max(left, (endTime - at) / Math.max(Math.abs(animation.playbackRate), 0.01));
  }
  return left;
}

/** Whether a script moves one of these: what it does frame by frame is no animation to the browser. */
export function mayMove(elements: readonly Element[]): boolean {
  return elements.slice(0, STYLES_MAX).some(isTold);
}

/** A ripple or a bar has nothing in it that a snapshot would tell; a backdrop comes before its dialog. */
function isTold(target: Element): boolean {
  if (!isConnected(target) || isOurs(target)) return false;
  const { width, height } = rectOf(target);
  if (width * height > (innerWidth * innerHeight) / 2) return true;
  if (target.textContent.trim() !== '' || target.shadowRoot) return true;
  return (
    hasAttribute(target, 'role') ||
    hasAttribute(target, 'aria-label') ||
    target.matches(CONTROLS) ||
    queryAll(target, CONTROLS).length > 0
  );
}

function isOnlyPaint(effect: KeyframeEffect): boolean {
  const names = new Set(effect.getKeyframes().flatMap((frame) => Object.keys(frame)));
  return [...names].every((name) => PAINT.test(name));
}

const CONTROLS = 'input,select,textarea,button,a,img,canvas,iframe,[role],[tabindex]';
