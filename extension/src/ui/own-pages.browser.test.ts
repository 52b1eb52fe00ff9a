// The popup, the side panel, the options and the asking window in their states, light and dark, narrow and wide: axe
// finds nothing in them, and nothing scrolls sideways. The library has a test of its own.
import { expect, test } from 'vitest';
import type { PageRequests } from '../messages';
import type { ChatEvent, ChatSession, PolicyQuestion, RunEvent } from '../wire';
import { axeViolations } from './test-env/axe';
import { numbered, runOf } from './test-env/events';
import { ownPagesOfThisFile, type OwnPage, type Replies } from './test-env/own-pages';

const withPage = ownPagesOfThisFile();

interface View {
  name: string;
  page: OwnPage;
  replies?: Replies;
  events?: readonly ChatEvent[];
  hash?: string;
  /** What is there when the page is ready. */
  shows: string;
}

const QUESTION: PolicyQuestion = {
  id: 1,
  client: 'Claude Code',
  what: 'click button "\u2068Pay now\u2069"',
  url: 'https://shop.example/checkout',
  sensitivity: 'payment',
  leftMs: 600_000,
  code: 'K7QF',
};

const STATUS: PageRequests['getStatus']['reply'] = {
  connected: true,
  port: 29_979,
  pid: 1,
  version: '0.1.0',
  protocol: 1,
  uptimeMs: 60_000,
  browsers: [],
  clients: [{ id: 1, kind: 'agent', name: 'Claude Code', attachedTabs: 1, connectedMs: 5_000 }],
  managed: null,
  lastEvent: 0,
  diagnostics: { tasks: 1, residentBytes: null, badFrames: 0 },
};

const RULES: PageRequests['listRules']['reply'] = [
  { id: 1, source: 'person', rule: { site: 'bank.example', mode: 'deny' } },
  { source: 'built-in', rule: { site: 'chrome://*', mode: 'deny' } },
];

const MODEL: PageRequests['listModels']['reply']['models'][number] = {
  name: 'home',
  isDefault: true,
  provider: 'openai',
  model: 'small',
  baseUrl: 'http://127.0.0.1:11434/v1',
  key: 'none',
  vision: false,
};

const ENTRY: PageRequests['readLog']['reply'][number] = {
  seq: 1,
  time: '2026-11-15T16:41:26.123Z',
  origin: 'mcp',
  client: 'Claude Code',
  operation: 'click',
  tab: 1,
  url: 'https://shop.example/cart',
  detail: '{"target":1}',
  outcome: 'done',
  note: '',
  tookMs: 12,
  previous: '',
  hash: '',
};

const CHAT: ChatSession = {
  id: 'CHAT',
  title: 'Find a train',
  createdMs: 1,
  updatedMs: 1,
  providerState: null,
  run: runOf('RUN', 1),
};

const CONNECTED: Replies = {
  getConnection: { kind: 'connected', daemonVersion: '0.1.0' },
  getStatus: STATUS,
  listQuestions: [],
  listRules: RULES,
  listSessions: [],
  listModels: { models: [], providers: [], agents: [] },
  complete: [],
  readLog: [ENTRY],
  getKnowledgeSettings: { automatic: true, sitesOff: ['bank.example'], intranetHosts: [] },
  getKnowledgeStats: {
    pages: 12,
    withText: 10,
    visits: 30,
    sites: 4,
    entities: 9,
    topics: 5,
    bytes: 120_000,
    groups: [],
  },
};

const WITH_TASK: Replies = {
  ...CONNECTED,
  listModels: { models: [MODEL], providers: [], agents: [] },
  listSessions: [CHAT],
};

const STEPS: RunEvent[] = [
  { type: 'run.started', run: runOf('RUN', 1) },
  {
    type: 'run.step',
    step: 1,
    text: 'I look for trains.',
    calls: ['a', 'b', 'c'].map((id) => ({
      id,
      tool: 'act',
      does: 'Click "\u2068Search\u2069"',
      arguments: '{}',
    })),
  },
  ...(['done', 'failed', 'started'] as const).map((state, at) => ({
    type: 'run.tool' as const,
    call: ['a', 'b', 'c'][at] ?? '',
    tool: 'act',
    does: 'Click "\u2068Search\u2069"',
    state,
    words: 'It was pressed.',
    tab: 1,
  })),
];

