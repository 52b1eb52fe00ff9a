// One Chromium and one bundle of the kit for all tests that need a real page.
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';
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
  project.provide('kitScript', await bundle('installKit', '../standalone.ts'));
  project.provide('listenersScript', await bundle('noteListeners', '../listeners/listeners.ts'));
  const chromium = await startChromium();
  project.provide('chromium', chromium.url);
  return () => chromium.stop();
}

/** A script that calls one function of one module. */
async function bundle(name: string, module: string): Promise<string> {
  const file = new URL(module, import.meta.url).pathname;
  const entry = 'virtual:entry';
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry ? `import { ${name} } from ${JSON.stringify(file)}; ${name}();` : null,
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
