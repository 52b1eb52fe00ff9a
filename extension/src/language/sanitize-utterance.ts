// Sanitizes and truncates what the daemon answers before a person sees it, because much of it is
// untrusted text of pages: titles, labels, whole articles.
import { sanitize } from '../policy/sanitize';
import { bad } from '../rpc/readers';
import type {
  Action,
  Completion,
  Completions,
  KeptPhrasing,
  Part,
  UtteranceResult,
  Step,
  StepNotice,
  StepState,
  Suggestion,
} from '../wire';

/** A step as a person sees it. */
export interface ShownStep {
  index: number;
  words: string;
  does: string;
  state: StepState;
  message: string;
  /** Often many lines. */
  result?: string;
  /** The pages that an answer cites, or that a search found. */
  sources?: ShownSource[];
}

export interface ShownSource {
  /** As the answer cites it. */
  number?: number;
  title: string;
  /** Of the web, so that it can be a link. */
  url: string;
  /** Where an answer comes from both. */
  from?: 'web' | 'memory';
}

export interface ShownUtterance {
  /** In order; empty where the line was not understood. */
  steps: ShownStep[];
  parts: Part[];
  nearest: Suggestion[];
  /** Where no grammar knew it and a model said what it means. */
  translation?: Translation;
}

/** What a model made of a line. */
export interface Translation {
  model: string;
  /** What the line means, in order: with it the line can be remembered. */
  actions: Action[];
  /** The phrasing that was kept of it, if one was. */
  remembered?: string;
}

/** Far longer than any command a person types. */
export const UTTERANCE_LENGTH_MAX = 1_000;
export const COMPLETIONS_MAX = 8;
const STEPS_MAX = 50;
const PARTS_MAX = 200;
const NEAREST_MAX = 3;
const PHRASE_LENGTH_MAX = 200;
const MESSAGE_LENGTH_MAX = 500;
const RESULT_LENGTH_MAX = 20_000;
/** An answer is a few sentences. */
const ANSWER_LENGTH_MAX = 4_000;
const SOURCES_MAX = 10;

export function sanitizeUtterance(result: UtteranceResult): ShownUtterance {
  const { parts, nearest } = result;
  const steps = result.steps.toSorted(byIndex);
  return {
    steps: steps.slice(0, STEPS_MAX).map(sanitizeStep),
    parts: parts.slice(0, PARTS_MAX).map(({ text, kind }) => ({ text: phrase(text), kind })),
    nearest: nearest.slice(0, NEAREST_MAX).map(({ phrasing, does }) => ({
      phrasing: phrase(phrasing),
      does: phrase(does),
    })),
    ...translationOf(result, steps),
  };
}

export function sanitizePhrasing({ phrasing }: KeptPhrasing): string {
  return phrase(phrasing);
}

/** The actions are passed on as they are: the daemon checks them when they come back. */
function translationOf(
  { model, remembered }: UtteranceResult,
  steps: readonly Step[],
): Pick<ShownUtterance, 'translation'> {
  if (model === undefined) return {};
  const translation: Translation = {
    model: phrase(model),
    actions: steps.map(({ action }) => action),
  };
  if (remembered !== undefined) translation.remembered = phrase(remembered);
  return { translation };
}

export function sanitizeStepNotice({ id, step }: StepNotice): { id: string; step: ShownStep } {
  if (step.index >= STEPS_MAX) throw bad(`step.index must be below ${STEPS_MAX}`);
  return { id, step: sanitizeStep(step) };
}

/** Leaves out a completion that would make the line longer than the limit. */
export function sanitizeCompletions({ completions }: Completions): Completion[] {
  return completions
    .slice(0, COMPLETIONS_MAX)
    .filter(({ line }) => line.length <= UTTERANCE_LENGTH_MAX)
    .map(({ text, line, kind, about }) => ({
      text: phrase(text),
      // Not sanitized: this exact text is sent when the completion is accepted.
      line,
      kind,
      about: phrase(about),
    }));
}

export function byIndex(one: Pick<Step, 'index'>, other: Pick<Step, 'index'>): number {
  return one.index - other.index;
}

function sanitizeStep({ index, words, does, state, message, result }: Step): ShownStep {
  const step = { index, words: phrase(words), does: phrase(does), state };
  const sources = sourcesOf(result);
  if (sources) return { ...step, message: sanitize(message, ANSWER_LENGTH_MAX), sources };
  return {
    ...step,
    message: sanitize(message, MESSAGE_LENGTH_MAX),
    ...(result === undefined ? {} : { result: resultText(result) }),
  };
}

/** Undefined where the result is no list of pages. */
function sourcesOf(result: unknown): ShownSource[] | undefined {
  if (!isRecord(result)) return undefined;
  const list = result.sources ?? result.pages;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const sources = list.slice(0, SOURCES_MAX).map(sourceOf);
  return sources.every((source) => source !== undefined) ? sources : undefined;
}

function sourceOf(value: unknown): ShownSource | undefined {
  if (!isRecord(value)) return undefined;
  const { number, title, url, from } = value;
  if (typeof title !== 'string' || typeof url !== 'string' || !isOfTheWeb(url)) return undefined;
  return {
    title: phrase(title) || phrase(url),
    url,
    ...(typeof number === 'number' ? { number } : {}),
    ...(from === 'web' || from === 'memory' ? { from } : {}),
  };
}

function isOfTheWeb(url: string): boolean {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function phrase(text: string): string {
  return sanitize(text, PHRASE_LENGTH_MAX);
}

function resultText(result: unknown): string {
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  return text.length <= RESULT_LENGTH_MAX ? text : `${text.slice(0, RESULT_LENGTH_MAX)}…`;
}
