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
import { placeOf, type Place } from './site-label';
import { sanitize } from './sanitize';

const CLIENT_LENGTH_MAX = 60;
const WHAT_LENGTH_MAX = 240;

export interface QuestionText {
  who: string;
  what: string;
  where: Place | undefined;
  why: string;
}

export function describeQuestion(question: PolicyQuestion): QuestionText {
  const { client, what, url, sensitivity } = question;
  return {
    who: clientName(client),
    what: sanitize(what, WHAT_LENGTH_MAX) || 'do something it doesn’t describe',
    where: placeOf(url),
    why: sensitivity === undefined ? 'Your rule: ask first.' : WHY[sensitivity],
  };
}

/** Sanitized, because clients choose their own names. */
export function clientName(client: string): string {
  return sanitize(client, CLIENT_LENGTH_MAX) || 'Unnamed client';
}

const WHY: Record<Sensitivity, string> = {
  password: 'This types into a password field.',
  payment: 'This may spend your money.',
  upload: 'This gives files from your computer to the page.',
  download: 'This saves a file on your computer.',
  send: 'This sends or publishes something in your name.',
  tab: 'You opened this tab.',
};

export const SENSITIVITY_NAMES: Record<Sensitivity, string> = {
  password: 'type passwords',
  payment: 'pay or enter card data',
  upload: 'upload files',
  download: 'download files',
  send: 'send or publish',
  tab: 'use tabs you opened',
};

/** As a choice for one client. */
export const MODE_NAMES: Record<Mode, string> = {
  auto: 'Auto',
  ask: 'Ask',
  'read-only': 'Read-only',
  deny: 'Deny',
};

/** What follows the client's name: "claude …". */
export const MODE_MEANINGS: Record<Mode, string> = {
  auto: 'asks only before risky actions',
  ask: 'asks before every change',
  'read-only': 'may look, but change nothing',
  deny: 'may do nothing',
};

/** As a choice for one site. */
export const SITE_MODE_NAMES: Record<Mode, string> = {
  auto: 'Allow',
  ask: 'Ask first',
  'read-only': 'Read-only',
  deny: 'Block',
};

export const MODES = Object.keys(MODE_NAMES) as Mode[];
export const SENSITIVITIES = Object.keys(SENSITIVITY_NAMES) as Sensitivity[];

export const SOURCE_NAMES: Record<RuleSource, string> = {
  person: 'yours',
  config: 'config file',
  'built-in': 'built in',
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
  person: 'you',
};

export interface RuleText {
  who: string;
  where: string;
  effects: string[];
}

export function describeRule(rule: Rule): RuleText {
  return {
    who: rule.client ?? 'everyone',
    where: rule.site ?? 'everywhere',
    effects: effectsOf(rule),
  };
}

function effectsOf({ mode, new_tabs, locked_url, allow, blocked_schemes }: Rule): string[] {
  const effects: string[] = [];
  if (mode !== undefined) effects.push(MODE_MEANINGS[mode]);
  if (new_tabs !== undefined) effects.push(new_tabs ? 'may open tabs' : 'may not open tabs');
  if (locked_url !== undefined) effects.push(`only on ${locked_url}`);
  if (allow !== undefined) effects.push(allowed(allow));
  if (blocked_schemes !== undefined) effects.push(blocked(blocked_schemes));
  return effects;
}

function allowed(allow: readonly Sensitivity[]): string {
  if (allow.length === 0) return 'asks before every risky action';
  return `may ${listed(allow.map((one) => SENSITIVITY_NAMES[one]))} without asking`;
}

/** The built-in rule names more than anybody reads. */
const SCHEMES_SHOWN = 3;

function blocked(schemes: readonly string[]): string {
  if (schemes.length === 0) return 'may use pages of every kind';
  const names = schemes.map((scheme) => `${scheme.replace(/:$/, '')}:`);
  const more = names.length - SCHEMES_SHOWN;
  const shown = more > 1 ? [...names.slice(0, SCHEMES_SHOWN), `${more} more kinds of`] : names;
  return `may not use ${listed(shown)} pages`;
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** In the person's own time zone. What is no time stays as it is. */
export function localTime(time: string, locale?: string, timeZone?: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return date.toLocaleString(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(timeZone === undefined ? {} : { timeZone }),
  });
}
