// For tests in a real page: opens the graph view there, with its styles.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { wholeBundle } from '../../../pagekit/test-env/bundle';
import { createTestEnv, type TestEnv } from '../../../pagekit/test-env/test-env';

const STYLES = ['../../tokens.css', '../../base.css', '../graph.css'];

export type Page = Awaited<ReturnType<TestEnv['open']>>['page'];

export interface Viewport {
  width: number;
  height: number;
}

/** Opens pages for the tests of one file, and closes them. */
export function graphsOfThisFile() {
  let env: TestEnv;
  let script: string;
  let css: string[];
  beforeAll(async () => {
    env = await createTestEnv();
    script = await wholeBundle('installGraphPage', new URL('graph-page.tsx', import.meta.url));
    css = await Promise.all(STYLES.map((name) => readFile(new URL(name, import.meta.url), 'utf8')));
  });
  afterAll(() => env.close());
  return async (use: (page: Page) => Promise<void>, viewport?: Viewport) => {
    const styles = css.map((text) => `<style>${text}</style>`).join('');
    const head = `<title>Graph</title>${styles}`;
    const opened = await env.open(`<!doctype html><html lang="en">${head}<body>`, {
      viewport: viewport ?? { width: 1200, height: 760 },
    });
    try {
      await opened.page.evaluate(script);
      await use(opened.page);
    } finally {
      await opened.close();
    }
  };
}
