// Run the draft: what is said, what is remembered, what is left in the line.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { UNDERSTAND_PAUSE_MS } from './draft';
import { SAID_MAX } from './history';
import type { ShownSaid, ShownStep } from './said';
import { createTalk, type Listener } from './talk';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const STEP: ShownStep = { index: 0, words: 'go', does: 'go', state: 'waiting', message: '' };
const SAID: ShownSaid = { steps: [STEP], parts: [], nearest: [] };

async function createPanel(kept?: readonly string[]) {
  const storage = { said: kept };
  const say = vi.fn<Listener['say']>(() => Promise.resolve(SAID));
  const talk = createTalk(
    {
      understand: () => Promise.resolve(SAID),
      complete: () => Promise.resolve([]),
      say,
      stopSaying: () => Promise.resolve(),
    },
    {
      load: () => Promise.resolve(storage.said),
      save(said) {
        storage.said = said;
        return Promise.resolve();
      },
    },
  );
  const rest = () => vi.advanceTimersByTimeAsync(UNDERSTAND_PAUSE_MS);
  await rest();
  return {
    talk,
    say,
    storage,
    rest,
    says: async (text: string) => {
      talk.draft.type(text, true);
      const isSaid = talk.say();
      await rest();
      return isSaid;
    },
  };
}

test('what is said leaves the line, trimmed, and is remembered', async () => {
  const { talk, says, say, storage } = await createPanel();
  expect(await says('  go back ')).toBe(true);
  expect(say.mock.calls.map(([, text]) => text)).toEqual(['go back']);
  expect(talk.draft.get().text).toBe('');
  expect(storage.said).toEqual(['go back']);
});

test('nothing is said where nothing stands', async () => {
  const { says, say, storage } = await createPanel();
  expect(await says('   ')).toBe(true);
  expect(say).not.toHaveBeenCalled();
  expect(storage.said).toBeUndefined();
});

test('what cannot be said yet stays in the line', async () => {
  const { talk, says, say, storage } = await createPanel();
  say.mockReturnValueOnce(new Promise(() => undefined));
  await says('scroll down');
  expect(await says('go back')).toBe(false);
  expect(talk.draft.get().text).toBe('go back');
  expect(storage.said).toEqual(['scroll down']);
});

test('steps that were read before are there at once, those of another text are not', async () => {
  const { talk, say, rest } = await createPanel();
  say.mockReturnValue(new Promise(() => undefined));
  talk.draft.type('go', true);
  await rest();
  talk.draft.type('go back', true);
  talk.say();
  expect(talk.runs.get()[0]?.steps).toEqual([]);

  const other = await createPanel();
  other.say.mockReturnValue(new Promise(() => undefined));
  other.talk.draft.type('go', true);
  await other.rest();
  other.talk.say();
  expect(other.talk.runs.get()[0]?.steps).toEqual([STEP]);
});

test('the history is there again, the most recent first, without doubles in a row', async () => {
  const { talk, says } = await createPanel(['two', 'one']);
  expect(talk.history.get()).toEqual(['two', 'one']);
  await says('two');
  await says('three');
  await says('two');
  expect(talk.history.get()).toEqual(['two', 'three', 'two', 'one']);
  talk.draft.recallEarlier();
  expect(talk.draft.get().text).toBe('two');
});

test('the history has an end', async () => {
  const full = Array.from({ length: SAID_MAX }, (_, index) => `line ${index}`);
  const { says, storage } = await createPanel(full);
  await says('one more');
  expect(storage.said).toEqual(['one more', ...full.slice(0, -1)]);
});

test('what a panel in another window has added is kept', async () => {
  const { says, storage } = await createPanel(['one']);
  storage.said = ['from another window', 'one'];
  await says('two');
  expect(storage.said).toEqual(['two', 'from another window', 'one']);
});

test('what was said is forgotten for good', async () => {
  const { talk, says, storage } = await createPanel();
  await says('my secret plan');
  talk.forget();
  expect(talk.runs.get()).toEqual([]);
  expect(talk.history.get()).toEqual([]);
  expect(storage.said).toEqual([]);
});
