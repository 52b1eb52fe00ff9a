// What a person is shown of the questions that wait.
import { expect, test } from 'vitest';
import type { PolicyQuestion } from '../wire';
import { sanitizeQuestions } from './questions';

const QUESTION: PolicyQuestion = {
  id: 7,
  client: 'claude',
  what: 'click button "Pay now"',
  url: 'https://shop.example/cart',
  tab: 3,
  sensitivity: 'payment',
  leftMs: 60_000,
};

test('a question as it comes', () => {
  expect(sanitizeQuestions({ questions: [QUESTION] })).toEqual([QUESTION]);
});

test('the oldest comes first', () => {
  const questions = [9, 7, 8].map((id) => ({ ...QUESTION, id }));
  expect(sanitizeQuestions({ questions }).map(({ id }) => id)).toEqual([7, 8, 9]);
});

test('there is a limit to how many, and to how much each says', () => {
  const questions = Array.from({ length: 500 }, (_, id) => ({
    ...QUESTION,
    id,
    what: 'x'.repeat(50_000),
  }));
  const shown = sanitizeQuestions({ questions });
  expect(shown).toHaveLength(100);
  expect(shown[0]?.what).toHaveLength(30_000);
});
