// What the daemon says of an utterance is read and cut, or refused.
import { expect, test } from 'vitest';
import { readCompletions, readSaid, readStepNotice } from './said';

const STEP = {
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
const COMPLETION = {
  text: 'nytimes.com',
  line: 'open nytimes.com',
  kind: 'entity',
  about: 'The New York Times',
};

const said = (more: object) => ({ steps: [], parts: [], nearest: [], ...more });

test('steps come in order, without what a person does not read', () => {
  const read = readSaid(said({ steps: [{ ...STEP, index: 1 }, STEP] }));
  expect(read.steps).toEqual([SHOWN, { ...SHOWN, index: 1 }]);
});

test('parts and phrasings as they come', () => {
  const parts = [
    { text: 'open', kind: 'word' },
    { text: 'nytimes.com', kind: 'capture' },
  ];
  const nearest = [{ phrasing: 'open nytimes.com', does: 'open the site' }];
  expect(readSaid(said({ parts, nearest }))).toEqual({ steps: [], parts, nearest });
});

test.each<[what: string, result: unknown, text: string]>([
  ['a text', 'one\ntwo', 'one\ntwo'],
  ['anything else', { title: 'Shop' }, '{\n  "title": "Shop"\n}'],
  ['far too much', 'x'.repeat(50_000), `${'x'.repeat(20_000)}…`],
])('%s as a result is text', (_what, result, text) => {
  const { step } = readStepNotice({ id: 'a', step: { ...STEP, result } });
  expect(step.result).toBe(text);
});

test.each([[undefined], [null]])('the result %j is none', (result) => {
  const { step } = readStepNotice({ id: 'a', step: { ...STEP, result } });
  expect(step).toEqual(SHOWN);
});

test('a page cannot write over what stands around it', () => {
  const message = `Found "\u202Edlos\n\n${'x'.repeat(5_000)}"`;
  const { step } = readStepNotice({ id: 'a', step: { ...STEP, message } });
  expect(step.message).toHaveLength(500);
  expect(step.message).toMatch(/^Found "dlos x+…$/);
});

test('there is a limit to how much is shown', () => {
  const many = <T>(item: T) => Array.from({ length: 500 }, () => item);
  const read = readSaid({
    steps: many(STEP),
    parts: many({ text: 'open', kind: 'word' }),
    nearest: many({ phrasing: 'go back', does: 'go back' }),
  });
  expect([read.steps.length, read.parts.length, read.nearest.length]).toEqual([50, 200, 3]);
  expect(readCompletions({ completions: many(COMPLETION) })).toHaveLength(8);
});

test('a line is what will be said: not cut, but left out where it is too long', () => {
  const long = { ...COMPLETION, line: 'x'.repeat(1_001) };
  const odd = { ...COMPLETION, line: 'open  two  spaces ' };
  expect(readCompletions({ completions: [long, odd] })).toEqual([odd]);
});

test.each<[unknown]>([
  [undefined],
  [{}],
  [said({ steps: {} })],
  [said({ parts: [{ text: 'open', kind: 'constructor' }] })],
  [said({ nearest: [{ phrasing: 'open' }] })],
  ...Object.entries({
    index: -1,
    words: 4,
    does: null,
    state: 'finished',
    message: undefined,
  }).map(([name, value]): [unknown] => [said({ steps: [{ ...STEP, [name]: value }] })]),
])('refused: %j', (answer) => {
  expect(() => readSaid(answer)).toThrow(expect.objectContaining({ code: 'badArguments' }));
});

test.each<[unknown]>([
  [{ completions: 'open' }],
  [{ completions: [{ ...COMPLETION, kind: 'site' }] }],
  [{ completions: [{ ...COMPLETION, line: 7 }] }],
])('no completions: %j', (answer) => {
  expect(() => readCompletions(answer)).toThrow(expect.objectContaining({ code: 'badArguments' }));
});

test.each<[unknown]>([[{ id: 7, step: STEP }], [{ id: 'a' }], [{ id: 'a', step: { index: 50 } }]])(
  'no notice: %j',
  (notice) => {
    expect(() => readStepNotice(notice)).toThrow(expect.objectContaining({ code: 'badArguments' }));
  },
);
