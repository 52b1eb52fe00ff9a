// Where the content of a child frame is in our viewport.
import { quoteAddress } from '../../page-words';
import type { ChildPlace, LocateChildParams } from '../../wire';
import type { KitContext } from '../context';
import { describe } from './facts';
import { rectOf, trimmedAttribute } from './native';
import { Refusal } from '../refusal';
import { passThrough } from '../overlay';
import { deepQueryAll, elementAt, parentOf } from './tree';
import { isVisible } from './visibility';

export function locateChild(context: KitContext, params: LocateChildParams): ChildPlace {
  const { window, numbers } = context;
  const frame = findFrame(window, params);
  if (!frame) throw new Refusal('gone', `no frame shows ${quoteAddress(params.url)} here any more`);
  if (params.reveal)
    frame.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  if (!isVisible(frame))
    throw new Refusal('hidden', `the frame that shows ${quoteAddress(params.url)} is hidden`);
  const box = contentBox(frame);
  if (box.width < 1 || box.height < 1) {
    throw new Refusal('hidden', `the frame that shows ${quoteAddress(params.url)} has no size`);
  }
  // Whoever reveals a frame is about to act in it, through what the person is shown here.
  if (params.reveal) passThrough(context, true);
  refuseIfCovered(window, frame, box);
  return {
    number: numbers.of(frame),
    origin: { x: box.left, y: box.top },
    scaleX: box.scaleX,
    scaleY: box.scaleY,
  };
}

/** What the element is called that holds a child frame; nothing where it is gone. */
export function nameOfChild({ window }: KitContext, params: LocateChildParams): string {
  const frame = findFrame(window, params);
  if (!frame) return '';
  return (
    ['title', 'aria-label', 'name'].map((name) => trimmedAttribute(frame, name)).find(Boolean) ?? ''
  );
}

function findFrame(
  window: Window,
  { index, url, viewWidth, viewHeight }: LocateChildParams,
): HTMLIFrameElement | undefined {
  const frames = deepQueryAll(window.document, 'iframe,frame') as HTMLIFrameElement[];
  const child: Window | undefined = index >= 0 ? window[index] : undefined;
  if (child) return frames.find((frame) => frame.contentWindow === child);
  // Frames in shadow trees are not among `window.frames`.
  const listed = new Set(Array.from({ length: window.length }, (_, at) => window[at]));
  const unlisted = frames.filter(
    (frame) => !frame.contentWindow || !listed.has(frame.contentWindow),
  );
  const ofSize = (frame: HTMLIFrameElement): boolean =>
    Math.abs(frame.clientWidth - viewWidth) <= 1 && Math.abs(frame.clientHeight - viewHeight) <= 1;
  return (
    unlisted.find((frame) => frame.src === url && ofSize(frame)) ??
    unlisted.find((frame) => frame.src === url) ??
    unlisted.find(ofSize)
  );
}

interface ContentBox {
  left: number;
  top: number;
  width: number;
  height: number;
  scaleX: number;
  scaleY: number;
}

/** Inside border and padding, as it is scaled on the screen. */
function contentBox(frame: HTMLIFrameElement): ContentBox {
  const rect = rectOf(frame);
  const style = getComputedStyle(frame);
  const scaleX = frame.offsetWidth > 0 ? rect.width / frame.offsetWidth : 1;
  const scaleY = frame.offsetHeight > 0 ? rect.height / frame.offsetHeight : 1;
  const padLeft = parseFloat(style.paddingLeft);
  const padTop = parseFloat(style.paddingTop);
  const padX = padLeft + parseFloat(style.paddingRight);
  const padY = padTop + parseFloat(style.paddingBottom);
  return {
    left: rect.left + (frame.clientLeft + padLeft) * scaleX,
    top: rect.top + (frame.clientTop + padTop) * scaleY,
    width: (frame.clientWidth - padX) * scaleX,
    height: (frame.clientHeight - padY) * scaleY,
    scaleX,
    scaleY,
  };
}

/** One point in view that reaches the frame is enough: the child knows where it wants to be hit. */
function refuseIfCovered(window: Window, frame: Element, box: ContentBox): void {
  const left = Math.max(box.left, 0);
  const top = Math.max(box.top, 0);
  const right = Math.min(box.left + box.width, window.innerWidth);
  const bottom = Math.min(box.top + box.height, window.innerHeight);
  if (right - left < 1 || bottom - top < 1) return;
  let cover: Element | null = null;
  for (const shareX of [0.5, 0.1, 0.9]) {
    for (const shareY of [0.5, 0.1, 0.9]) {
      const x = left + (right - left) * shareX;
      const y = top + (bottom - top) * shareY;
      const hit = elementAt(window.document, x, y);
      if (hit && reaches(hit, frame)) return;
      cover ??= hit;
    }
  }
  throw new Refusal('covered', `the frame is covered by ${cover ? describe(cover) : 'something'}`);
}

function reaches(hit: Element, frame: Element): boolean {
  for (let at: Element | null = hit; at; at = parentOf(at)) if (at === frame) return true;
  return false;
}
