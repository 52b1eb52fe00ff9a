// What the daemon says of questions is read, or refused.
import { expect, test } from 'vitest';
import { readQuestions } from './questions';

const QUESTION = {
  id: 7,
  client: 'claude',
  what: 'click button "Pay now"',
  url: 'https://shop.example/cart',
  tab: 3,
  sensitivity: 'payment',
  leftMs: 60_000,
};

test('a question as it comes, without what we do not know', () => {
  expect(readQuestions({ questions: [{ ...QUESTION, more: 'of it' }] })).toEqual([QUESTION]);
});

test('tab and sensitivity may be missing', () => {
  const { id, client, what, url, leftMs } = QUESTION;
  const rest = { id, client, what, url, leftMs };
  expect(readQuestions({ questions: [rest] })).toEqual([rest]);
  expect(readQuestions({ questions: [{ ...rest, tab: null, sensitivity: null }] })).toEqual([rest]);
});

test('the oldest comes first', () => {
  const questions = [9, 7, 8].map((id) => ({ ...QUESTION, id }));
  expect(readQuestions({ questions }).map(({ id }) => id)).toEqual([7, 8, 9]);
});

test('there is a limit to how many, and to how much each says', () => {
  const questions = Array.from({ length: 500 }, (_, id) => ({
    ...QUESTION,
    id,
    what: 'x'.repeat(50_000),
  }));
  const read = readQuestions({ questions });
  expect(read).toHaveLength(100);
  expect(read[0]?.what).toHaveLength(10_000);
});

test.each<[unknown]>([
  [undefined],
  [[]],
  [{}],
  [{ questions: {} }],
  [{ questions: [null] }],
  ...Object.entries({
    id: '7',
    client: null,
    what: 4,
    url: undefined,
    tab: 'x',
    sensitivity: 'constructor',
    leftMs: -1,
  }).map(([name, value]): [unknown] => [{ questions: [{ ...QUESTION, [name]: value }] }]),
])('refused: %j', (list) => {
  expect(() => readQuestions(list)).toThrow(expect.objectContaining({ code: 'badArguments' }));
});
