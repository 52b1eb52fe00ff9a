// What is said and how it goes, with a daemon that is scripted here.
import { expect, test, vi } from 'vitest';
import type { ShownSaid, ShownStep } from './said';
import { createSayings, runningOf, SAYINGS_MAX } from './sayings';
import { noteOn, stepStateInWords } from './words';

function step(index: number, state: ShownStep['state'], message = ''): ShownStep {
  return { index, words: `step ${index}`, does: `do ${index}`, state, message };
}

const NOTHING: ShownSaid = { steps: [], parts: [], nearest: [] };

/** Each saying waits until it is ended by hand. */
function createDaemon() {
  const ends: { end: (said: ShownSaid) => void; fail: (why: string) => void }[] = [];
  const stopSaying = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve());
  const sayings = createSayings({
    say: () =>
      new Promise((resolve, reject) => {
        const fail = (why: string) => {
          reject(new Error(why));
        };
        ends.push({ end: resolve, fail });
      }),
    stopSaying,
  });
  const settled = () => new Promise(setImmediate);
  const newest = () => {
    const [saying] = sayings.get();
    if (!saying) throw new Error('nothing was said');
    return saying;
  };
  return {
    sayings,
    stopSaying,
    newest,
    ends: async (said: ShownSaid) => {
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
  const { sayings, newest, ends } = createDaemon();
  sayings.say('open it and scroll', [step(0, 'waiting'), step(1, 'waiting')]);
  const { id } = newest();
  sayings.stepChanged(id, step(0, 'running'));
  expect(newest().steps).toEqual([step(0, 'running'), step(1, 'waiting')]);
  const said = { ...NOTHING, steps: [step(0, 'done', 'Opened.'), step(1, 'done', 'Scrolled.')] };
  await ends(said);
  expect(newest()).toMatchObject({ phase: 'over', steps: said.steps, text: 'open it and scroll' });
});

test('steps that nobody expected come in order', () => {
  const { sayings, newest } = createDaemon();
  sayings.say('open it and scroll', []);
  expect(noteOn(newest())).toMatch(/^Working out/);
  sayings.stepChanged(newest().id, step(1, 'waiting'));
  sayings.stepChanged(newest().id, step(0, 'running'));
  expect(newest().steps.map(({ index }) => index)).toEqual([0, 1]);
  expect(noteOn(newest())).toBeUndefined();
});

test('notices of another panel, or after the end, change nothing', async () => {
  const { sayings, newest, ends } = createDaemon();
  sayings.say('scroll', []);
  sayings.stepChanged('another', step(0, 'failed'));
  expect(newest().steps).toEqual([]);
  await ends({ ...NOTHING, steps: [step(0, 'done')] });
  sayings.stepChanged(newest().id, step(0, 'running'));
  expect(newest().steps).toEqual([step(0, 'done')]);
});

test('one thing at a time', async () => {
  const { sayings, ends } = createDaemon();
  expect(sayings.say('scroll', [])).toBe(true);
  expect(sayings.say('go back', [])).toBe(false);
  expect(sayings.get()).toHaveLength(1);
  await ends(NOTHING);
  expect(sayings.say('go back', [])).toBe(true);
  expect(sayings.get().map(({ text }) => text)).toEqual(['go back', 'scroll']);
});

test('what runs is stopped once, and ends by its answer', async () => {
  const { sayings, newest, stopSaying, ends } = createDaemon();
  sayings.say('scroll', [step(0, 'running')]);
  expect(sayings.stop()).toBe(true);
  expect(sayings.stop()).toBe(true);
  expect(stopSaying.mock.calls).toEqual([[newest().id]]);
  expect(noteOn(newest())).toBe('Stopping…');
  await ends({ ...NOTHING, steps: [step(0, 'failed', 'Stopped.')] });
  expect(newest()).toMatchObject({ phase: 'over', steps: [step(0, 'failed', 'Stopped.')] });
  expect(sayings.stop()).toBe(false);
  expect(stopSaying).toHaveBeenCalledOnce();
});

test('where stopping fails one reads why, and can try again', async () => {
  const { sayings, newest, stopSaying, settled } = createDaemon();
  stopSaying.mockRejectedValueOnce(new Error('The daemon does not answer.'));
  sayings.say('scroll', []);
  sayings.stop();
  await settled();
  expect(newest()).toMatchObject({ phase: 'running', fault: 'The daemon does not answer.' });
  sayings.stop();
  expect(newest()).toMatchObject({ phase: 'stopping', fault: undefined });
  expect(stopSaying).toHaveBeenCalledTimes(2);
});

test('a refusal to stop what has ended meanwhile says nothing', async () => {
  const { sayings, newest, stopSaying, ends, settled } = createDaemon();
  let refuse!: (why: Error) => void;
  stopSaying.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
  sayings.say('scroll', []);
  sayings.stop();
  await ends({ ...NOTHING, steps: [step(0, 'done')] });
  refuse(new Error('nothing runs'));
  await settled();
  expect(newest()).toMatchObject({ phase: 'over', fault: undefined });
});

test('a lost daemon ends it, and says what became of its steps', async () => {
  const { sayings, newest, fails } = createDaemon();
  sayings.say('a and b and c', [step(0, 'done'), step(1, 'running'), step(2, 'waiting')]);
  await fails('Tabwright has lost its daemon.');
  expect(newest().fault).toBe('Tabwright has lost its daemon.');
  expect(newest().steps.map(({ state }) => stepStateInWords(state, newest()))).toEqual([
    'done',
    'broken off',
    'not begun',
  ]);
  expect(runningOf(sayings.get())).toBeUndefined();
});

test('where nothing is understood the nearest phrasings are offered', async () => {
  const { sayings, newest, ends } = createDaemon();
  const nearest = [{ phrasing: 'go back', does: 'go back one page' }];
  sayings.say('gobak', []);
  await ends({ ...NOTHING, nearest });
  expect(newest().nearest).toEqual(nearest);
  expect(noteOn(newest())).toMatch(/does not understand.*Did you mean/);
  sayings.say('qwerty', []);
  await ends(NOTHING);
  expect(noteOn(newest())).toMatch(/does not understand.*Press Down/);
});

test('only so many are kept, and none that is over once they are to be forgotten', async () => {
  const { sayings, ends } = createDaemon();
  for (let count = 0; count <= SAYINGS_MAX; count += 1) {
    sayings.say(`scroll ${count}`, []);
    await ends(NOTHING);
  }
  expect(sayings.get()).toHaveLength(SAYINGS_MAX);
  expect(sayings.get()[0]?.text).toBe(`scroll ${SAYINGS_MAX}`);
  sayings.say('still running', []);
  sayings.forget();
  expect(sayings.get().map(({ text }) => text)).toEqual(['still running']);
});
