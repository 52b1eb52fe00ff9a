// How far a task is beside its limits, and how full its model's window is, in words.
import type { ChatUsage, RunLimits, RunSpent } from '../wire';

const MINUTE_MS = 60_000;

interface Progress {
  spent: RunSpent;
  limits: RunLimits;
}

/** `step 3 of 40` */
export function stepOf({ spent, limits }: Progress): string {
  return `step ${Math.max(1, spent.steps)} of ${limits.steps}`;
}

/** `2 of 30 min`: the task's own time, which stands still while it waits for the person. */
export function minutesOf({ spent, limits }: Progress): string {
  return `${Math.floor(spent.ms / MINUTE_MS)} of ${limits.minutes} min`;
}

/** `cost 0.12 of 2.00`; undefined where the model has no price or the cost no limit. */
export function costOf({ spent, limits }: Progress): string | undefined {
  if (typeof spent.cents !== 'number' || limits.cents === 0) return undefined;
  return `cost ${money(spent.cents)} of ${money(limits.cents)}`;
}

/** Where the size of the window is not known, the tokens in it are told. */
export function contextOf(usage: ChatUsage | undefined): string {
  const tokens = usage === undefined ? 0 : usage.input + usage.output;
  if (usage?.contextWindow) return `Context ${percent(tokens / usage.contextWindow)}`;
  return tokens > 0 ? `Context: ${short(tokens)} tokens` : 'Context: unavailable';
}

export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `18.4k` */
export function short(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(1)}k`;
}
