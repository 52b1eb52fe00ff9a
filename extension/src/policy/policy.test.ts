// The worker's part, from the daemon's word to the badge, with daemon and Chrome played here.
import { beforeEach, expect, test, vi } from 'vitest';
import type { PolicyQuestion, QuestionList } from '../wire';
import type { Daemon } from './requests';

/** As much of Chrome as is touched, with what came of it on record. */
const chrome = vi.hoisted(() => {
  const stored = new Map<string, unknown>();
  const record = { badge: '', title: '', opened: 0, told: [] as unknown[] };
  const done = () => Promise.resolve();
  const fake = {
    stored,
    record,
    runtime: {
      id: 'us',
      getURL: (path: string) => `chrome-extension://us${path}`,
      getContexts: () => Promise.resolve([]),
      sendMessage(message: unknown) {
        record.told.push(message);
        return Promise.reject(new Error('nobody is there'));
      },
    },
    storage: {
      session: {
        get: (key: string) => Promise.resolve(stored.has(key) ? { [key]: stored.get(key) } : {}),
        set(entries: object) {
          for (const [key, value] of Object.entries(entries)) stored.set(key, value);
          return done();
        },
      },
    },
    action: {
      setTitle({ title }: { title: string }) {
        record.title = title;
        return done();
      },
      setBadgeText({ text }: { text: string }) {
        record.badge = text;
        return done();
      },
      setBadgeBackgroundColor: done,
      setBadgeTextColor: done,
    },
    windows: {
      get: () => Promise.reject(new Error('no such window')),
      create() {
        record.opened += 1;
        return Promise.resolve({ id: record.opened });
      },
    },
  };
  Object.assign(globalThis, { chrome: fake });
  return fake;
});

const { createPolicy } = await import('./policy');
const { publishState } = await import('../connection/publish-state');

beforeEach(() => {
  chrome.stored.clear();
  Object.assign(chrome.record, { badge: '', title: '', opened: 0, told: [] });
});

const QUESTION: PolicyQuestion = { id: 1, client: 'claude', what: 'click', url: '', leftMs: 1_000 };
const CONNECTED = { kind: 'connected', daemonVersion: '1' } as const;

function policyWith(listQuestions: () => Promise<QuestionList>) {
  return createPolicy(() => ({ invoke: listQuestions }) as unknown as ReturnType<Daemon>);
}

async function shows(badge: string, title: string) {
  await vi.waitFor(() => {
    expect(chrome.record).toMatchObject({ badge, title });
  });
}

test('a question shows on the badge and in a window, until it is answered', async () => {
  const { notices } = policyWith(() => Promise.reject(new Error('not asked')));
  await publishState(CONNECTED);
  notices.questionsChanged({ questions: [QUESTION] });
  await shows('?', 'Tabwright: 1 question for you');
  await vi.waitFor(() => {
    expect(chrome.record.opened).toBe(1);
  });
  expect(chrome.record.told).toContainEqual({ type: 'questionsChanged', questions: [QUESTION] });
  notices.questionsChanged({ questions: [] });
  await shows('', 'Tabwright: Connected');
});

test('what waited before we came is asked for', async () => {
  const policy = policyWith(() => Promise.resolve({ questions: [QUESTION] }));
  await publishState(CONNECTED);
  await policy.connected();
  await shows('?', 'Tabwright: 1 question for you');
});

test('an old answer does not bring back what a notice has ended', async () => {
  let answer!: (list: QuestionList) => void;
  const policy = policyWith(() => new Promise((resolve) => (answer = resolve)));
  await publishState(CONNECTED);
  const asked = policy.connected();
  policy.notices.questionsChanged({ questions: [] });
  answer({ questions: [QUESTION] });
  await asked;
  await shows('', 'Tabwright: Connected');
  expect(chrome.record.opened).toBe(0);
});

test('the badge of a lost connection is not hidden by questions', async () => {
  const policy = policyWith(() => Promise.reject(new Error('not asked')));
  await publishState(CONNECTED);
  policy.notices.questionsChanged({ questions: [QUESTION] });
  policy.disconnected();
  await publishState({ kind: 'connecting' });
  await shows('…', 'Tabwright: Connecting…');
  await publishState(CONNECTED);
  await shows('', 'Tabwright: Connected');
});

test('a daemon that cannot say what waits does no harm', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await policyWith(() => Promise.reject(new Error('newer Tabwright'))).connected();
  expect(warn).toHaveBeenCalledOnce();
  expect(chrome.record.opened).toBe(0);
  warn.mockRestore();
});
