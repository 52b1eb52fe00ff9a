// Days and times as the library shows them, in the person's own time zone.

const DAY_MS = 86_400_000;
const ISO_DAY_LENGTH = 10;
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
const WEEKDAY = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** `4 Oct`, with its year where that is another one than now. */
export function shortDay(atMs: number, now: Date): string {
  const at = new Date(atMs);
  if (!isTime(at)) return 'an unknown day';
  return (at.getFullYear() === now.getFullYear() ? DAY : DAY_AND_YEAR).format(at);
}

export function exactTime(atMs: number): string {
  const at = new Date(atMs);
  return isTime(at) ? EXACT.format(at) : 'unknown';
}

/** The heading above what was read on one day. */
export function dayHeading(atMs: number, now: Date): string {
  const at = new Date(atMs);
  if (!isTime(at)) return 'Unknown';
  if (isSameDay(at, now)) return 'Today';
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (isSameDay(at, yesterday)) return 'Yesterday';
  return at.getFullYear() === now.getFullYear() ? WEEKDAY.format(at) : DAY_AND_YEAR.format(at);
}

/** What a page says of its own date, which may be a year, a month, a day or a moment. */
export function publishedDay(said: string, now: Date): string | undefined {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(said) ?? [];
  if (year === '') return undefined;
  if (month === undefined) return year;
  const at = new Date(Number(year), Number(month) - 1, Number(day ?? '1'));
  if (!isTime(at)) return undefined;
  return day === undefined ? MONTH.format(at) : shortDay(at.getTime(), now);
}

/** `2026-10` as `October 2026`. */
export function monthName(month: string): string {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return month;
  return MONTH.format(new Date(Number(year), Number(number) - 1, 1));
}

/** The first days of a month and of the one after it, as the search field takes them. */
export function monthRange(month: string): { from: string; until: string } | undefined {
  const [, year, number] = /^(\d{4})-(\d{2})$/.exec(month) ?? [];
  if (year === undefined || number === undefined) return undefined;
  const [y, m] = [Number(year), Number(number)];
  return { from: isoDay(new Date(y, m - 1, 1)), until: isoDay(new Date(y, m, 1)) };
}

/** The day so many days ago. */
export function daysAgo(days: number, now: Date): string {
  const day = new Date(now);
  day.setDate(now.getDate() - days);
  return isoDay(day);
}

/** The local day: `toISOString` would tell the one in Greenwich. */
export function isoDay(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, ISO_DAY_LENGTH);
}

/** The first moment of a day in a date field; undefined where none is chosen. */
export function startOfDay(day: string, daysLater = 0): number | undefined {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined || month === undefined || date === undefined) return undefined;
  const at = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return isTime(at) && at.getTime() > -DAY_MS ? Math.max(0, at.getTime()) : undefined;
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}

function isTime(at: Date): boolean {
  return !Number.isNaN(at.getTime());
}
