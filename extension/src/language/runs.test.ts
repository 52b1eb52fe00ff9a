// What is said and how it goes, with a daemon that is scripted here.
import { expect, test, vi } from 'vitest';
import type { NewPhrasing } from '../wire';
import type { ShownUtterance, ShownStep } from './sanitize-utterance';
import { canRemember, createRuns, runningOf, RUNS_MAX } from './runs';
import { runNote, runProgress, stepStateLabel } from './describe';

function step(index: number, state: ShownStep['state'], message = ''): ShownStep {
  return { index, words: `step ${index}`, does: `do ${index}`, state, message };
}

const NOTHING: ShownUtterance = { steps: [], parts: [], nearest: [] };

/** Each run waits until it is ended by hand. */
function createDaemon() {
  const ends: { end: (said: ShownUtterance) => void; fail: (why: string) => void }[] = [];
  const stopUtterance = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve());
  const rememberPhrasing = vi.fn<(phrasing: NewPhrasing) => Promise<string>>();
  const runs = createRuns({
    rememberPhrasing,
    runUtterance: () =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => {
          reject(new Error(why));
        };
        ends.push({ end: resolve, fail });
      }),
    stopUtterance,
  });
  const settled = () => new Promise(setImmediate);
  const newest = () => {
    const [run] = runs.get();
    if (!run) throw new Error('nothing was said');
    return run;
  };
  return {
    runs,
    stopUtterance,
    rememberPhrasing,
    newest,
    ends: async (said: ShownUtterance) => {
      ends.at(-1)?.end(said);
      await settled();
    },
    fails: async (why: string) => {
      ends.at(-1)?.fail(why);
      await settled();
    },
    settled,
  };
}

test('steps show as they are expected, then as they go, then as they ended', async () => {
  const { runs, newest, ends } = createDaemon();
  runs.start('open it and scroll', [step(0, 'waiting'), step(1, 'waiting')]);
  const { id } = newest();
  runs.stepChanged(id, step(0, 'running'));
  expect(newest().steps).toEqual([step(0, 'running'), step(1, 'waiting')]);
  const said = { ...NOTHING, steps: [step(0, 'done', 'Opened.'), step(1, 'done', 'Scrolled.')] };
  await ends(said);
  expect(newest()).toMatchObject({ phase: 'over', steps: said.steps, text: 'open it and scroll' });
});

test('steps that nobody expected come in order', () => {
  const { runs, newest } = createDaemon();
  runs.start('open it and scroll', []);
  expect(runProgress(newest())).toMatch(/^Working out/);
  runs.stepChanged(newest().id, step(1, 'waiting'));
  runs.stepChanged(newest().id, step(0, 'running'));
  expect(newest().steps.map(({ index }) => index)).toEqual([0, 1]);
  expect(runProgress(newest())).toBe('Step 1 of 2');
  runs.stepChanged(newest().id, step(0, 'done'));
  expect(runProgress(newest())).toBe('Step 2 of 2');
  expect(runNote(newest())).toBeUndefined();
});

test('notices of another panel, or after the end, change nothing', async () => {
  const { runs, newest, ends } = createDaemon();
  runs.start('scroll', []);
  runs.stepChanged('another', step(0, 'failed'));
  expect(newest().steps).toEqual([]);
  await ends({ ...NOTHING, steps: [step(0, 'done')] });
  runs.stepChanged(newest().id, step(0, 'running'));
  expect(newest().steps).toEqual([step(0, 'done')]);
});

test('one thing at a time', async () => {
  const { runs, ends } = createDaemon();
  expect(runs.start('scroll', [])).toBe(true);
  expect(runs.start('go back', [])).toBe(false);
  expect(runs.get()).toHaveLength(1);
  await ends(NOTHING);
  expect(runs.start('go back', [])).toBe(true);
  expect(runs.get().map(({ text }) => text)).toEqual(['go back', 'scroll']);
});

test('what runs is stopped once, and ends by its answer', async () => {
  const { runs, newest, stopUtterance, ends } = createDaemon();
  runs.start('scroll', [step(0, 'running')]);
  expect(runs.stop()).toBe(true);
  expect(runs.stop()).toBe(true);
  expect(stopUtterance.mock.calls).toEqual([[newest().id]]);
  expect(newest().phase).toBe('stopping');
  await ends({ ...NOTHING, steps: [step(0, 'failed', 'Stopped.')] });
  expect(newest()).toMatchObject({ phase: 'over', steps: [step(0, 'failed', 'Stopped.')] });
  expect(runs.stop()).toBe(false);
  expect(stopUtterance).toHaveBeenCalledOnce();
});

test('a run that the person stopped has no fault', async () => {
  const { runs, newest, fails } = createDaemon();
  runs.start('scroll', [step(0, 'running')]);
  runs.stop();
  await fails('you have stopped it');
  expect(newest()).toMatchObject({ phase: 'stopped', fault: undefined });
  expect(runs.start('scroll', [])).toBe(true);
});

