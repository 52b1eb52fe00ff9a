// The steps of a task in a real page: where they were done, and the pictures that came of them.
import { expect, test } from 'vitest';
import type { RunEvent } from '../wire';
import { numbered, runOf } from './test-env/events';
import { threadsOfThisFile } from './test-env/open-thread';
import type { ThreadPage } from './test-env/thread-page';

declare const thread: ThreadPage;

const withThread = threadsOfThisFile();

/** As the daemon words it, with what the model wrote set apart. */
const DOES = 'Take a picture of "\u2068Save\u2069"';

/** A task with one card, whose calls were done in these tabs, or came with these pictures. */
function taskWith(results: readonly { tab?: number; picture?: number }[]) {
  const calls = results.map((_, at) => ({
    id: `${at}`,
    tool: 'screenshot',
    does: DOES,
    arguments: '{}',
  }));
  const done = {
    type: 'run.tool',
    tool: 'screenshot',
    does: DOES,
    state: 'done',
    words: '',
  } as const;
  const events: RunEvent[] = [
    { type: 'run.started', run: runOf('RUN', 1) },
    { type: 'run.step', step: 5, text: '', calls },
    ...results.map((result, at) => ({ ...done, call: `${at}`, ...result })),
  ];
  return numbered('RUN', 0, events);
}

test('what a step does is said as the daemon words it, with what the model wrote apart', async () => {
  await withThread(taskWith([{ tab: 1 }]), async (page) => {
    const line = page.locator('.step-line');
    await line.getByText('Take a picture of “Save”').waitFor();
    expect(await line.locator('.untrusted bdi').textContent()).toBe('Save');
  });
});

test('the tab stands where it changes, and is shown when it is pressed', async () => {
  const tabs = [{ tab: 1 }, { tab: 1 }, {}, { tab: 1 }, { tab: 2 }, { tab: 1 }];
  await withThread(taskWith(tabs), async (page) => {
    const chips = page.getByRole('button', { name: /^Show the tab/u });
    await expect.poll(() => chips.count()).toBe(3);
    const steps = page.locator('.step');
    const places = await Promise.all(
      tabs.map((_, at) => steps.nth(at).locator('.tab-chip bdi').allTextContents()),
    );
    const [one, two] = [
      ['Tab 1', 'rail.example'],
      ['Tab 2', 'rail.example'],
    ];
    expect(places).toEqual([one, [], [], [], two, one]);
    await chips.nth(1).click();
    expect(await page.evaluate(() => thread.asked)).toEqual(['show tab 2']);
  });
});

test('steps past ten are there when they are unfolded, with the place of the first', async () => {
  await withThread(taskWith(Array.from({ length: 25 }, () => ({ tab: 1 }))), async (page) => {
    expect(await page.locator('.step').count()).toBe(10);
    await page.getByText('15 steps done').click();
    await expect.poll(() => page.locator('.step').count()).toBe(25);
    expect(await page.locator('.tab-chip').count()).toBe(2);
  });
});

test('a picture is loaded when it is opened, once, and Escape closes it without a stop', async () => {
  await withThread(taskWith([{ picture: 3 }]), async (page) => {
    expect(await page.evaluate(() => thread.asked)).toEqual([]);
    const summary = page.getByText('Show picture');
    await summary.click();
    const small = page.getByRole('button', { name: 'Picture of the page, step 5' });
    await small.waitFor();
    await summary.click();
    await summary.click();
    await small.click();
    const dialog = page.getByRole('dialog', { name: 'Picture of the page, step 5' });
    await dialog.waitFor();
    // Wherever the focus is, as after a click beside the picture.
    await dialog.getByRole('button', { name: 'Close' }).blur();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await small.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => thread.asked)).toEqual(['read picture 3']);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => thread.asked.at(-1))).toBe('stop');
  });
});

test('where the picture is gone one reads it, and opening it again tries again', async () => {
  await withThread(taskWith([{ picture: 4 }]), async (page) => {
    const summary = page.getByText('Show picture');
    await summary.click();
    await page.getByRole('alert').getByText('This picture is no longer kept.').waitFor();
    await summary.click();
    await summary.click();
    await expect
      .poll(() => page.evaluate(() => thread.asked))
      .toEqual(['read picture 4', 'read picture 4']);
  });
});
