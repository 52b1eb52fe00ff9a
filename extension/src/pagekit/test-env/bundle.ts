// Makes one script of a module, for tests that put it into a real page.
import { rolldown } from 'rolldown';

/** A script that calls one function of one module. */
export async function bundle(name: string, module: URL): Promise<string> {
  const entry = 'virtual:entry';
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `import { ${name} } from ${JSON.stringify(module.pathname)}; ${name}();`
            : null,
      },
    ],
  });
  const { output } = await build.generate({ format: 'iife' });
  await build.close();
  return output[0].code;
}
