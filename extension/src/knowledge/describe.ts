// What is remembered, in words, and what the person typed, as the daemon takes it.
import type { Forgotten, KnowledgeStats } from '../wire';

const MB = 1_000_000;
const PAGES = new Intl.NumberFormat('en');
/** Nobody means midnight who is up late. */
const MORNING_HOUR = 5;

export function describeStats({ pages, sites, bytes }: KnowledgeStats): string {
  if (pages === 0) return 'Nothing is remembered yet.';
  const size = bytes < MB ? 'less than 1 MB' : `${PAGES.format(Math.round(bytes / MB))} MB`;
  return `${pagesOf(pages)} from ${PAGES.format(sites)} ${sites === 1 ? 'site' : 'sites'}, ${size}.`;
}

export function describeForgotten({ pages, backups }: Forgotten): string {
  if (pages === 0) return 'There was nothing to forget.';
  const copies = backups === 0 ? '' : ' Backups that had them were deleted, too.';
  return `${pagesOf(pages)} forgotten.${copies}`;
}

export function pagesOf(pages: number): string {
  return `${PAGES.format(pages)} ${pages === 1 ? 'page' : 'pages'}`;
}

/** Undefined when nothing is paused. */
export function describePause(untilMs: number | undefined, now: Date): string | undefined {
  if (untilMs === undefined || untilMs <= now.getTime()) return undefined;
  const until = new Date(untilMs);
  const time = until.toLocaleTimeString('en', {
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
  });
  return isSameDay(until, now) ? `Paused until ${time}.` : `Paused until tomorrow, ${time}.`;
}

/** How long it is until the next morning. */
export function msUntilTomorrow(now: Date): number {
  const morning = new Date(now);
  morning.setDate(now.getDate() + 1);
  morning.setHours(MORNING_HOUR, 0, 0, 0);
  return morning.getTime() - now.getTime();
}

/** The host in what was typed or pasted; undefined when there is none. */
export function hostIn(typed: string): string | undefined {
  const text = typed.trim().replace(/^\*\./, '');
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (text === '' || /\s/.test(text) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname || undefined;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
