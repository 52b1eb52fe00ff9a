// Validates what the daemon sends about an utterance, once, and truncates it to what a person reads.
// Much of it is text of pages: titles, labels, whole articles.
import { sanitize } from '../policy/sanitize';
import { bad, isGiven, readId, readRecord } from '../rpc/reading';
import type { Completion, CompletionKind, Part, PartKind, StepState, Suggestion } from '../wire';

/** A step as a person sees it. */
export interface ShownStep {
  index: number;
  words: string;
  does: string;
  state: StepState;
  message: string;
  /** Several lines, perhaps many. */
  result?: string;
}

export interface ShownSaid {
  /** In order, and none where nothing was understood. */
  steps: ShownStep[];
  parts: Part[];
  nearest: Suggestion[];
}

/** Far more than anybody types as one command. */
export const UTTERANCE_LENGTH_MAX = 1_000;
export const COMPLETIONS_MAX = 8;
const STEPS_MAX = 50;
const PARTS_MAX = 200;
const NEAREST_MAX = 3;
const PHRASE_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 500;
const RESULT_LENGTH_MAX = 20_000;

const STEP_STATES = new Set<StepState>(['waiting', 'running', 'done', 'failed', 'skipped']);
const PART_KINDS = new Set<PartKind>(['word', 'capture', 'joint', 'unknown']);
const COMPLETION_KINDS = new Set<CompletionKind>(['words', 'entity', 'placeholder']);

export function readSaid(said: unknown): ShownSaid {
  const { steps, parts, nearest } = readRecord(said);
  return {
    steps: readList(steps, 'steps', STEPS_MAX, readStep).sort(byIndex),
    parts: readList(parts, 'parts', PARTS_MAX, readPart),
    nearest: readList(nearest, 'nearest', NEAREST_MAX, readSuggestion),
  };
}

export function readStepNotice(notice: unknown): { id: string; step: ShownStep } {
  const { id, step } = readRecord(notice);
  if (typeof id !== 'string') throw bad('id must be a string');
  return { id, step: readStep(step) };
}

/** One that leads to more than can be said is left out. */
export function readCompletions(answer: unknown): Completion[] {
  const { completions } = readRecord(answer);
  const read = readList(completions, 'completions', COMPLETIONS_MAX, readCompletion);
  return read.filter(({ line }) => line.length <= UTTERANCE_LENGTH_MAX);
}

export function byIndex(one: ShownStep, other: ShownStep): number {
  return one.index - other.index;
}

function readStep(value: unknown): ShownStep {
  const { index, words, does, state, message, result } = readRecord(value);
  return {
    index: readIndex(index),
    words: readPhrase(words, 'words'),
    does: readPhrase(does, 'does'),
    state: readOneOf(state, 'state', STEP_STATES),
    message: sanitize(readText(message, 'message'), MESSAGE_LENGTH_MAX),
    ...(isGiven(result) ? { result: resultText(result) } : {}),
  };
}

function readPart(value: unknown): Part {
  const { text, kind } = readRecord(value);
  return { text: readPhrase(text, 'text'), kind: readOneOf(kind, 'kind', PART_KINDS) };
}

function readSuggestion(value: unknown): Suggestion {
  const { phrasing, does } = readRecord(value);
  return { phrasing: readPhrase(phrasing, 'phrasing'), does: readPhrase(does, 'does') };
}

function readCompletion(value: unknown): Completion {
  const { text, line, kind, about } = readRecord(value);
  return {
    text: readPhrase(text, 'text'),
    // As it came: it is what will be said.
    line: readText(line, 'line'),
    kind: readOneOf(kind, 'kind', COMPLETION_KINDS),
    about: readPhrase(about, 'about'),
  };
}

function readList<T>(
  value: unknown,
  name: string,
  lengthMax: number,
  read: (item: unknown) => T,
): T[] {
  if (!Array.isArray(value)) throw bad(`${name} must be a list`);
  return value.slice(0, lengthMax).map(read);
}

function readIndex(value: unknown): number {
  const index = readId(value, 'index must be a whole number');
  if (index < 0 || index >= STEPS_MAX) throw bad(`index must be from 0 to ${STEPS_MAX - 1}`);
  return index;
}

function readOneOf<T extends string>(value: unknown, name: string, known: ReadonlySet<T>): T {
  if (!known.has(value as T)) throw bad(`${name} must be one of ${[...known].join(', ')}`);
  return value as T;
}

function readPhrase(value: unknown, name: string): string {
  return sanitize(readText(value, name), PHRASE_LENGTH_MAX);
}

function readText(value: unknown, name: string): string {
  if (typeof value !== 'string') throw bad(`${name} must be a string`);
  return value;
}

function resultText(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  return text.length <= RESULT_LENGTH_MAX ? text : `${text.slice(0, RESULT_LENGTH_MAX)}…`;
}
