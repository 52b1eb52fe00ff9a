import { describe, expect, test } from 'vitest';
import type { ChatEvent, ChatRun, RunEvent } from '../wire';
import { applyEvents, EMPTY, openRun, type Transcript } from './transcript';

const RUN: ChatRun = {
  id: 'RUN',
  session: 'CHAT',
  task: 'Find the cheapest train',
  state: 'running',
  createdMs: 1_000,
  updatedMs: 1_000,
  limits: { steps: 40, minutes: 30, tokens: 400_000, cents: 0 },
  spent: { steps: 0, ms: 0, tokens: 0 },
  data: null,
};

const SPENT = { steps: 1, ms: 900, tokens: 1_200 };

/** Events with ids from 1. */
function told(...events: RunEvent[]): ChatEvent[] {
  return events.map((event, at) => ({
    id: at + 1,
    session: 'CHAT',
    run: 'RUN',
    timeMs: 1_000 + at * 500,
    event,
  }));
}

const STARTED: RunEvent = { type: 'run.started', run: RUN };
const STEP: RunEvent = {
  type: 'run.step',
  step: 1,
  text: 'I look at it.',
  calls: [
    {
      id: 'a',
      tool: 'navigate',
      does: 'Open \u2068rail.example/from\u2069',
      arguments: '{"url":"https://rail.example/from"}',
    },
  ],
};

function shown(...events: RunEvent[]): Transcript {
  return applyEvents(EMPTY, told(STARTED, ...events));
}

