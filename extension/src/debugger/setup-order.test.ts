// In which order the commands of a session reach Chrome while a client sets it up.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSetupOrder, SETUP_WAIT_MS_MAX } from './setup-order';

/** Chrome as a list of what reached it; each command is answered when the test says so. */
function chrome() {
  const inOrder = createSetupOrder();
  const sent: string[] = [];
  const answers = new Map<string, () => void>();
  const send = (method: string, session = 'page') =>
    inOrder(session, method, () => {
      sent.push(method);
      return new Promise<string>((resolve) => {
        answers.set(method, () => {
          resolve(method);
        });
      });
    });
  const answer = async (method: string) => {
    answers.get(method)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { send, sent, answer };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what makes events waits for the answers of the set-up before it', async () => {
  const { send, sent, answer } = chrome();
  const all = [send('Page.enable'), send('Page.getFrameTree'), send('Runtime.enable')];
  expect(sent).toEqual(['Page.enable', 'Page.getFrameTree']);
  await answer('Page.enable');
  expect(sent).toHaveLength(2);
  await answer('Page.getFrameTree');
  expect(sent).toEqual(['Page.enable', 'Page.getFrameTree', 'Runtime.enable']);
  await answer('Runtime.enable');
  expect(await Promise.all(all)).toEqual(['Page.enable', 'Page.getFrameTree', 'Runtime.enable']);
});

test('nothing overtakes a command that waits', async () => {
  const { send, sent, answer } = chrome();
  void send('Page.getFrameTree');
  void send('Runtime.enable');
  void send('Runtime.evaluate');
  expect(sent).toEqual(['Page.getFrameTree']);
  await answer('Page.getFrameTree');
  expect(sent).toEqual(['Page.getFrameTree', 'Runtime.enable', 'Runtime.evaluate']);
});

test('ordinary commands wait for no answer', () => {
  const { send, sent } = chrome();
  void send('Page.getFrameTree');
  void send('Runtime.evaluate');
  void send('Page.navigate');
  expect(sent).toEqual(['Page.getFrameTree', 'Runtime.evaluate', 'Page.navigate']);
});

test('sessions do not wait for each other', () => {
  const { send, sent } = chrome();
  void send('Page.getFrameTree', 'one');
  void send('Runtime.enable', 'other');
  expect(sent).toEqual(['Page.getFrameTree', 'Runtime.enable']);
});

test.each(['Runtime.runIfWaitingForDebugger', 'Page.handleJavaScriptDialog'])(
  '%s lets everything go, for the page may stand still without it',
  (method) => {
    const { send, sent } = chrome();
    void send('Page.enable');
    void send('Runtime.enable');
    void send('Network.enable');
    void send(method);
    expect(sent).toEqual(['Page.enable', 'Runtime.enable', 'Network.enable', method]);
  },
);

test('a page that does not answer holds its client up for a moment only', () => {
  const { send, sent } = chrome();
  void send('Page.enable');
  void send('Runtime.enable');
  void send('Runtime.evaluate');
  expect(sent).toEqual(['Page.enable']);
  vi.advanceTimersByTime(SETUP_WAIT_MS_MAX);
  expect(sent).toEqual(['Page.enable', 'Runtime.enable', 'Runtime.evaluate']);
});

test('a command that fails is answered too', async () => {
  const inOrder = createSetupOrder();
  const first = inOrder('page', 'Page.enable', () => Promise.reject(new Error('no')));
  const second = inOrder('page', 'Runtime.enable', () => Promise.resolve('yes'));
  await expect(first).rejects.toThrow('no');
  expect(await second).toBe('yes');
});
