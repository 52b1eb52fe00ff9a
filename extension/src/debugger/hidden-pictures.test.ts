// When a tab is recorded so that its screenshot is drawn, and when not.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHiddenPictures, HIDDEN_AFTER_MS, STALE_AFTER_MS } from './hidden-pictures';

const TAB = { tabId: 7 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function stage() {
  const sent: string[] = [];
  const pictures = createHiddenPictures((_target, method) => {
    sent.push(method);
    return Promise.resolve();
  });
  const screenshot = () => {
    let answered: () => void = () => undefined;
    const answer = new Promise<void>((resolve) => (answered = resolve));
    pictures.sent(TAB, 'Page.captureScreenshot', answer);
    return async () => {
      answered();
      await vi.advanceTimersByTimeAsync(0);
    };
  };
  return { sent, pictures, screenshot };
}

test('a tab that is seen is not recorded', async () => {
  const { sent, screenshot } = stage();
  await screenshot()();
  await vi.advanceTimersByTimeAsync(HIDDEN_AFTER_MS * 2);
  expect(sent).toEqual([]);
});

test('a tab that gives no picture is recorded until it has, once for several', async () => {
  const { sent, screenshot } = stage();
  const [first, second] = [screenshot(), screenshot()];
  await vi.advanceTimersByTimeAsync(HIDDEN_AFTER_MS);
  expect(sent).toEqual(['Page.startScreencast']);
  await first();
  expect(sent).toEqual(['Page.startScreencast']);
  await second();
  expect(sent).toEqual(['Page.startScreencast', 'Page.stopScreencast']);
});

test('what a client records is left alone, unless it does not help', async () => {
  const { sent, pictures, screenshot } = stage();
  pictures.sent(TAB, 'Page.startScreencast', Promise.resolve());
  const answered = screenshot();
  await vi.advanceTimersByTimeAsync(HIDDEN_AFTER_MS + STALE_AFTER_MS - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual(['Page.startScreencast']);
  await answered();
  expect(sent).toEqual(['Page.startScreencast', 'Page.stopScreencast']);
});