describe('a task', () => {
  test('is what the person said, and under way', () => {
    const run = openRun(shown());
    expect(run?.task).toBe('Find the cheapest train');
    expect(run?.state).toBe('running');
  });

  test('shows what the model writes, until the step has the whole of it', () => {
    const writing = shown(
      { type: 'run.delta', text: 'I look ', isReasoning: false },
      { type: 'run.delta', text: 'hidden thought', isReasoning: true },
      { type: 'run.delta', text: 'at it.', isReasoning: false },
    );
    expect(openRun(writing)?.writing).toBe('I look at it.');
    const step = openRun(shown({ type: 'run.delta', text: 'I look', isReasoning: false }, STEP));
    expect(step?.writing).toBe('');
    expect(step?.items.map(({ kind }) => kind)).toEqual(['text', 'call']);
  });

  test('forgets what was begun when the model is asked again', () => {
    const run = openRun(
      shown(
        { type: 'run.delta', text: 'half a sen', isReasoning: false },
        { type: 'run.retry', reason: 'overloaded', waitMs: 1_000 },
      ),
    );
    expect(run?.writing).toBe('');
  });

  test('has a step with its time and its result', () => {
    const run = openRun(
      shown(
        STEP,
        { type: 'run.tool', call: 'a', tool: 'navigate', does: '', state: 'started', words: '' },
        { type: 'run.tool', call: 'a', tool: 'navigate', does: '', state: 'done', words: 'opened' },
      ),
    );
    expect(run?.items[1]).toMatchObject({
      does: [
        { text: 'Open ', isQuoted: false },
        { text: 'rail.example/from', isQuoted: true },
      ],
      state: 'done',
      words: 'opened',
      startedMs: 2_000,
      endedMs: 2_500,
    });
  });

  test('has a step with the place where it was done, and the picture that came of it', () => {
    const tool = { type: 'run.tool', call: 'a', tool: 'screenshot', does: '', words: '' } as const;
    const run = openRun(
      shown(STEP, { ...tool, state: 'started', tab: 7 }, { ...tool, state: 'done', picture: 3 }),
    );
    expect(run?.items[1]).toMatchObject({ step: 1, tab: 7, picture: 3 });
    expect(openRun(shown(STEP))?.items[1]).toMatchObject({ tab: undefined, picture: undefined });
  });

  test('has what the person added, in its place', () => {
    const run = openRun(shown(STEP, { type: 'run.added', text: 'Only direct ones' }, STEP));
    expect(run?.items.map(({ kind }) => kind)).toEqual(['text', 'call', 'added', 'text', 'call']);
    expect(run?.items[2]).toEqual({ kind: 'added', text: 'Only direct ones' });
    expect(run?.state).toBe('running');
  });

  test('is the same object while others change, and so are its items', () => {
    const other: ChatEvent[] = told(
      { type: 'run.started', run: { ...RUN, id: 'OTHER' } },
      { type: 'run.notice', text: 'on' },
    ).map((event) => ({ ...event, id: event.id + 10, run: 'OTHER' }));
    const before = shown(STEP, STEP);
    const after = applyEvents(before, other);
    expect(after.runs[0]).toBe(before.runs[0]);
    const [done] = told({
      type: 'run.tool',
      call: 'a',
      tool: 'act',
      does: '',
      state: 'done',
      words: '',
    });
    if (!done) throw new Error('no event');
    const items = applyEvents(after, [{ ...done, id: 20 }]).runs[0]?.items;
    expect(items?.map((item, at) => item === before.runs[0]?.items[at])).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('keeps calls apart that have the same id', () => {
    const done = {
      type: 'run.tool',
      call: 'a',
      tool: 'navigate',
      does: '',
      state: 'done',
    } as const;
    const run = openRun(
      shown(STEP, { ...done, words: 'first' }, STEP, { ...done, words: 'second' }),
    );
    const words = run?.items.flatMap((item) => (item.kind === 'call' ? [item.words] : []));
    expect(words).toEqual(['first', 'second']);
  });

  test('waits for an answer, and goes on with it', () => {
    const ask = { id: 'q', question: 'Which one?', choices: ['15:34', '17:34'] };
    const waiting = shown({ type: 'run.ask', ask });
    expect(openRun(waiting)).toMatchObject({ state: 'waiting', ask });
    const answered = shown(
      { type: 'run.ask', ask },
      { type: 'run.answered', ask: 'q', answer: '15:34' },
    );
    expect(openRun(answered)).toMatchObject({
      state: 'running',
      ask: undefined,
      items: [{ kind: 'answered', question: 'Which one?', answer: '15:34' }],
    });
  });

  test('can be taken over and given back', () => {
    expect(openRun(shown({ type: 'run.paused' }))?.state).toBe('paused');
    const back = shown({ type: 'run.paused' }, { type: 'run.resumed', spent: SPENT });
    expect(openRun(back)).toMatchObject({ state: 'running', spent: SPENT });
  });

  test('a question that was open when the person took over is still open afterwards', () => {
    const ask = { id: 'q', question: 'Which?', choices: [] };
    const back = shown(
      { type: 'run.ask', ask },
      { type: 'run.paused' },
      { type: 'run.resumed', spent: SPENT },
    );
    expect(openRun(back)).toMatchObject({ state: 'waiting', ask });
  });

  test('ends with its answer, or with the reason', () => {
    const done: ChatRun = { ...RUN, state: 'finished', answer: 'The 15:34.', success: true };
    const finished = shown({ type: 'run.finished', run: done });
    expect(openRun(finished)).toBeUndefined();
    expect(finished.runs[0]).toMatchObject({ answer: 'The 15:34.', isSuccess: true });
    const problem = {
      status: 402,
      code: 'model-failed',
      title: 'No credit',
      fix: 'Add some',
    } as const;
    const failed = shown({ type: 'run.failed', run: { ...RUN, state: 'failed', problem } });
    expect(failed.runs[0]?.fault).toBe('No credit. Add some');
  });

  test('does not show twice what comes twice', () => {
    const events = told(STARTED, STEP);
    const once = applyEvents(EMPTY, events);
    expect(applyEvents(once, events)).toEqual(once);
  });

  test('keeps no more than a bounded number of items', () => {
    const notices = Array.from({ length: 1_200 }, (_, at) => ({
      type: 'run.notice' as const,
      text: String(at),
    }));
    const { items, itemsDropped } = openRun(shown(...notices)) ?? {};
    expect(itemsDropped).toBe(200);
    expect(items).toHaveLength(1_000);
    expect(items?.at(-1)).toEqual({ kind: 'notice', text: '1199' });
  });
});
