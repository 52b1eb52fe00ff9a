// Shows the person what is done in this frame: the overlay, the pointer, and blurred secrets.
import type { KitContext } from './context';
import type { KitHandlers } from './contract';
import { createOverlay, type Overlay, type PointerPlace } from './show/overlay';
import { createPointer, type Pointer } from './show/pointer';
import { blurSecrets } from './show/secrets';
import { createStage, type Stage } from './show/stage';

const DRAWING_MS_MAX = 100;

interface Shown {
  stage: Stage;
  overlay?: Overlay | undefined;
  pointer?: Pointer | undefined;
}

const shown = new WeakMap<KitContext, Shown>();
/** Actions under way, during which input must reach the page. */
const underWay = new WeakMap<KitContext, PointerPlace>();

export function overlayHandlers(context: KitContext): KitHandlers<'show'> {
  const { window, left } = context;
  const take = (): Shown => {
    let now = shown.get(context);
    if (!now) {
      now = { stage: createStage(window) };
      shown.set(context, now);
    }
    return now;
  };
  const removeOverlay = () => {
    const now = shown.get(context);
    now?.overlay?.remove();
    now?.pointer?.remove();
    now?.stage.clear();
    shown.delete(context);
  };
  // Stop removes the overlay at once, even if the message to the worker is lost.
  const stop = () => {
    removeOverlay();
    context.onStop?.();
  };
  left.addEventListener('abort', () => {
    removeOverlay();
    blurSecrets(window.document, false);
  });

  return {
    show(params) {
      // A page that is still loading has no element to show it on.
      if (!(window.document.documentElement as Element | null)) return {};
      switch (params.type) {
        case 'showOverlay': {
          const now = take();
          if (now.overlay) now.overlay.name(params.driver);
          else {
            now.overlay = createOverlay(window, now.stage, params.driver, stop);
            // The overlay may appear in the middle of an action.
            const place = underWay.get(context);
            if (place) now.overlay.passThrough(true, place);
          }
          break;
        }
        case 'hideOverlay':
          removeOverlay();
          break;
        case 'hideForScreenshot': {
          const stage = shown.get(context)?.stage;
          stage?.hideForScreenshot(params.on);
          const isBlurred = blurSecrets(window.document, params.on, params.values);
          return params.on && (stage || isBlurred) ? drawn(window).then(() => ({})) : {};
        }
        case 'pointer': {
          const now = take();
          now.pointer ??= createPointer(window, now.stage);
          now.pointer.go(params.point, params.rect, params.glide);
          break;
        }
      }
      return {};
    },
  };
}

/** Waits for the next frame. A background page draws none, so it is not waited for. */
function drawn(window: Window): Promise<void> {
  if (window.document.visibilityState === 'hidden') return Promise.resolve();
  return new Promise((resolve) => {
    window.setTimeout(resolve, DRAWING_MS_MAX);
    window.requestAnimationFrame(() =>
      window.requestAnimationFrame(() => {
        resolve();
      }),
    );
  });
}

/** Lets input reach the page while something is done there. The person's button stays in reach unless our
 * pointer may come to its place. */
export function passThrough(
  context: KitContext,
  on: boolean,
  place: PointerPlace = 'anywhere',
): void {
  if (on) underWay.set(context, place);
  else underWay.delete(context);
  shown.get(context)?.overlay?.passThrough(on, place);
}

/** Whether something is done here by us, so that the input that comes is none of the person's. */
export function isActing(context: KitContext): boolean {
  return underWay.has(context);
}

export function overlayHost(context: KitContext): Element | undefined {
  return shown.get(context)?.stage.host;
}
