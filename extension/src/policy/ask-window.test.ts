// Which window asks, with Chrome played by a few lines.
import { expect, test } from 'vitest';
import { createAskWindow, type Windows } from './ask-window';

/** A Chrome that has these windows; it does not find our page in one that it has just opened. */
function createChrome(found?: number) {
  const log: string[] = [];
  const open = new Set(found === undefined ? [] : [found]);
  const windows: Windows = {
    isOpen: (window) => Promise.resolve(open.has(window)),
    find: () => Promise.resolve(found !== undefined && open.has(found) ? found : undefined),
    open() {
      const opened = 100 + open.size;
      open.add(opened);
      log.push(`open ${opened}`);
      return Promise.resolve(opened);
    },
    focus(window) {
      log.push(`focus ${window}`);
      return Promise.resolve();
    },
  };
  return {
    showAskWindow: createAskWindow(windows),
    log,
    close: (window: number) => open.delete(window),
  };
}

test('the first question opens a window, the next one comes into it', async () => {
  const { showAskWindow, log } = createChrome();
  await showAskWindow();
  await showAskWindow();
  expect(log).toEqual(['open 100', 'focus 100']);
});

test('a window that was closed is opened anew', async () => {
  const { showAskWindow, log, close } = createChrome();
  await showAskWindow();
  close(100);
  await showAskWindow();
  expect(log).toEqual(['open 100', 'open 100']);
});

test('a worker that was stopped finds the window of the one before it', async () => {
  const { showAskWindow, log } = createChrome(7);
  await showAskWindow();
  expect(log).toEqual(['focus 7']);
});
