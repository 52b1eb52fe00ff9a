// What a person reads of questions and rules.
import { expect, test } from 'vitest';
import { quote } from '../page-words';
import type { PolicyQuestion, Rule } from '../wire';
import {
  clientName,
  describeQuestion,
  describeRule,
  localDay,
  localTime,
  SENSITIVITIES,
} from './describe';

const QUESTION: PolicyQuestion = {
  id: 1,
  client: 'claude',
  what: `click button ${quote('Pay now')}`,
  url: 'https://shop.example/cart',
  leftMs: 60_000,
};

test('a question without a sensitive side asks because of a rule', () => {
  expect(describeQuestion(QUESTION)).toEqual({
    who: 'claude',
    what: [
      { text: 'click button ', isQuoted: false },
      { text: 'Pay now', isQuoted: true },
    ],
    where: { name: 'shop.example', address: 'https://shop.example/cart' },
    why: 'Your rule: ask here.',
  });
});

test('every kind of sensitive question says its own why', () => {
  const reasons = SENSITIVITIES.map(
    (sensitivity) => describeQuestion({ ...QUESTION, sensitivity }).why,
  );
  expect(new Set([...reasons, describeQuestion(QUESTION).why]).size).toBe(SENSITIVITIES.length + 1);
});

test('a question about no page has no place', () => {
  expect(describeQuestion({ ...QUESTION, url: '' }).where).toBeUndefined();
});

test('a page cannot write over the rest of the question', () => {
  const what = `click button ${quote(`\u202Ewon yaP\n\n\n${'x'.repeat(5_000)}`)} in it`;
  const described = describeQuestion({ ...QUESTION, what }).what;
  expect(described.map(({ isQuoted }) => isQuoted)).toEqual([false, true, false]);
  expect(described[1]?.text).toMatch(/^won yaP x+…$/);
  expect(described[2]?.text).toBe(' in it');
  const unquoted = describeQuestion({ ...QUESTION, what: `click ${'x'.repeat(5_000)}` }).what;
  expect(unquoted[0]?.text).toHaveLength(240);
});

test('a script is there to its end', () => {
  const script = `${'harmless(); '.repeat(1_000)}steal()`;
  const [, shown] = describeQuestion({ ...QUESTION, what: `eval ${quote(script, 20_000)}` }).what;
  expect(shown?.text).toBe(script);
});

test('nobody is nameless', () => {
  expect(clientName(' \u200B')).toBe('Unnamed agent');
  for (const what of ['\n', '', quote('\u200B')]) {
    expect(describeQuestion({ ...QUESTION, what }).what).toEqual([
      { text: 'do something it doesn’t describe', isQuoted: false },
    ]);
  }
});

test.each<[Rule, string[]]>([
  [{ mode: 'deny' }, ['may not do anything']],
  [{ mode: 'auto', new_tabs: false }, ['asks only before risky actions', 'may not open tabs']],
  [{ scripts: false }, ['may not run scripts']],
  [
    { new_tabs: true, locked_url: 'https://a.example/*' },
    ['may open tabs', 'only on https://a.example/*'],
  ],
  [{ allow: [] }, ['asks before every risky action']],
  [{ mode: 'auto', allow: [] }, ['asks only before risky actions']],
  [{ allow: ['upload'] }, ['may upload files without asking']],
  [
    { allow: ['password', 'download', 'tab'] },
    ['may type passwords, download files and use tabs you opened without asking'],
  ],
  [{ allow: [...SENSITIVITIES] }, ['may take every risky action without asking']],
  [{ blocked_schemes: ['chrome', 'file:'] }, ['may not use chrome: and file: pages']],
  [
    { blocked_schemes: ['chrome', 'file', 'about', 'data', 'blob'] },
    ['may not use chrome:, file:, about: and 2 other kinds of pages'],
  ],
  [{ blocked_schemes: [] }, ['may use all kinds of pages']],
  [{}, []],
])('%j', (rule, effects) => {
  expect(describeRule(rule)).toEqual({ who: 'Everyone', where: 'Everywhere', effects });
});

test('a rule names whom and where it is about', () => {
  const rule: Rule = { client: 'claude-*', site: '*.example.com', mode: 'ask' };
  expect(describeRule(rule)).toMatchObject({ who: 'claude-*', where: '*.example.com' });
});

test('times and days are local', () => {
  const time = '2026-11-15T16:41:26.123Z';
  expect(localTime(time, 'en-GB', 'Asia/Tokyo')).toBe('01:41:26');
  expect(localDay(time, 'en-GB', 'Asia/Tokyo')).toBe('Monday 16 November');
  expect(localTime('yesterday')).toBe('yesterday');
});
