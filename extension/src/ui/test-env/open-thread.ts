// For tests in a real page: opens the thread of the side panel there, with its styles.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { bundle } from '../../pagekit/test-env/bundle';
import { createTestEnv, type TestEnv } from '../../pagekit/test-env/test-env';
import type { ChatEvent } from '../../wire';
import type { ThreadPage } from './thread-page';

declare const thread: ThreadPage;

const STYLES = ['tokens', 'base', 'panel', 'task'];

type Page = Awaited<ReturnType<TestEnv['open']>>['page'];
export type WithThread = (
  events: readonly ChatEvent[],
  use: (page: Page) => Promise<void>,
) => Promise<void>;

/** Opens threads for the tests of one file, and closes them. */
export function threadsOfThisFile(): WithThread {
  let env: TestEnv;
  let script: string;
  let css: string[];
  beforeAll(async () => {
    env = await createTestEnv();
    script = await bundle('installThreadPage', new URL('thread-page.tsx', import.meta.url));
    css = await Promise.all(
      STYLES.map((name) => readFile(new URL(`../${name}.css`, import.meta.url), 'utf8')),
    );
  });
  afterAll(() => env.close());
  return async (events, use) => {
    const styles = css.map((text) => `<style>${text}</style>`).join('');
    const opened = await env.open(`<!doctype html>${styles}<body>`, {
      viewport: { width: 400, height: 800 },
    });
    try {
      await opened.page.evaluate(script);
      await opened.page.evaluate((first) => thread.tell(first), events);
      await use(opened.page);
    } finally {
      await opened.close();
    }
  };
}
