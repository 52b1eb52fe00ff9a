// For tests in a real page: the events of tasks.
import type { ChatEvent, ChatRun, RunEvent } from '../../wire';

export function runOf(id: string, createdMs: number): ChatRun {
  return {
    id,
    session: 'CHAT',
    task: `Task ${id}`,
    state: 'running',
    createdMs,
    updatedMs: createdMs,
    limits: { steps: 40, minutes: 30, tokens: 400_000, cents: 0 },
    spent: { steps: 0, ms: 0, tokens: 0 },
    data: null,
  };
}

/** Events of one run, with the ids that follow `from`. */
export function numbered(run: string, from: number, events: readonly RunEvent[]): ChatEvent[] {
  return events.map((event, at) => ({
    id: from + at + 1,
    session: 'CHAT',
    run,
    timeMs: from + at,
    event,
  }));
}
