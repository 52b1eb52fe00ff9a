// The page that the person wants kept, by the keyboard: the daemon is scripted here, and so is the toolbar button.
import { expect, test } from 'vitest';
import { validateResults } from '../rpc/readers';
import { createTestPair } from '../rpc/test-pair';
import { agentServiceResults } from '../wire-readers';
import { createRememberCommand, REMEMBER_COMMAND } from './remember';

const KEPT = {
  page: {
    id: 1,
    url: 'https://tea.example/',
    title: 'Tea',
    site: 'tea.example',
    kind: 'article',
    origin: 'remembered',
    firstSeenMs: 1,
    lastVisitMs: 1,
    visits: 1,
    tags: [],
    hasText: true,
  },
  outcome: 'new',
  summary: [],
  questions: [],
};

function press(answer: () => unknown) {
  const asked: unknown[] = [];
  const shown: string[] = [];
  const rememberPage = (params: unknown) => {
    asked.push(params);
    return answer();
  };
  const { near } = createTestPair({ far: { invokes: { rememberPage } } });
  const daemon = () => validateResults(agentServiceResults, near.channel);
  const command = createRememberCommand(daemon, {
    show(tab, badge, title) {
      shown.push(`${tab} ${badge} ${title}`);
      return Promise.resolve();
    },
  });
  return { command, asked, shown };
}

test('the page in front is kept, and the toolbar button shows it', async () => {
  const { command, asked, shown } = press(() => KEPT);
  await command(REMEMBER_COMMAND, { id: 7 });
  expect(asked).toEqual([{ tab: 7, tags: [], mode: 'basic' }]);
  expect(shown).toEqual(['7 ✓ Tabwright remembers this page']);
});

test('why a page was not kept is said', async () => {
  const { command, shown } = press(() => {
    throw new Error('there is a password field');
  });
  await command(REMEMBER_COMMAND, { id: 7 });
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatch(/^7 ! Tabwright did not remember this page: /u);
});

test('another command, or no tab, asks for nothing', async () => {
  const { command, asked, shown } = press(() => KEPT);
  await command('_execute_action', { id: 7 });
  await command(REMEMBER_COMMAND, undefined);
  expect([asked, shown]).toEqual([[], []]);
});
