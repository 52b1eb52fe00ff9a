// @ts-check
// Processes that outlived their application. Only Linux tells with what environment a process was started.

import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A browser's crash handler ends a moment after it. */
const LINGER_MS_MAX = 5_000;

/** Ends every process that inherited the mark but this one. @param {string} mark @returns {Promise<string[]>} what each was */
export async function endLeftovers(mark) {
  const until = Date.now() + LINGER_MS_MAX;
  let left = await marked(mark);
  while (left.length > 0 && Date.now() < until) {
    await sleep(100);
    left = await marked(mark);
  }
  for (const { id } of left) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended by itself meanwhile.
    }
  }
  return left.map(({ id, command }) => `${id} ${command}`);
}

/** @param {string} mark @returns {Promise<{ id: number, command: string }[]>} */
async function marked(mark) {
  const names = await readdir('/proc').catch(() => []);
  const found = [];
  for (const id of names.map(Number).filter((it) => it > 0 && it !== process.pid)) {
    const environment = await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '');
    if (!environment.includes(mark)) continue;
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    found.push({ id, command: command.replaceAll('\0', ' ').slice(0, 200) });
  }
  return found;
}
