// Unit tests run in plain Node: no browser, no global fakes.
import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['src/**/*.test.ts'] } });
