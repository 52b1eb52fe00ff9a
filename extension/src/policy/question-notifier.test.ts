// When the person is disturbed, and when not.
import { expect, test, vi } from 'vitest';
import { createPromise } from '../rpc/test-pair';
import type { PolicyQuestion } from '../wire';
import { createQuestionNotifier } from './question-notifier';

function question(id: number): PolicyQuestion {
  return { id, client: 'claude', what: 'click', url: '', leftMs: 1_000 };
}

/** A person whose window takes until `opened` to come up. */
function createPerson(opened: Promise<void> = Promise.resolve()) {
  const shown: number[][] = [];
  const showAskWindow = vi.fn(() => opened);
  const asking = createQuestionNotifier(
    (questions) => shown.push(questions.map(({ id }) => id)),
    showAskWindow,
  );
  const change = async (...ids: number[]) => {
    asking.changed(ids.map(question));
    await new Promise(setImmediate);
  };
  return { change, shown, showAskWindow };
}

test('a new question brings up the window, once', async () => {
  const { change, shown, showAskWindow } = createPerson();
  await change(1);
  await change(1);
  expect(showAskWindow).toHaveBeenCalledTimes(1);
  expect(shown).toEqual([[1], [1]]);
});

test('a question that is answered brings up nothing', async () => {
  const { change, shown, showAskWindow } = createPerson();
  await change(1, 2);
  await change(2);
  await change();
  expect(showAskWindow).toHaveBeenCalledTimes(1);
  expect(shown).toEqual([[1, 2], [2], []]);
});

test('a second question brings the window up again', async () => {
  const { change, showAskWindow } = createPerson();
  await change(1);
  await change(1, 2);
  expect(showAskWindow).toHaveBeenCalledTimes(2);
});

test('after all were gone, the same number is a new question', async () => {
  const { change, showAskWindow } = createPerson();
  await change(1);
  await change();
  await change(1);
  expect(showAskWindow).toHaveBeenCalledTimes(2);
});

test('questions that come while the window opens wait for it, and share one more call', async () => {
  const { promise, resolve } = createPromise<undefined>();
  const { change, showAskWindow } = createPerson(promise);
  await change(1);
  await change(1, 2);
  await change(1, 2, 3);
  expect(showAskWindow).toHaveBeenCalledTimes(1);
  resolve(undefined);
  await new Promise(setImmediate);
  expect(showAskWindow).toHaveBeenCalledTimes(2);
});

test('what is answered while the window opens does not bring it up again', async () => {
  const { promise, resolve } = createPromise<undefined>();
  const { change, showAskWindow } = createPerson(promise);
  await change(1);
  await change(1, 2);
  await change();
  resolve(undefined);
  await new Promise(setImmediate);
  expect(showAskWindow).toHaveBeenCalledTimes(1);
});

test('where no window opens, the question is shown all the same, and the next one tries again', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const refusal = Promise.reject(new Error('no windows here'));
  const { change, shown, showAskWindow } = createPerson(refusal);
  await change(1);
  await change(1, 2);
  expect(shown).toEqual([[1], [1, 2]]);
  expect(showAskWindow).toHaveBeenCalledTimes(2);
  expect(warn).toHaveBeenCalledTimes(2);
  warn.mockRestore();
});
