// @ts-check
// What the system tells about a process and about itself.

import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** Linux counts CPU time for /proc in hundredths of a second, whatever its own clock is. */
const TICKS_PER_SECOND = 100;

/** @param {number} pid */
export function cpuSeconds(pid) {
  // The program's name is in brackets and may itself contain blanks and brackets.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** @param {number} pid */
export function residentMb(pid) {
  return statusMb(pid, 'VmRSS');
}

/** The most it had since the last call of `forgetPeak`. @param {number} pid */
export function peakMb(pid) {
  return statusMb(pid, 'VmHWM');
}

/** @param {number} pid */
export function forgetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
}

/** @returns {string} the load over one, five and fifteen minutes */
export function load() {
  return loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
}

/** @param {number} pid @param {string} field */
function statusMb(pid, field) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kb = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  return Number(kb) / 1024;
}
