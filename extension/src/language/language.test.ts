// The worker's part: what the daemon tells of a step reaches every open page, read first.
import { expect, test, vi } from 'vitest';

const told = vi.hoisted(() => {
  const messages: unknown[] = [];
  const runtime = {
    id: 'us',
    sendMessage(message: unknown) {
      messages.push(message);
      return Promise.reject(new Error('nobody is there'));
    },
  };
  Object.assign(globalThis, { chrome: { runtime } });
  return messages;
});

const { createLanguage } = await import('./language');

const { notices } = createLanguage(() => {
  throw new Error('not asked');
});

test('a step that changes is told, as a person reads it', () => {
  const shown = { index: 0, words: 'go', does: 'go back', state: 'running', message: '' } as const;
  const step = { ...shown, action: { actionName: 'goBack', parameters: {} } };
  notices.stepChanged({ id: 'a', step });
  expect(told).toEqual([{ type: 'stepChanged', id: 'a', step: shown }]);
});