test('where stopping fails one reads why, and can try again', async () => {
  const { runs, newest, stopUtterance, settled } = createDaemon();
  stopUtterance.mockRejectedValueOnce(new Error('The daemon does not answer.'));
  runs.start('scroll', []);
  runs.stop();
  await settled();
  expect(newest()).toMatchObject({ phase: 'running', fault: 'The daemon does not answer.' });
  runs.stop();
  expect(newest()).toMatchObject({ phase: 'stopping', fault: undefined });
  expect(stopUtterance).toHaveBeenCalledTimes(2);
});

test('a refusal to stop what has ended meanwhile says nothing', async () => {
  const { runs, newest, stopUtterance, ends, settled } = createDaemon();
  let refuse!: (why: Error) => void;
  stopUtterance.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
  runs.start('scroll', []);
  runs.stop();
  await ends({ ...NOTHING, steps: [step(0, 'done')] });
  refuse(new Error('nothing runs'));
  await settled();
  expect(newest()).toMatchObject({ phase: 'over', fault: undefined });
});

test('a lost daemon ends it, and says what became of its steps', async () => {
  const { runs, newest, fails } = createDaemon();
  runs.start('a and b and c', [step(0, 'done'), step(1, 'running'), step(2, 'waiting')]);
  await fails('Tabwright has lost its daemon.');
  expect(newest().fault).toBe('Tabwright has lost its daemon.');
  expect(newest().steps.map(({ state }) => stepStateLabel(state, newest()))).toEqual([
    'done',
    'stopped',
    'not started',
  ]);
  expect(runningOf(runs.get())).toBeUndefined();
});

test('where nothing is understood the nearest phrasings are offered', async () => {
  const { runs, newest, ends } = createDaemon();
  const nearest = [{ phrasing: 'go back', does: 'go back one page' }];
  runs.start('gobak', []);
  await ends({ ...NOTHING, nearest });
  expect(newest().nearest).toEqual(nearest);
  expect(runNote(newest())).toMatch(/don’t understand.*Did you mean/);
  runs.start('qwerty', []);
  await ends(NOTHING);
  expect(runNote(newest())).toMatch(/don’t understand.*Press ↓/);
});

const GO_BACK = { actionName: 'goBack', parameters: {} };
const TRANSLATED: ShownUtterance = {
  ...NOTHING,
  steps: [step(0, 'done')],
  translation: { model: 'big', actions: [GO_BACK] },
};

test('what a model understood is remembered when the person says so', async () => {
  const { runs, newest, ends, rememberPhrasing } = createDaemon();
  rememberPhrasing.mockResolvedValueOnce('hop back');
  runs.start('hop back', []);
  expect(canRemember(newest())).toBe(false);
  await ends(TRANSLATED);
  expect(canRemember(newest())).toBe(true);
  const remembering = runs.remember(newest().id);
  expect(newest().translation?.isSaving).toBe(true);
  await Promise.all([remembering, runs.remember(newest().id)]);
  expect(rememberPhrasing.mock.calls).toEqual([[{ text: 'hop back', actions: [GO_BACK] }]]);
  expect(newest().translation).toMatchObject({ remembered: 'hop back', isSaving: false });
  expect(canRemember(newest())).toBe(false);
});

test('where it cannot be remembered one reads why, and can try again', async () => {
  const { runs, newest, ends, rememberPhrasing } = createDaemon();
  rememberPhrasing.mockRejectedValueOnce(new Error('This cannot be kept.'));
  runs.start('hop back', []);
  await ends(TRANSLATED);
  await runs.remember(newest().id);
  expect(newest().translation).toMatchObject({ fault: 'This cannot be kept.', isSaving: false });
  expect(canRemember(newest())).toBe(true);
});

test.each<[string, ShownUtterance]>([
  ['was not done', { ...TRANSLATED, steps: [step(0, 'done'), step(1, 'failed')] }],
  ['no model was asked for', { ...NOTHING, steps: [step(0, 'done')] }],
  [
    'is remembered already',
    { ...TRANSLATED, translation: { model: 'big', actions: [GO_BACK], remembered: 'hop' } },
  ],
])('what %s is not to be remembered', async (_what, said) => {
  const { runs, newest, ends, rememberPhrasing } = createDaemon();
  runs.start('hop back', []);
  await ends(said);
  await runs.remember(newest().id);
  expect(rememberPhrasing).not.toHaveBeenCalled();
});

test('only so many are kept, and none that is over once they are to be forgotten', async () => {
  const { runs, ends } = createDaemon();
  for (let count = 0; count <= RUNS_MAX; count += 1) {
    runs.start(`scroll ${count}`, []);
    await ends(NOTHING);
  }
  expect(runs.get()).toHaveLength(RUNS_MAX);
  expect(runs.get()[0]?.text).toBe(`scroll ${RUNS_MAX}`);
  runs.start('still running', []);
  runs.clear();
  expect(runs.get().map(({ text }) => text)).toEqual(['still running']);
});
