// Makes one script of a module, for tests that put it into a real page.
import { readFile } from 'node:fs/promises';
import { rolldown } from 'rolldown';

/** A script that calls one function of one module. */
export function bundle(name: string, module: URL): Promise<string> {
  return build(name, module, {});
}

/** The same with what the module would load later: a test has nothing to load it from. */
export function wholeBundle(name: string, module: URL): Promise<string> {
  return build(name, module, { codeSplitting: false });
}

/** A page of our own as it is, with its styles: its module renders by itself. */
export async function pageBundle(module: URL): Promise<string> {
  const made = await rolldown({
    input: module.pathname,
    plugins: [
      {
        name: 'styles',
        async load(id) {
          if (!id.endsWith('.css')) return null;
          const css = JSON.stringify(await readFile(id, 'utf8'));
          const code = `document.head.append(Object.assign(document.createElement('style'), { textContent: ${css} }));`;
          return { code, moduleType: 'js' };
        },
      },
    ],
  });
  const { output } = await made.generate({ format: 'iife', codeSplitting: false });
  await made.close();
  return output[0].code;
}

async function build(
  name: string,
  module: URL,
  options: { codeSplitting?: false },
): Promise<string> {
  const entry = 'virtual:entry';
  const made = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load(id) {
          // A test puts the styles that it wants into the page by itself.
          if (id.endsWith('.css')) return { code: '', moduleType: 'js' };
          if (id !== entry) return null;
          return `import { ${name} } from ${JSON.stringify(module.pathname)}; ${name}();`;
        },
      },
    ],
  });
  const { output } = await made.generate({ format: 'iife', ...options });
  await made.close();
  return output[0].code;
}
