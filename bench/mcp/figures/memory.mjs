// @ts-check
// What each has in memory after all that was measured before, without any browser.

import { under } from '../../control/report.mjs';
import { residents } from '../processes.mjs';

const PROCESS_MB_MAX = 10;
const DAEMON_MB_MAX = 40;

/**
 * @param {import('../contenders/contender.mjs').Session[]} sessions
 * @returns {AsyncGenerator<import('../../control/report.mjs').Figure>}
 */
export async function* memory(sessions) {
  const found = sessions.map(({ contender: { name, folder }, pid }) => {
    const all = residents(folder);
    const [own, rest] = [all.filter((it) => it.pid === pid), all.filter((it) => it.pid !== pid)];
    return { name, own, rest };
  });
  /** @param {'own' | 'rest'} which */
  const sums = (which) => Object.fromEntries(found.map((it) => [it.name, sumOf(it[which])]));
  yield { name: 'MCP process, RSS in MB', values: sums('own'), aim: under(PROCESS_MB_MAX) };
  const counts = found.map(({ name, rest }) => `${name} ${rest.length}`).join(', ');
  yield {
    name: 'what it started or speaks to, RSS in MB',
    values: sums('rest'),
    aim: under(DAEMON_MB_MAX),
    note: `processes: ${counts}; browsers are left out`,
  };
}

/** @param {{ mb: number }[]} processes @returns {number | undefined} none is not zero */
function sumOf(processes) {
  return processes.length > 0 ? processes.reduce((sum, { mb }) => sum + mb, 0) : undefined;
}
