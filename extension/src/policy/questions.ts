// Validates the questions that the daemon sends, once, before a person sees them.
import { bad, isGiven, readId, readRecord, readTab } from '../rpc/reading';
import type { PolicyQuestion, Sensitivity } from '../wire';
import { SENSITIVITY_NAMES } from './describe';

/** More than anybody answers before they are a no. */
const QUESTIONS_MAX = 100;
const TEXT_LENGTH_MAX = 10_000;

/** The oldest first, so that a new one does not push away what the person is reading. */
export function readQuestions(list: unknown): PolicyQuestion[] {
  const { questions } = readRecord(list);
  if (!Array.isArray(questions)) throw bad('questions must be a list');
  const read = questions.slice(0, QUESTIONS_MAX).map(readQuestion);
  return read.sort((one, other) => one.id - other.id);
}

function readQuestion(question: unknown): PolicyQuestion {
  const { id, client, what, url, tab, sensitivity, leftMs } = readRecord(question);
  return {
    id: readId(id, 'id must be a whole number'),
    client: readText(client, 'client'),
    what: readText(what, 'what'),
    url: readText(url, 'url'),
    ...(isGiven(tab) ? { tab: readTab(tab) } : {}),
    ...(isGiven(sensitivity) ? { sensitivity: readSensitivity(sensitivity) } : {}),
    leftMs: readLeft(leftMs),
  };
}

function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw bad(`${name} must be a string`);
  return value.slice(0, TEXT_LENGTH_MAX);
}

function readSensitivity(value: unknown): Sensitivity {
  const isKnown = typeof value === 'string' && Object.hasOwn(SENSITIVITY_NAMES, value);
  if (!isKnown) throw bad('sensitivity must be one of those we know');
  return value as Sensitivity;
}

function readLeft(value: unknown): number {
  const leftMs = readId(value, 'leftMs must be a whole number');
  if (leftMs < 0) throw bad('leftMs must not be negative');
  return leftMs;
}
