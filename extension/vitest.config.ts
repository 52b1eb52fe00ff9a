// Unit tests run in plain Node; `*.browser.test.ts` share one real Chromium.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/pagekit/test-env/setup.ts'],
    maxWorkers: 2,
    // A busy machine may take long to start a browser or open a page; nothing here is about time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
