// What the tests share: a session with two tabs, and answers that most of them need.

import { begin, describe } from '../../main.js';
import { answering, asked, HostError, logged } from './host.mjs';

export { asked, describe, HostError, logged };

export const TABS = [
  { id: 7, title: 'Home', url: 'https://example.org/' },
  { id: 8, title: 'Other', url: 'https://example.org/other', opener: 7 },
];

export const REPORT = { tab: 7, did: 'did it', changes: {} };

/** Begins a run with these answers, beside the usual ones. */
export function run(answers = {}, context = { tab: 7, tabs: TABS }) {
  const names = begin(context);
  answering({ tabs: { tabs: TABS }, 'own-tabs': { tabs: TABS }, 'use-tab': {}, ...answers });
  return names;
}

/** What was asked of one verb. */
export function told(verb) {
  return asked.filter((one) => one.verb === verb).map(({ params }) => params);
}

/** What was asked last, without the tab. */
export function last() {
  const { verb, params } = asked.at(-1);
  const rest = Object.entries(params).filter(([name]) => name !== 'tab');
  return { verb, ...Object.fromEntries(rest) };
}

/** The answer to a query. */
export function found(...elements) {
  return { tab: 7, total: elements.length, elements };
}

export function steps(...list) {
  return { locator: { steps: list } };
}
