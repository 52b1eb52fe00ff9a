// What is taken for a question, in the address bar as in the library.
import { expect, test } from 'vitest';
import { isQuestionLike } from './question-like';

test.each([
  ['what did I read about tea', true],
  ['  Which pump is quiet', true],
  ['summarise my pages about tea', true],
  ['tell me about tea', true],
  ['tea?', true],
  ['green tea ?', true],
  ['when was it', true],
  ['what', false],
  ['how tea', false],
  ['green tea and what it is', false],
  ['?', false],
  ['https://tea.example/', false],
  ['https://tea.example/?', false],
])('%j is a question: %s', (text, is) => {
  expect(isQuestionLike(text)).toBe(is);
});
