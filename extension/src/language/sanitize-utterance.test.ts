// What a person is shown of an utterance, and how much.
import { expect, test } from 'vitest';
import type { Completion, Part, UtteranceResult, Step } from '../wire';
import { sanitizeCompletions, sanitizeUtterance, sanitizeStepNotice } from './sanitize-utterance';

const STEP: Step = {
  index: 0,
  words: 'scroll down',
  action: { actionName: 'scrollDown', parameters: {} },
  does: 'scroll the page down',
  state: 'done',
  message: 'Scrolled down.',
};
const SHOWN = {
  index: 0,
  words: 'scroll down',
  does: 'scroll the page down',
  state: 'done',
  message: 'Scrolled down.',
};
const COMPLETION: Completion = {
  text: 'nytimes.com',
  line: 'open nytimes.com',
  kind: 'entity',
  about: 'The New York Times',
};

const said = (more: Partial<UtteranceResult>): UtteranceResult => ({
  steps: [],
  parts: [],
  nearest: [],
  ...more,
});

test('steps come in order, without what a person does not read', () => {
  const read = sanitizeUtterance(said({ steps: [{ ...STEP, index: 1 }, STEP] }));
  expect(read.steps).toEqual([SHOWN, { ...SHOWN, index: 1 }]);
});

test('what a model made of it is told, with the actions to remember it by', () => {
  const goBack = { ...STEP, action: { actionName: 'goBack', parameters: {} } };
  const steps = [{ ...goBack, index: 1 }, STEP];
  expect(sanitizeUtterance(said({ steps, model: 'big\n' })).translation).toEqual({
    model: 'big',
    actions: [STEP.action, goBack.action],
  });
  const kept = sanitizeUtterance(said({ steps, model: 'big', remembered: 'down <n>' }));
  expect(kept.translation?.remembered).toBe('down <n>');
});

test('parts and phrasings as they come', () => {
  const parts: Part[] = [
    { text: 'open', kind: 'word' },
    { text: 'nytimes.com', kind: 'capture' },
  ];
  const nearest = [{ phrasing: 'open nytimes.com', does: 'open the site' }];
  expect(sanitizeUtterance(said({ parts, nearest }))).toEqual({ steps: [], parts, nearest });
});

test.each<[what: string, result: unknown, text: string]>([
  ['a text', 'one\ntwo', 'one\ntwo'],
  ['anything else', { title: 'Shop' }, '{\n  "title": "Shop"\n}'],
  ['far too much', 'x'.repeat(50_000), `${'x'.repeat(20_000)}…`],
])('%s as a result is text', (_what, result, text) => {
  const { step } = sanitizeStepNotice({ id: 'a', step: { ...STEP, result } });
  expect(step.result).toBe(text);
});

test('the pages that an answer cites are links, and nothing that is no page of the web', () => {
  const shown = (result: unknown) =>
    sanitizeStepNotice({ id: 'a', step: { ...STEP, message: 'Tea. [1]', result } }).step;
  const tea = { number: 1, title: 'Tea\u202E', url: 'https://tea.example/', from: 'web' };
  expect(shown({ sources: [tea] })).toEqual({
    ...SHOWN,
    message: 'Tea. [1]',
    sources: [{ ...tea, title: 'Tea' }],
  });
  expect(shown({ pages: [{ title: '', url: 'http://a.test/' }] }).sources).toEqual([
    { title: 'http://a.test/', url: 'http://a.test/' },
  ]);
  for (const bad of [{ ...tea, url: 'javascript:alert(1)' }, { title: 'Tea' }, 'tea', null]) {
    expect(shown({ sources: [tea, bad] }).sources).toBeUndefined();
  }
  const many = Array.from({ length: 50 }, () => tea);
  expect(shown({ sources: many }).sources).toHaveLength(10);
});

test('without a result there is none', () => {
  const { step } = sanitizeStepNotice({ id: 'a', step: STEP });
  expect(step).toEqual(SHOWN);
});

test('a step beyond the limit is refused', () => {
  expect(() => sanitizeStepNotice({ id: 'a', step: { ...STEP, index: 50 } })).toThrow(
    expect.objectContaining({ code: 'badArguments', message: 'step.index must be below 50' }),
  );
});

test('a page cannot write over what stands around it', () => {
  const message = `Found "\u202Edlos\n\n${'x'.repeat(5_000)}"`;
  const { step } = sanitizeStepNotice({ id: 'a', step: { ...STEP, message } });
  expect(step.message).toHaveLength(500);
  expect(step.message).toMatch(/^Found "dlos x+…$/);
});

test('there is a limit to how much is shown', () => {
  const many = <T>(item: T) => Array.from({ length: 500 }, () => item);
  const read = sanitizeUtterance({
    steps: many(STEP),
    parts: many<Part>({ text: 'open', kind: 'word' }),
    nearest: many({ phrasing: 'go back', does: 'go back' }),
  });
  expect([read.steps.length, read.parts.length, read.nearest.length]).toEqual([50, 200, 3]);
  expect(sanitizeCompletions({ completions: many(COMPLETION) })).toHaveLength(8);
});

test('a line is what will be said: not cut, but left out where it is too long', () => {
  const long = { ...COMPLETION, line: 'x'.repeat(1_001) };
  const odd = { ...COMPLETION, line: 'open  two  spaces ' };
  expect(sanitizeCompletions({ completions: [long, odd] })).toEqual([odd]);
});
