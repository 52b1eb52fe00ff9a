// Rules as the person makes them.
import { expect, test } from 'vitest';
import type { Rule, RuleRecord } from '../wire';
import { chosenMode, choosing, EMPTY_DRAFT, ruleFrom, type RuleDraft } from './rules';

const own = (id: number, rule: Rule): RuleRecord => ({ id, source: 'person', rule });

const RULES: RuleRecord[] = [
  own(1, { client: 'claude', site: 'bank.example', mode: 'deny' }),
  own(2, { client: 'claude', mode: 'auto', new_tabs: false }),
  own(3, { client: 'claude', mode: 'ask' }),
  own(4, { client: 'claude', mode: 'deny' }),
  own(5, { site: 'shop.example', mode: 'read-only' }),
  own(6, { client: 'codex', allow: ['send'] }),
  { source: 'config', rule: { client: 'codex', mode: 'deny' } },
];

test('a choice is a rule of the person about just this', () => {
  expect(chosenMode(RULES, { client: 'claude' })).toBe('ask');
  expect(chosenMode(RULES, { site: 'shop.example' })).toBe('read-only');
  expect(chosenMode(RULES, { client: 'codex' })).toBeUndefined();
  expect(chosenMode(RULES, { site: 'bank.example' })).toBeUndefined();
});

test('a new choice takes the place of those before it, and of no other rule', () => {
  expect(choosing(RULES, { client: 'claude' }, 'read-only')).toEqual({
    add: { client: 'claude', mode: 'read-only' },
    remove: [3, 4],
  });
  expect(choosing(RULES, { site: 'new.example' }, 'deny')).toEqual({
    add: { site: 'new.example', mode: 'deny' },
    remove: [],
  });
});

test('a choice is taken back', () => {
  expect(choosing(RULES, { client: 'claude' }, undefined)).toEqual({ remove: [3, 4] });
});

test.each<[string, Partial<RuleDraft>, Rule]>([
  ['for everyone everywhere', { mode: 'ask' }, { mode: 'ask' }],
  [
    'about one client on one site',
    { client: ' claude ', site: ' *.example.com', newTabs: 'no' },
    { client: 'claude', site: '*.example.com', new_tabs: false },
  ],
  [
    'that says everything',
    { mode: 'auto', newTabs: 'yes', lockedUrl: 'https://a.example/*', allow: ['send', 'tab'] },
    { mode: 'auto', new_tabs: true, locked_url: 'https://a.example/*', allow: ['send', 'tab'] },
  ],
  ['against scripts', { scripts: 'no' }, { scripts: false }],
])('a rule %s', (_what, draft, rule) => {
  expect(ruleFrom({ ...EMPTY_DRAFT, ...draft })).toEqual({ rule });
});

test.each<[Partial<RuleDraft>, string]>([
  [{ client: 'claude', site: 'a.example' }, 'Choose what'],
  [{ site: 'a.example b.example', mode: 'deny' }, 'without spaces'],
  [{ lockedUrl: 'https://a.example/ x' }, 'can’t have spaces'],
])('no rule: %j', (draft, fault) => {
  expect(ruleFrom({ ...EMPTY_DRAFT, ...draft })).toEqual({
    fault: expect.stringContaining(fault) as string,
  });
});
