// The one element we add to a page: a host over everything, empty to the page's own scripts. It is
// there only while something is shown on it.
import { OVERLAY_STYLES } from './styles';
import { claim } from './ours';

export interface Stage {
  readonly host: HTMLElement;
  /** Closed: the page cannot look inside. */
  readonly root: ShadowRoot;
  /** Puts something on the stage, above whatever the page has opened meanwhile. */
  add(element: Element): void;
  /** Takes it away, and the stage with it when nothing is left. */
  remove(element: Element): void;
  /** Whether the host takes the pointer, or lets it through to the page. */
  catchPointer(on: boolean): void;
  /** Whether nothing of it is seen, though it is there. */
  hideForScreenshot(on: boolean): void;
  clear(): void;
}

/** A page that takes our host away each time wins in the end. */
const RETURNS_MAX = 20;

const PLACE: Record<string, string> = {
  all: 'initial',
  display: 'block',
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  margin: '0',
  padding: '0',
  border: '0',
  background: 'transparent',
  overflow: 'visible',
  direction: 'ltr',
  'z-index': '2147483647',
  'pointer-events': 'none',
};

export function createStage(window: Window & typeof globalThis): Stage {
  const { document } = window;
  const host: HTMLElement = document.createElementNS('http://www.w3.org/1999/xhtml', 'div');
  claim(host);
  for (const [name, value] of Object.entries(PLACE))
    host.style.setProperty(name, value, 'important');
  host.popover = 'manual';
  const root = host.attachShadow({ mode: 'closed' });
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(OVERLAY_STYLES);
  root.adoptedStyleSheets = [sheet];
  let returns = 0;

  const raise = () => {
    document.documentElement.append(host);
    // Once more to the top layer: dialogs that opened later are below again.
    if (host.matches(':popover-open')) host.hidePopover();
    host.showPopover();
  };
  const watcher = new MutationObserver(() => {
    if (host.isConnected || returns === RETURNS_MAX) return;
    returns += 1;
    raise();
  });
  const onToggle = (event: Event) => {
    if (event.target !== host && host.isConnected) raise();
  };

  const leave = () => {
    watcher.disconnect();
    document.removeEventListener('toggle', onToggle, true);
    document.removeEventListener('fullscreenchange', onToggle);
    host.remove();
  };

  return {
    host,
    root,
    add(element) {
      const first = root.childElementCount === 0;
      root.append(element);
      if (!first && host.isConnected) return;
      raise();
      watcher.observe(document, { childList: true });
      watcher.observe(document.documentElement, { childList: true });
      document.addEventListener('toggle', onToggle, true);
      document.addEventListener('fullscreenchange', onToggle);
    },
    remove(element) {
      element.remove();
      if (root.childElementCount === 0) leave();
    },
    catchPointer(on) {
      host.style.setProperty('pointer-events', on ? 'auto' : 'none', 'important');
    },
    hideForScreenshot(on) {
      host.style.setProperty('opacity', on ? '0' : '1', 'important');
    },
    clear() {
      root.replaceChildren();
      leave();
    },
  };
}
