// The one element we add to a page: a shadow host above everything, whose content the page's scripts
// cannot see. It is in the page only while something is shown on it.
import { OVERLAY_STYLES } from './styles';
import { claim } from './ours';

export interface Stage {
  readonly host: HTMLElement;
  /** A closed shadow root, which the page cannot read. */
  readonly root: ShadowRoot;
  /** Adds an element, above whatever the page has opened meanwhile. */
  add(element: Element): void;
  /** Removes an element, and the host when it was the last one. */
  remove(element: Element): void;
  /** Whether the host catches pointer events, or lets them through to the page. */
  catchPointer(on: boolean): void;
  /** Makes it invisible without removing it, for a screenshot. */
  hideForScreenshot(on: boolean): void;
  clear(): void;
}

/** How often the host is put back when the page removes it, so that the two do not loop forever. */
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
    // Entering the top layer again puts the host above dialogs that opened later.
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
