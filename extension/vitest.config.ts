// Unit tests run in plain Node; `*.browser.test.ts` share one real Chromium.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/pagekit/test-env/setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
  },
});
