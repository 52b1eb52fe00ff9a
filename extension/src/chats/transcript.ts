// What a chat shows, made from the events of its runs. Each event changes the transcript in one place, and the same
// events always give the same transcript, so two panels on one chat show the same.
import { type SentencePart, sentenceParts } from '../page-words';
import { sanitize } from '../policy/sanitize';
import type {
  CallState,
  ChatEvent,
  ChatRun,
  ChatUsage,
  RunAsk,
  RunLimits,
  RunSpent,
  RunState,
  TabId,
} from '../wire';

export interface TaskCall {
  kind: 'call';
  id: string;
  /** The step of the run in which the model called it, from 1. */
  step: number;
  tool: string;
  /** What it does, in one line. What the model wrote is quoted in it. */
  does: readonly SentencePart[];
  /** Everything that the model passed. */
  details: string;
  state: CallState;
  /** What came of it, or what it waits for. */
  words: string;
  /** Where it was done. */
  tab: TabId | undefined;
  /** The number of the picture that came with its result. */
  picture: number | undefined;
  startedMs: number;
  endedMs: number | undefined;
}

export type TaskItem =
  | { kind: 'text'; text: string }
  | { kind: 'notice'; text: string }
  | { kind: 'answered'; question: string; answer: string }
  /** What the person said to the task under way. */
  | { kind: 'added'; text: string }
  | TaskCall;

/** A task that was handed over, and how it goes. */
export interface TaskRun {
  id: string;
  task: string;
  state: RunState;
  startedMs: number;
  items: readonly TaskItem[];
  /** How many older items are no longer kept. With it, an item has the same number for as long as it is there. */
  itemsDropped: number;
  /** What the model is writing. */
  writing: string;
  ask: RunAsk | undefined;
  limits: RunLimits;
  spent: RunSpent;
  answer: string;
  isSuccess: boolean;
  /** Why it failed or paused, and what to do. */
  fault: string | undefined;
}

export interface Transcript {
  /** The oldest first. */
  runs: readonly TaskRun[];
  usage: ChatUsage | undefined;
  /** The last event that it knows of. */
  last: number;
}

export const EMPTY: Transcript = { runs: [], usage: undefined, last: 0 };

/** Runs that are kept; the daemon has all of them. */
export const RUNS_MAX = 50;
const ITEMS_MAX = 1_000;
const TASK_LENGTH_MAX = 4_000;
const TEXT_LENGTH_MAX = 20_000;
const DETAILS_LENGTH_MAX = 20_000;
const WORDS_LENGTH_MAX = 4_000;

export function applyEvents(transcript: Transcript, events: readonly ChatEvent[]): Transcript {
  return events.reduce(apply, transcript);
}

export function openRun({ runs }: Transcript): TaskRun | undefined {
  const last = runs.at(-1);
  return last && isOpen(last) ? last : undefined;
}

export function isOpen({ state }: Pick<TaskRun, 'state'>): boolean {
  return state === 'running' || state === 'waiting' || state === 'paused';
}

