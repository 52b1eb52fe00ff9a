// The window of a tab, with its bounds in CDP's words.
import { browser } from 'wxt/browser';
import type { NoResult, TabParams, WindowBounds } from '../wire';
import { about } from './tabs';

type State = 'normal' | 'minimized' | 'maximized' | 'fullscreen';

export async function getWindow({ tab }: TabParams): Promise<WindowBounds> {
  const { windowId } = await about(tab, browser.tabs.get(tab));
  const { left, top, width, height, state } = await browser.windows.get(windowId);
  return {
    windowId,
    ...(left === undefined ? {} : { left }),
    ...(top === undefined ? {} : { top }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    windowState: state === 'locked-fullscreen' ? 'fullscreen' : (state ?? 'normal'),
  };
}

export async function setWindow(bounds: WindowBounds): Promise<NoResult> {
  const { windowId, windowState, ...place } = bounds;
  await browser.windows.update(windowId, {
    ...place,
    ...(windowState === undefined ? {} : { state: windowState as State }),
  });
  return {};
}
