// The person types, with a daemon that knows three lines: what shows, and what the keys do.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPromise } from '../rpc/test-pair';
import type { Completion } from '../wire';
import { COMPLETE_DEBOUNCE_MS, createDraft, UNDERSTAND_DEBOUNCE_MS } from './draft';
import { handleKey } from './keys';
import type { ShownUtterance } from './sanitize-utterance';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LINES = ['open nytimes.com', 'open news.example', 'go back'];
const SITE: Completion = { text: 'site', line: 'open ', kind: 'placeholder', about: '' };

function completionsOf(text: string): Completion[] {
  const fitting = LINES.filter((line) => line.startsWith(text) && line !== text);
  const words = fitting.map((line) => ({ text: line, line, kind: 'words', about: '' }) as const);
  return text === 'open ' ? [SITE, ...words] : words;
}

function parseOf(text: string): ShownUtterance {
  return { steps: [], parts: [{ text, kind: 'word' }], nearest: [] };
}

function createPerson(history: readonly string[] = []) {
  const complete = vi.fn((text: string) => Promise.resolve(completionsOf(text)));
  const understand = vi.fn((text: string) => Promise.resolve(parseOf(text)));
  const draft = createDraft({ complete, understand, history: () => history });
  const rest = () => vi.advanceTimersByTimeAsync(UNDERSTAND_DEBOUNCE_MS);
  return {
    draft,
    complete,
    understand,
    rest,
    types: async (text: string) => {
      draft.type(text, true);
      await rest();
    },
    presses: (...keys: string[]) => keys.map((key) => handleKey(draft, key, true)),
    /** The list as it shows, with the chosen one marked. */
    sees: () => {
      const { completions, chosen } = draft.get();
      return completions.map(({ text }, index) => (index === chosen ? `> ${text}` : text));
    },
    text: () => draft.get().text,
  };
}

test('a burst of letters asks once', async () => {
  const { draft, complete, understand, rest } = createPerson();
  for (const text of ['o', 'op', 'ope', 'open']) {
    draft.type(text, true);
    vi.advanceTimersByTime(COMPLETE_DEBOUNCE_MS - 1);
  }
  await rest();
  expect(complete.mock.calls).toEqual([['open']]);
  expect(understand.mock.calls).toEqual([['open']]);
  expect(draft.get().parsed).toEqual({ text: 'open', utterance: parseOf('open') });
});

test('completions that come too late are dropped', async () => {
  const { draft, complete, sees, types, rest } = createPerson();
  const slow = createPromise<Completion[]>();
  complete.mockReturnValueOnce(slow.promise);
  await types('open');
  await types('go');
  slow.resolve(completionsOf('open'));
  await rest();
  expect(sees()).toEqual(['go back']);
  draft.clear();
  expect(sees()).toEqual([]);
});

test('a reading that comes too late does not come back to an empty line', async () => {
  const { draft, understand, types, rest } = createPerson();
  const slow = createPromise<ShownUtterance>();
  understand.mockReturnValueOnce(slow.promise);
  await types('open');
  draft.clear();
  slow.resolve(parseOf('open'));
  await rest();
  expect(draft.get().parsed).toBeUndefined();
});

test('while one types on, only what still fits stays', async () => {
  const { draft, types, presses, sees, text } = createPerson();
  await types('open n');
  draft.type('open ne', true);
  expect(sees()).toEqual(['open news.example']);
  draft.type('open new ', true);
  expect(sees()).toEqual([]);
  expect(presses('Tab')).toEqual(['default']);
  expect(text()).toBe('open new ');
});

test('nothing is completed in the middle of a line, nor where nothing stands', async () => {
  const { draft, complete, types, rest } = createPerson();
  draft.type('open', false);
  await rest();
  await types(' ');
  expect(complete).not.toHaveBeenCalled();
});

