// A chat of a thousand messages in a real page: an event changes what it is about, and nothing else. The time that it
// takes is printed and not asserted, because it says more about the machine.
import { expect, test } from 'vitest';
import type { ChatCall, ChatEvent, RunEvent } from '../wire';
import { numbered, runOf } from './test-env/events';
import { threadsOfThisFile } from './test-env/open-thread';
import type { Rendering, ThreadPage } from './test-env/thread-page';

declare const thread: ThreadPage;

const withThread = threadsOfThisFile();
type Page = Parameters<Parameters<typeof withThread>[1]>[0];

const RUNS = 10;
const STEPS_OF_RUN = 20;
const CALLS_OF_STEP = 4;
/** The text of a step, and its calls. */
const ITEMS_OF_STEP = CALLS_OF_STEP + 1;
const MORE_EVENTS = 50;

/** Far more than one open task needs, and far fewer than a thousand messages would. */
const DESCRIBED_MAX = 300;
const ELEMENTS_MAX = 4_000;

/** A chat with ten tasks, the last of them under way. */
function thousandMessages(): ChatEvent[] {
  return Array.from({ length: RUNS }, (_, at) => eventsOfRun(at)).flat();
}

function eventsOfRun(at: number): ChatEvent[] {
  const run = runOf(`RUN${at}`, at);
  const steps = Array.from({ length: STEPS_OF_RUN }, (_, step) => eventsOfStep(step)).flat();
  const isLast = at === RUNS - 1;
  const events: RunEvent[] = [
    { type: 'run.started', run },
    ...steps,
    ...(isLast ? [] : [{ type: 'run.finished', run: { ...run, state: 'finished' } } as const]),
  ];
  return numbered(run.id, at * 1_000, events);
}

function eventsOfStep(step: number): RunEvent[] {
  const calls: ChatCall[] = Array.from({ length: CALLS_OF_STEP }, (_, at) => ({
    id: `call ${step} ${at}`,
    tool: 'act',
    does: 'Click "\u2068Next\u2069"',
    arguments: '{"steps":[{"do":"click","target":"text=Next"}]}',
  }));
  const done = {
    type: 'run.tool',
    tool: 'act',
    does: '',
    state: 'done',
    words: 'It was pressed.',
  } as const;
  return [
    { type: 'run.step', step, text: `I press it for the ${step}th time.`, calls },
    ...calls.map(({ id }, at) => ({ ...done, call: id, tab: at < 2 ? 1 : 2 })),
  ];
}

/** Every kind of event that a running task sends. */
function moreEvents(): ChatEvent[] {
  const delta = { type: 'run.delta', text: 'and on ', isReasoning: false } as const;
  const spent = { steps: 1, ms: 1, tokens: 1 };
  const usage = { input: 1, output: 1, cached: 0 };
  const round = (step: number): RunEvent[] => [
    delta,
    delta,
    ...eventsOfStep(step),
    { type: 'run.usage', spent, usage },
    { type: 'run.added', text: 'Only direct ones' },
    { type: 'run.notice', text: 'The page was loaded anew.' },
  ];
  const events = Array.from({ length: MORE_EVENTS }, (_, at) => round(STEPS_OF_RUN + at)).flat();
  return numbered(`RUN${RUNS - 1}`, 100_000, events.slice(0, MORE_EVENTS));
}

/** Tells the events one by one, and what became of the document that was there before. */
function follow(page: Page) {
  return page.evaluate(async (events) => {
    const entries = [...document.querySelectorAll('.runs > li')];
    const before = [...document.querySelectorAll('.runs > li *')];
    const changes: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changes.push(...records));
    const everything = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const entry of entries.slice(0, -1)) observer.observe(entry, everything);
    const renderings: Rendering[] = [];
    for (const event of events) renderings.push(await thread.tell([event]));
    changes.push(...observer.takeRecords());
    return {
      renderings,
      entries: entries.length,
      elements: document.querySelectorAll('*').length,
      lost: before.filter((element) => !element.isConnected).length,
      changesOfEarlierTasks: changes.length,
      messages: document.querySelectorAll('.runs .step, .runs > li > p').length,
    };
  }, moreEvents());
}

function report(name: string, { renderings, elements }: Awaited<ReturnType<typeof follow>>) {
  const ms = renderings.map((rendering) => rendering.ms).toSorted((one, other) => one - other);
  const median = ms[Math.floor(ms.length / 2)] ?? 0;
  const worst = ms.at(-1) ?? 0;
  console.log(
    `${name}, ${elements} elements: median ${median.toFixed(2)} ms per event, ` +
      `at most ${worst.toFixed(2)} ms`,
  );
}

test('of a thousand messages the newest are shown, and an event changes one place', async () => {
  await withThread(thousandMessages(), async (page) => {
    const followed = await follow(page);
    report('the newest of 1,000 messages', followed);
    expect(followed.entries).toBeLessThan(RUNS);
    expect(followed.lost).toBe(0);
    expect(followed.changesOfEarlierTasks).toBe(0);
    expect(followed.elements).toBeLessThan(ELEMENTS_MAX);
    for (const { described } of followed.renderings) expect(described).toBeLessThan(DESCRIBED_MAX);
  });
});

test('where all of a thousand messages are shown, an event changes no more than that', async () => {
  await withThread(thousandMessages(), async (page) => {
    const older = page.getByRole('button', { name: /^Show \d+ older$/u });
    while ((await older.count()) > 0) await older.click();
    // The button went away with the last of them, but the focus is still in the thread.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('older');
    const followed = await follow(page);
    report('all of 1,000 messages', followed);
    expect(followed.entries).toBe(RUNS);
    expect(followed.messages).toBeGreaterThan(RUNS * STEPS_OF_RUN * ITEMS_OF_STEP);
    expect(followed.lost).toBe(0);
    expect(followed.changesOfEarlierTasks).toBe(0);
    for (const { described } of followed.renderings) expect(described).toBeLessThan(DESCRIBED_MAX);
  });
});

test('a task of more than two hundred messages shows its newest, which stay what they are', async () => {
  const notices = Array.from({ length: 300 }, (_, at): RunEvent => ({
    type: 'run.notice',
    text: `notice ${at}`,
  }));
  const events = numbered('LONG', 0, [{ type: 'run.started', run: runOf('LONG', 1) }, ...notices]);
  await withThread(events, async (page) => {
    const newest = await page.getByText('notice 299').elementHandle();
    await page.evaluate(
      (more) => thread.tell(more),
      numbered('LONG', 1_000, [{ type: 'run.notice', text: 'notice 300' }]),
    );
    expect(await newest.evaluate((element) => element.isConnected)).toBe(true);
    expect(await page.getByText(/^notice /u).count()).toBe(200);
    await page.getByRole('button', { name: 'Show 101 older' }).click();
    expect(await page.getByText(/^notice /u).count()).toBe(301);
  });
});
