// Limits the number and the length of the questions that reach our pages.
import type { PolicyQuestion, QuestionList } from '../wire';

/** More than anybody can answer before they time out. */
const QUESTIONS_MAX = 100;
const TEXT_LENGTH_MAX = 10_000;
/** With a script in it, which is shown whole. */
const WHAT_LENGTH_MAX = 30_000;

/** The oldest first, so that a new question does not replace the one the person is reading. */
export function sanitizeQuestions({ questions }: QuestionList): PolicyQuestion[] {
  const shown = questions.slice(0, QUESTIONS_MAX).map((question) => ({
    ...question,
    client: question.client.slice(0, TEXT_LENGTH_MAX),
    what: question.what.slice(0, WHAT_LENGTH_MAX),
    url: question.url.slice(0, TEXT_LENGTH_MAX),
  }));
  return shown.sort((one, other) => one.id - other.id);
}