test('Down and Up go round the list and the line itself', async () => {
  const { types, presses, sees } = createPerson();
  await types('open n');
  presses('ArrowDown');
  expect(sees()).toEqual(['> open nytimes.com', 'open news.example']);
  presses('ArrowDown');
  expect(sees()).toEqual(['open nytimes.com', '> open news.example']);
  presses('ArrowDown');
  expect(sees()).toEqual(['open nytimes.com', 'open news.example']);
  presses('ArrowUp');
  expect(sees()).toEqual(['open nytimes.com', '> open news.example']);
});

test.each([
  ['Tab', [], 'open nytimes.com'],
  ['ArrowRight', [], 'open nytimes.com'],
  ['Tab', ['ArrowDown', 'ArrowDown'], 'open news.example'],
  ['Enter', ['ArrowDown'], 'open nytimes.com'],
])('%s after %j takes a completion', async (key, before, line) => {
  const { types, presses, text, understand, rest } = createPerson();
  await types('open n');
  presses(...before);
  expect(presses(key)).toEqual(['handled']);
  expect(text()).toBe(line);
  await rest();
  expect(understand).toHaveBeenLastCalledWith(line);
});

test('Right within the line only moves', async () => {
  const { draft, types, text } = createPerson();
  await types('open n');
  expect(handleKey(draft, 'ArrowRight', false)).toBe('default');
  expect(text()).toBe('open n');
});

test('a placeholder is never taken, and passed over where none is chosen', async () => {
  const { types, presses, sees, text, draft } = createPerson();
  await types('open ');
  presses('ArrowDown');
  expect(sees()[0]).toBe('> site');
  expect(presses('Tab', 'ArrowRight', 'Enter')).toEqual(['default', 'default', 'handled']);
  expect(draft.accept(0)).toBe(false);
  expect(text()).toBe('open ');
  presses('ArrowUp', 'Tab');
  expect(text()).toBe('open nytimes.com');
});

test('Enter says what stands there', async () => {
  const { types, presses } = createPerson();
  await types('open n');
  expect(presses('Enter')).toEqual(['submit']);
});

test('Escape closes the list, once; what is on its way does not open it again', async () => {
  const { draft, types, presses, sees, rest } = createPerson();
  await types('open n');
  draft.type('open ne', true);
  expect(presses('Escape', 'Escape')).toEqual(['handled', 'default']);
  await rest();
  expect(sees()).toEqual([]);
  expect(presses('Tab')).toEqual(['default']);
});

test('Down where no list is open shows what could follow', async () => {
  const { presses, sees, rest } = createPerson();
  presses('ArrowDown');
  await rest();
  expect(sees()).toEqual(LINES);
});

test('Up in an empty line walks back through what was said, and Down forth', async () => {
  const { presses, text, sees, rest, understand } = createPerson(['three', 'two', 'one']);
  presses('ArrowUp');
  expect(text()).toBe('three');
  presses('ArrowUp', 'ArrowUp');
  expect(text()).toBe('one');
  expect(presses('ArrowUp')).toEqual(['default']);
  expect(text()).toBe('one');
  await rest();
  expect(understand.mock.calls).toEqual([['one']]);
  expect(sees()).toEqual([]);
  presses('ArrowDown');
  expect(text()).toBe('two');
  presses('ArrowDown', 'ArrowDown');
  expect(text()).toBe('');
});

test('who types in the midst of history stands in it no more', () => {
  const { draft, presses, text } = createPerson(['three', 'two']);
  presses('ArrowUp');
  draft.type('three!', true);
  expect(presses('ArrowUp')).toEqual(['default']);
  expect(text()).toBe('three!');
});

test('Up in an empty line walks back even where the list is open', async () => {
  const { presses, text, sees, rest } = createPerson(['three']);
  presses('ArrowDown');
  await rest();
  presses('ArrowUp');
  expect(text()).toBe('three');
  expect(sees()).toEqual([]);
});

test('other keys are none of ours', async () => {
  const { types, presses } = createPerson();
  await types('open n');
  expect(presses('a', 'ArrowLeft', 'Home')).toEqual(['default', 'default', 'default']);
});