const ASKS: RunEvent[] = [
  ...STEPS,
  { type: 'run.ask', ask: { id: 'q', question: 'Which class?', choices: ['First', 'Second'] } },
];

const OFFLINE: Replies = { getConnection: { kind: 'daemonNotRunning' }, listQuestions: [] };
const UNPAIRED: Replies = {
  getConnection: { kind: 'notPaired', reason: 'Specified native messaging host not found.' },
  listQuestions: [],
};

const SECTIONS = {
  connection: 'Connection',
  rules: 'bank.example',
  models: 'home',
  memory: '12 pages',
  activity: 'Claude Code',
  permissions: 'Permissions',
  about: 'Versions',
};

const VIEWS: readonly View[] = [
  { name: 'popup', page: 'popup', shows: 'text=Remember this page' },
  {
    name: 'popup that asks',
    page: 'popup',
    replies: { ...CONNECTED, listQuestions: [QUESTION] },
    shows: 'text=Pay now',
  },
  { name: 'popup with a task', page: 'popup', replies: WITH_TASK, shows: 'text=Claude Code' },
  { name: 'popup offline', page: 'popup', replies: OFFLINE, shows: 'main p' },
  { name: 'popup unpaired', page: 'popup', replies: UNPAIRED, shows: 'main p' },
  { name: 'panel', page: 'sidepanel', shows: 'textarea' },
  { name: 'panel offline', page: 'sidepanel', replies: OFFLINE, shows: 'main .card' },
  {
    name: 'panel at work',
    page: 'sidepanel',
    replies: WITH_TASK,
    events: numbered('RUN', 0, STEPS),
    shows: '.step',
  },
  {
    name: 'panel that asks',
    page: 'sidepanel',
    replies: WITH_TASK,
    events: numbered('RUN', 0, ASKS),
    shows: 'text=Which class?',
  },
  {
    name: 'ask',
    page: 'ask',
    replies: { ...CONNECTED, listQuestions: [QUESTION] },
    shows: 'text=Pay now',
  },
  {
    name: 'ask for several',
    page: 'ask',
    replies: {
      ...CONNECTED,
      listQuestions: [QUESTION, { ...QUESTION, id: 2, what: 'drive your tab "\u2068Mail\u2069"' }],
    },
    shows: 'text=Pay now',
  },
  ...Object.entries(SECTIONS).map(([section, text]): View => ({
    name: `options: ${section}`,
    page: 'options',
    replies: section === 'models' ? WITH_TASK : CONNECTED,
    hash: `#${section}`,
    shows: `main >> text=${text}`,
  })),
  {
    name: 'options offline',
    page: 'options',
    replies: OFFLINE,
    hash: '#rules',
    shows: 'main .card',
  },
];

const WIDTHS: Record<OwnPage, readonly number[]> = {
  // Chrome gives a popup the width that it wants, and 800 pixels at most.
  popup: [360, 480],
  sidepanel: [320, 600],
  options: [360, 1280],
  ask: [360, 480],
};
const SCHEMES = ['light', 'dark'] as const;

test('axe sees what is wrong in a page, so that finding nothing says something', () =>
  withPage({ page: 'popup', replies: CONNECTED, width: 360 }, async (page) => {
    await page.getByText('Remember this page').waitFor();
    await page.locator('main').evaluate((main) => {
      main.insertAdjacentHTML(
        'beforeend',
        '<input><p style="color: #777; background: #666">grey on grey</p>',
      );
    });
    const rules = (await axeViolations(page)).map((violation) => violation.split(':')[0]);
    expect(rules.sort()).toEqual(['color-contrast', 'label']);
  }));

test.each(VIEWS)('$name', { timeout: 120_000 }, async (view) => {
  const { page: ownPage, replies = CONNECTED, events = [], hash = '', shows } = view;
  const violations: string[] = [];
  for (const width of WIDTHS[ownPage]) {
    for (const colorScheme of SCHEMES) {
      const opening = { page: ownPage, replies, events, hash, width, colorScheme };
      await withPage(opening, async (page) => {
        await page.locator(shows).first().waitFor();
        const isWider = await page.evaluate(
          () => document.documentElement.scrollWidth > innerWidth,
        );
        if (isWider) violations.push(`${width}: scrolls sideways`);
        const found = await axeViolations(page);
        violations.push(...found.map((violation) => `${width} ${colorScheme} ${violation}`));
      });
    }
  }
  expect(violations).toEqual([]);
});
