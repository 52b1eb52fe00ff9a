// The texts for questions, rules and the log. All pages take them from here.
import type {
  ClientOrigin,
  Mode,
  Outcome,
  PolicyQuestion,
  Rule,
  RuleSource,
  Sensitivity,
} from '../wire';
import { sentenceParts, type SentencePart } from '../page-words';
import { placeOf, type Place } from './site-label';
import { sanitize } from './sanitize';

const CLIENT_LENGTH_MAX = 60;
const WORDS_LENGTH_MAX = 240;
/** Of what a client or a page chose, more is shown folded: a script is shown whole. */
const QUOTED_LENGTH_MAX = 24_000;

export interface QuestionText {
  who: string;
  /** Whose words they are is told apart, so that nobody else speaks in our voice. */
  what: SentencePart[];
  where: Place | undefined;
  why: string;
}

export function describeQuestion(question: PolicyQuestion): QuestionText {
  const { client, what, url, sensitivity } = question;
  return {
    who: clientName(client),
    what: describeWhat(what),
    where: placeOf(url),
    why: sensitivity === undefined ? 'Your rule: ask here.' : WHY[sensitivity],
  };
}

function describeWhat(what: string): SentencePart[] {
  const parts = sentenceParts(what).map(({ text, isQuoted }) => ({
    text: isQuoted ? sanitize(text, QUOTED_LENGTH_MAX) : sanitizeInside(text),
    isQuoted,
  }));
  const says = parts.some(({ text }) => text.trim() !== '');
  return says ? parts : [{ text: 'do something it doesn’t describe', isQuoted: false }];
}

/** Keeps the blanks between a part of a sentence and those around it. */
function sanitizeInside(text: string): string {
  const words = sanitize(text, WORDS_LENGTH_MAX);
  if (words === '') return text === '' ? '' : ' ';
  return `${/^\s/.test(text) ? ' ' : ''}${words}${/\s$/.test(text) ? ' ' : ''}`;
}

/** Sanitized, because clients choose their own names. */
export function clientName(client: string): string {
  return sanitize(client, CLIENT_LENGTH_MAX) || 'Unnamed agent';
}

const WHY: Record<Sensitivity, string> = {
  password: 'This types into a password field.',
  payment: 'This may spend your money.',
  upload: 'This gives files from your computer to the page.',
  download: 'This saves a file on your computer.',
  send: 'This sends or publishes something in your name.',
  tab: 'You opened this tab yourself.',
  settings: 'This changes your bookmarks or settings.',
  memory: 'This is about what you have read and kept.',
};

/** After “may”, and as the label of a checkbox. */
export const SENSITIVITY_NAMES: Record<Sensitivity, string> = {
  password: 'type passwords',
  payment: 'pay or enter card data',
  upload: 'upload files',
  download: 'download files',
  send: 'send or publish',
  tab: 'use tabs you opened',
  settings: 'change bookmarks and search engines',
  memory: 'search what you have read and add to it',
};

/** The same names as on the command line. */
export const MODE_NAMES: Record<Mode, string> = {
  auto: 'Auto',
  ask: 'Ask',
  'read-only': 'Read-only',
  deny: 'Deny',
};

/** What a rule with this mode means for an agent. */
export const MODE_MEANINGS: Record<Mode, string> = {
  auto: 'asks only before risky actions',
  ask: 'asks before every change',
  'read-only': 'may read, but not change anything',
  deny: 'may not do anything',
};

export const NO_RULE = 'No rule';

export const MODES = Object.keys(MODE_NAMES) as Mode[];
export const SENSITIVITIES = Object.keys(SENSITIVITY_NAMES) as Sensitivity[];

/** Where a rule comes from that the person did not make on our pages. */
export const SOURCE_NAMES: Record<Exclude<RuleSource, 'person'>, string> = {
  config: 'Config file',
  'built-in': 'Built in',
};

export const OUTCOME_NAMES: Record<Outcome, string> = {
  done: 'done',
  failed: 'failed',
  refused: 'refused',
  cancelled: 'cancelled',
};

export const OUTCOMES = Object.keys(OUTCOME_NAMES) as Outcome[];

export const ORIGIN_NAMES: Record<ClientOrigin, string> = {
  api: 'API',
  mcp: 'MCP',
  cdp: 'CDP',
  agent: 'task',
  person: 'you',
};

export interface RuleText {
  who: string;
  where: string;
  effects: string[];
}

export function describeRule(rule: Rule): RuleText {
  return {
    who: rule.client ?? 'Everyone',
    where: rule.site ?? 'Everywhere',
    effects: effectsOf(rule),
  };
}

function effectsOf(rule: Rule): string[] {
  const { mode, new_tabs, scripts, locked_url, allow, blocked_schemes } = rule;
  const effects: string[] = [];
  if (mode !== undefined) effects.push(MODE_MEANINGS[mode]);
  if (new_tabs !== undefined) effects.push(new_tabs ? 'may open tabs' : 'may not open tabs');
  if (scripts !== undefined) effects.push(scripts ? 'may run scripts' : 'may not run scripts');
  if (locked_url !== undefined) effects.push(`only on ${locked_url}`);
  // The mode auto says the same as an empty list.
  const isRepeated = mode === 'auto' && allow?.length === 0;
  if (allow !== undefined && !isRepeated) effects.push(allowed(allow));
  if (blocked_schemes !== undefined) effects.push(blocked(blocked_schemes));
  return effects;
}

function allowed(allow: readonly Sensitivity[]): string {
  if (allow.length === 0) return 'asks before every risky action';
  if (allow.length === SENSITIVITIES.length) return 'may take every risky action without asking';
  return `may ${listed(allow.map((one) => SENSITIVITY_NAMES[one]))} without asking`;
}

/** The built-in rule names a dozen; the first few show what it is about. */
const SCHEMES_SHOWN = 3;

function blocked(schemes: readonly string[]): string {
  if (schemes.length === 0) return 'may use all kinds of pages';
  const names = schemes.map((scheme) => `${scheme.replace(/:$/, '')}:`);
  const more = names.length - SCHEMES_SHOWN;
  const shown = more > 1 ? [...names.slice(0, SCHEMES_SHOWN), `${more} other kinds of`] : names;
  return `may not use ${listed(shown)} pages`;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** In the person's own time zone. A text that is not a time is returned unchanged. */
export function localTime(time: string, locale?: string, timeZone?: string): string {
  return formatDate(time, { timeStyle: 'medium' }, locale, timeZone);
}

/** The day of a time, in the person's own time zone. */
export function localDay(time: string, locale?: string, timeZone?: string): string {
  return formatDate(time, { weekday: 'long', day: 'numeric', month: 'long' }, locale, timeZone);
}

function formatDate(
  time: string,
  style: Intl.DateTimeFormatOptions,
  locale?: string,
  timeZone?: string,
): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString(locale, { ...style, ...(timeZone === undefined ? {} : { timeZone }) });
}
