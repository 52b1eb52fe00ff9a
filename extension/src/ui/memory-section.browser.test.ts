// What the person changes about what is remembered, in a real page with a worker of our own making.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../pagekit/test-env/bundle';
import { createTestEnv, type TestEnv } from '../pagekit/test-env/test-env';
import type { ChangeKnowledgeParams, KnowledgeSettings } from '../wire';

interface FakeWorker {
  settings: KnowledgeSettings;
  pages: number;
  heard: string[];
  fault: string | undefined;
}
declare const worker: FakeWorker;

type Page = Awaited<ReturnType<TestEnv['open']>>['page'];

let env: TestEnv;
let script: string;
let css: string;
beforeAll(async () => {
  env = await createTestEnv();
  script = await bundle('installMemoryPage', new URL('test-env/memory-page.tsx', import.meta.url));
  const sheets = ['tokens', 'base', 'shell', 'memory'].map((name) =>
    readFile(new URL(`${name}.css`, import.meta.url), 'utf8'),
  );
  css = (await Promise.all(sheets)).map((text) => `<style>${text}</style>`).join('');
});
afterAll(() => env.close());

async function withSection(given: Partial<FakeWorker>, use: (page: Page) => Promise<void>) {
  const opened = await env.open(css);
  try {
    await opened.page.evaluate(installWorker, given);
    await opened.page.evaluate(script);
    await opened.page.getByRole('switch').waitFor();
    await use(opened.page);
  } finally {
    await opened.close();
  }
}

/** Runs in the page. */
function installWorker(given: Partial<FakeWorker>) {
  const settings = { automatic: false, sitesOff: [], intranetHosts: [] };
  const fake: FakeWorker = { settings, pages: 12, heard: [], fault: undefined, ...given };
  const apply = (change: ChangeKnowledgeParams): KnowledgeSettings => {
    const { automatic, pauseMs, siteOff, siteOn, allowHost } = change;
    const old = fake.settings;
    fake.settings = {
      ...old,
      ...(automatic !== undefined && { automatic }),
      ...(pauseMs !== undefined && { pausedUntilMs: Date.now() + pauseMs }),
      sitesOff: [...old.sitesOff, siteOff ?? []].flat().filter((site) => site !== siteOn),
      intranetHosts: [...old.intranetHosts, allowHost ?? []].flat(),
    };
    return fake.settings;
  };
  const answer = (message: { type: string; change?: ChangeKnowledgeParams }): unknown => {
    switch (message.type) {
      case 'getKnowledgeSettings':
        return fake.settings;
      case 'changeKnowledgeSettings':
        return apply(message.change ?? {});
      case 'forgetPages':
        fake.pages = 0;
        return { pages: 12, backups: 0 };
      default:
        return { pages: fake.pages, sites: 3, bytes: 5_000_000 };
    }
  };
  const sendMessage = ({ type, ...params }: { type: string }) => {
    if (!type.startsWith('get')) fake.heard.push(JSON.stringify({ type, ...params }));
    const isRefused = fake.fault !== undefined && !type.startsWith('get');
    return Promise.resolve(
      isRefused ? { error: fake.fault } : { reply: answer({ type, ...params }) },
    );
  };
  Object.assign(globalThis, { worker: fake, chrome: { runtime: { id: 'us', sendMessage } } });
}

const heard = (page: Page) => page.evaluate(() => worker.heard);
const ON = { automatic: true, sitesOff: ['bank.example'], intranetHosts: [] };

test('it is off until the person turns it on', async () => {
  await withSection({}, async (page) => {
    const remember = page.getByRole('switch', { name: 'Remember what I read' });
    expect(await remember.isChecked()).toBe(false);
    expect(await page.getByRole('button', { name: /Pause/ }).count()).toBe(0);
    await remember.click();
    await page.getByRole('button', { name: 'Pause for an hour' }).waitFor();
    expect(await remember.isChecked()).toBe(true);
    expect(await heard(page)).toEqual([
      '{"type":"changeKnowledgeSettings","change":{"automatic":true}}',
    ]);
  });
});

test('a change that fails is not shown as made', async () => {
  await withSection({ fault: 'Tabwright doesn’t answer. Try again.' }, async (page) => {
    const remember = page.getByRole('switch');
    await remember.click();
    await page.getByText('Tabwright doesn’t answer. Try again.').waitFor();
    expect(await remember.isChecked()).toBe(false);
  });
});

test('it can be paused, and goes on', async () => {
  await withSection({ settings: ON }, async (page) => {
    await page.getByRole('button', { name: 'Pause for an hour' }).click();
    await page.getByText(/^Paused until/).waitFor();
    await page.getByRole('button', { name: 'Resume now' }).click();
    await page.getByRole('button', { name: 'Pause until tomorrow' }).waitFor();
    expect(await page.getByText(/^Paused until/).count()).toBe(0);
    expect((await heard(page)).at(-1)).toContain('"pauseMs":0');
  });
});

test('sites come and go, as they are typed or pasted', async () => {
  await withSection({ settings: ON }, async (page) => {
    const field = page.getByLabel('Add a site');
    await field.fill('my bank');
    await field.press('Enter');
    await page.getByText('Write a site, such as example.com.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await field.fill('https://Shop.example/cart');
    await field.press('Enter');
    await page.getByText('shop.example added.').waitFor();
    expect(await field.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Remove bank.example' }).click();
    await page.getByText('bank.example removed.').waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual(['shop.example']);
    const focused = await page.evaluate(() => document.activeElement?.textContent);
    expect(focused).toBe('Never on these sites');
  });
});

test('everything is forgotten only after a second look', async () => {
  await withSection({ settings: ON }, async (page) => {
    await page.getByText('12 pages from 3 sites, 5 MB.').waitFor();
    await page.getByRole('button', { name: 'Forget everything…' }).click();
    await page.getByText('Forget all 12 pages for good?').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('Keep it');
    await page.keyboard.press('Enter');
    await expect.poll(focused).toBe('Forget everything…');
    expect(await heard(page)).toEqual([]);
    await page.getByRole('button', { name: 'Forget everything…' }).click();
    await page.getByRole('button', { name: 'Yes, forget everything' }).click();
    await page.getByText('12 pages forgotten.').waitFor();
    await page.getByText('Nothing is remembered yet.').waitFor();
    expect(await heard(page)).toEqual(['{"type":"forgetPages","what":{"what":"everything"}}']);
  });
});

test('the last hour is forgotten at once', async () => {
  await withSection({ settings: ON }, async (page) => {
    await page.getByRole('button', { name: 'Forget the last hour' }).click();
    await page.getByText('12 pages forgotten.').waitFor();
    const [said = ''] = await heard(page);
    expect(JSON.parse(said)).toMatchObject({ type: 'forgetPages', what: { what: 'since' } });
  });
});