function apply(transcript: Transcript, { id, run: runId, timeMs, event }: ChatEvent): Transcript {
  // After a lost connection an event may come twice.
  if (id <= transcript.last) return transcript;
  const next = { ...transcript, last: id };
  const change = (changing: (run: TaskRun) => Partial<TaskRun>): Transcript => ({
    ...next,
    runs: next.runs.map((run) => (run.id === runId ? { ...run, ...changing(run) } : run)),
  });
  const add = (...items: TaskItem[]) => change((run) => withItems(run, items));

  switch (event.type) {
    case 'run.started':
      return { ...next, runs: [...next.runs, begun(event.run)].slice(-RUNS_MAX) };
    case 'run.resumed':
      // A question that is still open is simply asked on.
      return change(({ ask }) => ({
        state: ask ? 'waiting' : 'running',
        fault: undefined,
        spent: event.spent,
      }));
    case 'run.delta':
      if (event.isReasoning) return next;
      return change(({ writing }) => ({
        writing: bounded(writing + event.text, TEXT_LENGTH_MAX),
      }));
    case 'run.retry':
      return change(() => ({ writing: '' }));
    case 'run.step':
      return change((run) => ({ writing: '', ...withItems(run, stepItems(event, timeMs)) }));
    case 'run.tool':
      return change(({ items }) => {
        // Some models use an id again in their next answer: the newest is meant.
        const at = items.findLastIndex((item) => item.kind === 'call' && item.id === event.call);
        const call = items[at];
        if (call?.kind !== 'call') return {};
        return { items: items.with(at, withState(call, event, timeMs)) };
      });
    case 'run.ask':
      return change(() => ({ state: 'waiting', ask: event.ask }));
    case 'run.answered':
      return change((run) => ({
        state: 'running',
        ask: undefined,
        ...withItems(run, [
          { kind: 'answered', question: run.ask?.question ?? '', answer: event.answer },
        ]),
      }));
    case 'run.added':
      return add({ kind: 'added', text: bounded(event.text, TASK_LENGTH_MAX) });
    case 'run.usage':
      return { ...change(() => ({ spent: event.spent })), usage: event.usage };
    case 'run.notice':
      return add({ kind: 'notice', text: sanitize(event.text, WORDS_LENGTH_MAX) });
    case 'run.paused':
      return change(() => ({ state: 'paused', writing: '', fault: faultOf(event.problem) }));
    case 'run.finished':
    case 'run.failed':
    case 'run.stopped':
      return change(() => ended(event.run));
    case 'run.provider_session':
      return next;
  }
}

function begun(run: ChatRun): TaskRun {
  return {
    id: run.id,
    task: bounded(run.task, TASK_LENGTH_MAX),
    startedMs: run.createdMs,
    items: [],
    itemsDropped: 0,
    ...ended(run),
  };
}

function ended(run: ChatRun) {
  return {
    state: run.state,
    writing: '',
    ask: run.ask ?? undefined,
    limits: run.limits,
    spent: run.spent,
    answer: bounded(run.answer ?? '', TEXT_LENGTH_MAX),
    isSuccess: run.success ?? false,
    fault: faultOf(run.problem),
  };
}

function withItems(
  { items, itemsDropped }: TaskRun,
  added: readonly TaskItem[],
): Pick<TaskRun, 'items' | 'itemsDropped'> {
  const all = [...items, ...added];
  const excess = Math.max(0, all.length - ITEMS_MAX);
  return { items: all.slice(excess), itemsDropped: itemsDropped + excess };
}

function stepItems(
  { step, text, calls }: Extract<ChatEvent['event'], { type: 'run.step' }>,
  startedMs: number,
): TaskItem[] {
  const said: TaskItem[] =
    text.trim() === '' ? [] : [{ kind: 'text', text: bounded(text.trim(), TEXT_LENGTH_MAX) }];
  // What is asked and the end have cards of their own.
  const shown = calls.filter(({ tool }) => tool !== 'ask' && tool !== 'finish');
  return [
    ...said,
    ...shown.map(({ id, tool, does, arguments: details }): TaskCall => ({
      kind: 'call',
      id,
      step,
      tool: sanitize(tool, 40),
      // Older versions kept no words, so only the tool is known.
      does: sentenceParts(does || sanitize(tool, 40)),
      details: bounded(details, DETAILS_LENGTH_MAX),
      state: 'started',
      words: '',
      tab: undefined,
      picture: undefined,
      startedMs,
      endedMs: undefined,
    })),
  ];
}

function withState(
  call: TaskCall,
  { state, words, tab, picture }: Extract<ChatEvent['event'], { type: 'run.tool' }>,
  timeMs: number,
): TaskCall {
  const isUnderWay = state === 'started' || state === 'waiting';
  return {
    ...call,
    state,
    words: bounded(words, WORDS_LENGTH_MAX),
    tab: tab ?? call.tab,
    picture: picture ?? call.picture,
    startedMs: state === 'started' ? timeMs : call.startedMs,
    endedMs: isUnderWay ? undefined : timeMs,
  };
}

function faultOf(problem: ChatRun['problem']): string | undefined {
  if (!problem) return undefined;
  const { title, fix } = problem;
  return sanitize([title, fix].filter(Boolean).join('. '), 600);
}

function bounded(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`;
}
