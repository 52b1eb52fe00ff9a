// Rules that the person makes: with the form, or with the select of a client or a site.
import type { Mode, Rule, RuleRecord, Sensitivity } from '../wire';

/** One client everywhere, or everyone on one site. */
export type Subject = { client: string } | { site: string };

/** The mode that the person chose for exactly this client or site; undefined for "No rule". */
export function chosenMode(rules: readonly RuleRecord[], subject: Subject): Mode | undefined {
  return choicesAbout(rules, subject)[0]?.rule.mode;
}

export interface Change {
  add?: Rule;
  remove: number[];
}

/** Replaces the earlier choices. Without a mode they are only removed, and the other rules apply. */
export function choosing(
  rules: readonly RuleRecord[],
  subject: Subject,
  mode: Mode | undefined,
): Change {
  const remove = choicesAbout(rules, subject).flatMap(({ id }) => id ?? []);
  return mode === undefined ? { remove } : { add: { ...subject, mode }, remove };
}

/** The person's rules that hold only this subject and a mode. Rules with more in them stay as they are. */
function choicesAbout(rules: readonly RuleRecord[], subject: Subject): RuleRecord[] {
  const { client, site } = subject as Rule;
  return rules.filter(({ source, rule: { mode, ...rest } }) => {
    const isAbout = rest.client === client && rest.site === site;
    const hasMore = Object.keys(rest).some((key) => key !== 'client' && key !== 'site');
    return source === 'person' && mode !== undefined && isAbout && !hasMore;
  });
}

/** The form as it was filled in. The rule leaves out what is empty. */
export interface RuleDraft {
  client: string;
  site: string;
  mode: Mode | '';
  newTabs: 'yes' | 'no' | '';
  scripts: 'yes' | 'no' | '';
  lockedUrl: string;
  allow: Sensitivity[];
}

export const EMPTY_DRAFT: RuleDraft = {
  client: '',
  site: '',
  mode: '',
  newTabs: '',
  scripts: '',
  lockedUrl: '',
  allow: [],
};

export function ruleFrom(draft: RuleDraft): { rule: Rule } | { fault: string } {
  const [client, site, lockedUrl] = [
    draft.client.trim(),
    draft.site.trim(),
    draft.lockedUrl.trim(),
  ];
  if (/\s/.test(site)) return { fault: 'A site is a name like example.com, without spaces.' };
  if (/\s/.test(lockedUrl)) return { fault: 'An address can’t have spaces.' };
  const effects: Rule = {
    ...(draft.mode === '' ? {} : { mode: draft.mode }),
    ...(draft.newTabs === '' ? {} : { new_tabs: draft.newTabs === 'yes' }),
    ...(draft.scripts === '' ? {} : { scripts: draft.scripts === 'yes' }),
    ...(lockedUrl === '' ? {} : { locked_url: lockedUrl }),
    ...(draft.allow.length === 0 ? {} : { allow: draft.allow }),
  };
  if (Object.keys(effects).length === 0) {
    return { fault: 'Choose what the rule allows or forbids.' };
  }
  return {
    rule: { ...(client === '' ? {} : { client }), ...(site === '' ? {} : { site }), ...effects },
  };
}
