// @ts-check
// Bare commands on a raw line: one at a time, and many under way together.

import { cpuSeconds } from '../proc.mjs';
import { ratioAtLeast, ratioAtMost } from '../report.mjs';
import { median, quantile, timed } from '../spans.mjs';
import { byTurns, valuesOf } from '../turns.mjs';

const WARM_UP = 500;
const ROUNDS = 10;
const PER_ROUND = 200;
const PIPELINED_PER_ROUND = 1000;
const UNDER_WAY = 100;

/** @param {import('../turns.mjs').Contender[]} contenders */
export async function* commanding(contenders) {
  /** @type {Map<string, import('../raw.mjs').Line>} */
  const lines = new Map();
  const lineOf = (/** @type {string} */ name) => {
    const line = lines.get(name);
    if (!line) throw new Error('it gave no line');
    return line;
  };
  await byTurns(contenders, 1, async ({ name, openLine }) => {
    const line = await openLine();
    lines.set(name, line);
    await oneByOne(line, WARM_UP);
    await together(line, WARM_UP);
  });
  const single = await byTurns(contenders, ROUNDS, ({ name, relayPid }) =>
    withCpu(relayPid, () => oneByOne(lineOf(name), PER_ROUND)),
  );
  const many = await byTurns(contenders, ROUNDS, ({ name, relayPid }) =>
    withCpu(relayPid, () => together(lineOf(name), PIPELINED_PER_ROUND)),
  );
  yield* [
    {
      name: 'one command, p50, ms',
      values: valuesOf(single, (own) => median(own.flatMap(({ result }) => result))),
      against: /** @type {const} */ ('floor'),
      aim: ratioAtMost(1.15),
    },
    {
      name: 'one command, p99, ms',
      values: valuesOf(single, (own) =>
        quantile(
          own.flatMap(({ result }) => result),
          0.99,
        ),
      ),
      against: /** @type {const} */ ('floor'),
    },
    {
      name: `pipelined, ${UNDER_WAY} under way, commands/s`,
      values: valuesOf(many, (own) => median(own.map(({ result }) => result))),
      against: /** @type {const} */ ('floor'),
      aim: ratioAtLeast(0.95),
    },
    cpuFigure('relay CPU per 1,000 commands, s', contenders, single, ROUNDS * PER_ROUND),
    cpuFigure('relay CPU per 1,000 pipelined, s', contenders, many, ROUNDS * PIPELINED_PER_ROUND),
  ];
  // The floor's line is its only one and stays.
  for (const [name, { client }] of lines) if (name !== 'floor') await client.close();
}

/**
 * @param {string} name
 * @param {import('../turns.mjs').Contender[]} contenders
 * @param {import('../turns.mjs').Samples<{ cpu: number }>} samples
 * @param {number} commands
 * @returns {import('../report.mjs').Figure}
 */
function cpuFigure(name, contenders, samples, commands) {
  const relays = contenders.filter(({ relayPid }) => relayPid).map((relay) => relay.name);
  const ofRelays = new Map([...samples].filter(([who]) => relays.includes(who)));
  const values = valuesOf(ofRelays, (own) => {
    return (own.reduce((sum, { cpu }) => sum + cpu, 0) * 1000) / commands;
  });
  return { name, values, against: 'playwriter' };
}

/**
 * @template T
 * @param {number | undefined} pid
 * @param {() => Promise<T>} work
 */
async function withCpu(pid, work) {
  const before = pid ? cpuSeconds(pid) : 0;
  const result = await work();
  return { result, cpu: pid ? cpuSeconds(pid) - before : 0 };
}

/** @param {import('../raw.mjs').Line} line */
const command = (line) => line.send('Runtime.evaluate', { expression: '1' });

/** @param {import('../raw.mjs').Line} line @param {number} times @returns {Promise<number[]>} ms */
async function oneByOne(line, times) {
  const spans = [];
  for (let done = 0; done < times; done += 1) spans.push(await timed(() => command(line)));
  return spans;
}

/** @param {import('../raw.mjs').Line} line @param {number} times @returns {Promise<number>} per second */
async function together(line, times) {
  let begun = 0;
  const worker = async () => {
    while (begun < times) {
      begun += 1;
      await command(line);
    }
  };
  const ms = await timed(() => Promise.all(Array.from({ length: UNDER_WAY }, worker)));
  return (times * 1000) / ms;
}
