// One Chromium and one bundle of the kit for all tests that need a real page.
import type { TestProject } from 'vitest/node';
import { bundle } from './bundle';
import { startChromium } from './chromium';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where Chromium's debugger listens. */
    chromium: string;
    /** The kit as one script, as it is put into a world of its own. */
    kitScript: string;
    /** The script that notes listeners in the page's own world. */
    listenersScript: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const from = (path: string) => new URL(path, import.meta.url);
  project.provide('kitScript', await bundle('installKit', from('../standalone.ts')));
  project.provide(
    'listenersScript',
    await bundle('noteListeners', from('../listeners/listeners.ts')),
  );
  const chromium = await startChromium();
  project.provide('chromium', chromium.url);
  return () => chromium.stop();
}
