// Which of the daemon's questions a person is shown, and how much of each.
import type { PolicyQuestion, QuestionList } from '../wire';

/** More than anybody answers before they are a no. */
const QUESTIONS_MAX = 100;
const TEXT_LENGTH_MAX = 10_000;

/** The oldest first, so that a new one does not push away what the person is reading. */
export function shownQuestions({ questions }: QuestionList): PolicyQuestion[] {
  const shown = questions.slice(0, QUESTIONS_MAX).map((question) => ({
    ...question,
    client: question.client.slice(0, TEXT_LENGTH_MAX),
    what: question.what.slice(0, TEXT_LENGTH_MAX),
    url: question.url.slice(0, TEXT_LENGTH_MAX),
  }));
  return shown.sort((one, other) => one.id - other.id);
}
