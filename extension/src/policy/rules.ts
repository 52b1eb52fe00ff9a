// Rules as the person makes them: from a form, or from one choice about a client or a site.
import type { Mode, Rule, RuleRecord, Sensitivity } from '../wire';

/** One client everywhere, or everyone on one site. */
export type Subject = { client: string } | { site: string };

/** The mode that a rule of the person's gives to just this; nothing where there is none. */
export function chosenMode(rules: readonly RuleRecord[], subject: Subject): Mode | undefined {
  return choicesAbout(rules, subject)[0]?.rule.mode;
}

export interface Change {
  add?: Rule;
  remove: number[];
}

/** The choice takes the place of those before it; without a mode, the other rules decide again. */
export function choosing(
  rules: readonly RuleRecord[],
  subject: Subject,
  mode: Mode | undefined,
): Change {
  const remove = choicesAbout(rules, subject).flatMap(({ id }) => id ?? []);
  return mode === undefined ? { remove } : { add: { ...subject, mode }, remove };
}

/** Rules of the person's about this and nothing else: one that says more was made with more care. */
function choicesAbout(rules: readonly RuleRecord[], subject: Subject): RuleRecord[] {
  const { client, site } = subject as Rule;
  return rules.filter(({ source, rule: { mode, ...rest } }) => {
    const isAbout = rest.client === client && rest.site === site;
    const saysMore = Object.keys(rest).some((key) => key !== 'client' && key !== 'site');
    return source === 'person' && mode !== undefined && isAbout && !saysMore;
  });
}

/** The form as it was filled in; what is left empty, the rule says nothing about. */
export interface RuleDraft {
  client: string;
  site: string;
  mode: Mode | '';
  newTabs: 'yes' | 'no' | '';
  lockedUrl: string;
  allow: Sensitivity[];
}

export const EMPTY_DRAFT: RuleDraft = {
  client: '',
  site: '',
  mode: '',
  newTabs: '',
  lockedUrl: '',
  allow: [],
};

export function ruleFrom(draft: RuleDraft): { rule: Rule } | { fault: string } {
  const [client, site, lockedUrl] = [
    draft.client.trim(),
    draft.site.trim(),
    draft.lockedUrl.trim(),
  ];
  if (/\s/.test(site)) return { fault: 'A site is one name, such as example.com.' };
  if (/\s/.test(lockedUrl)) return { fault: 'An address has no spaces.' };
  const says: Rule = {
    ...(draft.mode === '' ? {} : { mode: draft.mode }),
    ...(draft.newTabs === '' ? {} : { new_tabs: draft.newTabs === 'yes' }),
    ...(lockedUrl === '' ? {} : { locked_url: lockedUrl }),
    ...(draft.allow.length === 0 ? {} : { allow: draft.allow }),
  };
  if (Object.keys(says).length === 0) {
    return { fault: 'Choose what the rule allows or forbids.' };
  }
  return {
    rule: { ...(client === '' ? {} : { client }), ...(site === '' ? {} : { site }), ...says },
  };
}
