// For tests in a real page: opens the library there, with its styles.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import { createTestEnv, type OpenOptions, type TestEnv } from '../../../pagekit/test-env/test-env';
import { wholeBundle } from '../../../pagekit/test-env/bundle';
import type { FakeWorker } from './fake-worker';
import type { LibraryTest } from './library-page';

declare const library: LibraryTest;

const STYLES = [
  '../../tokens.css',
  '../../base.css',
  '../../shell.css',
  '../../memory.css',
  '../../untrusted.css',
  '../../graph/graph.css',
  '../library.css',
  '../results.css',
  '../reading.css',
  '../tools.css',
];

const ICON = new URL('../../../../public/icon/48.png', import.meta.url).pathname;

export type Page = Awaited<ReturnType<TestEnv['open']>>['page'];

export interface Opening {
  given?: Partial<FakeWorker>;
  hash?: string;
  width?: number;
  height?: number;
  media?: OpenOptions['media'];
}

/** Opens the library for the tests of one file, and closes it. */
export function librariesOfThisFile() {
  let env: TestEnv;
  let script: string;
  let css: string[];
  beforeAll(async () => {
    env = await createTestEnv();
    script = await wholeBundle('installLibraryPage', new URL('library-page.tsx', import.meta.url));
    css = await Promise.all(STYLES.map((name) => readFile(new URL(name, import.meta.url), 'utf8')));
  });
  afterAll(() => env.close());
  return async (
    { given = {}, hash = '#search', width = 1280, height = 860, media }: Opening,
    use: (page: Page) => Promise<void>,
  ) => {
    const styles = css.map((text) => `<style>${text}</style>`).join('');
    const head = `<title>Library</title>${styles}`;
    const document = `<!doctype html><html lang="en">${head}<body class="library">`;
    const opened = await env.open(document, {
      viewport: { width, height },
      ...(media && { media }),
    });
    try {
      await opened.page.route('**/icon/*.png', (route) => route.fulfill({ path: ICON }));
      await opened.page.evaluate(installChrome);
      await opened.page.evaluate(script);
      await opened.page.evaluate(
        ([given, hash]) => {
          library.open(given, hash);
        },
        [given, hash] as const,
      );
      await opened.page.locator('nav').waitFor({ state: 'attached' });
      await use(opened.page);
    } finally {
      await opened.close();
    }
  };
}

/** Runs in the page, before our modules: they take hold of this object. */
function installChrome() {
  const runtime = { id: 'us', getURL: (path: string) => `http://us${path}` };
  const storage = { local: { get: () => Promise.resolve({}) } };
  Object.assign(globalThis, { chrome: { runtime, storage } });
}
