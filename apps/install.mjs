// @ts-check
// Installs what an application consists of into a folder of its own in the cache, once.

import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** @typedef {{ npm?: string[], pip?: string[] }} Packages in exact versions, as the registries' own programs take them */

/**
 * Gives the folder: Node's packages are in `node_modules`, Python's in `venv`.
 * @param {string} cache
 * @param {string} name
 * @param {Packages} packages
 */
export async function install(cache, name, packages) {
  const folder = join(cache, name);
  const [wanted, mark] = [JSON.stringify(packages), join(folder, 'installed.json')];
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options = { cwd: folder, maxBuffer: OUTPUT_BYTES_MAX };
  if (packages.npm) {
    // Without a package.json of its own, npm would look for one in the folders above.
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    const quietly = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts'];
    await run('npm', ['install', '--save-exact', ...quietly, ...packages.npm], options);
  }
  if (packages.pip) {
    await run('python3', ['-m', 'venv', 'venv'], options);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
    await run(join(folder, 'venv/bin/python'), [...pip, ...packages.pip], options);
  }
  await writeFile(mark, wanted);
  return folder;
}
