// @ts-check
// A page that says more than anybody asked for, to three clients at once.

import { connectRaw } from '../contenders/contender.mjs';
import { timed, within } from '../spans.mjs';
import { byTurns, valuesOf } from '../turns.mjs';

const CLIENTS = 3;
const MESSAGES = 10_000;
const REQUESTS = 5_000;
const ROUNDS = 2;
const STORM_MS_MAX = 60_000;

const SHOUT = `for (let n = 0; n < ${MESSAGES}; n += 1) console.log('message', n)`;
// Twenty at once, as a page with much to load would.
const LOAD = `{
  let next = 0;
  const load = async () => { while (next < ${REQUESTS}) await (await fetch('/piece?' + next++)).text(); };
  for (let n = 0; n < 20; n += 1) load();
}`;

/** @param {import('../turns.mjs').Contender[]} all @param {string} site */
export async function* storming(all, site) {
  const storms = [
    {
      what: `${MESSAGES} console messages`,
      domain: 'Runtime',
      event: 'Runtime.consoleAPICalled',
      script: SHOUT,
      count: MESSAGES,
    },
    {
      what: `${REQUESTS} requests`,
      domain: 'Network',
      event: 'Network.loadingFinished',
      script: LOAD,
      count: REQUESTS,
    },
  ];
  for (const storm of storms) {
    const samples = await byTurns(all, ROUNDS, (contender) => weather(contender, site, storm));
    /** @type {import('../report.mjs').Figure} */
    const figure = {
      name: `${storm.what} to ${CLIENTS} clients (floor: 1), s`,
      // The better round: seldom is the machine quiet through two storms.
      values: valuesOf(samples, (own) => Math.min(...own) / 1000),
      against: 'direct',
    };
    yield figure;
  }
}

/**
 * @param {import('../turns.mjs').Contender} contender
 * @param {string} site
 * @param {{ domain: string, event: string, script: string, count: number }} storm
 */
async function weather(contender, site, { domain, event, script, count }) {
  const lines = await gather(contender, site);
  const heard = lines.map(() => 0);
  const all = Promise.all(
    lines.map(({ client }, index) => {
      return new Promise((resolve) => {
        client.onEvent = (method) => {
          if (method !== event) return;
          heard[index] += 1;
          if (heard[index] === count) resolve(null);
        };
      });
    }),
  );
  try {
    for (const line of lines) await line.send(`${domain}.enable`, {});
    // In its own turn, so that the command's answer does not wait for the storm's end.
    const later = `setTimeout(() => { ${script} })`;
    return await timed(async () => {
      await lines[0].send('Runtime.evaluate', { expression: later });
      await within(event, STORM_MS_MAX, all);
    });
  } catch (error) {
    throw new Error(
      `${error instanceof Error ? error.message : error}; heard ${heard} of ${count}`,
    );
  } finally {
    await lines[0].send(`${domain}.disable`, {}).catch(() => {});
    for (const { client } of lines) client.onEvent = () => {};
    if (contender.clientUrl) for (const { client } of lines) await client.close();
  }
}

/** Three clients at one page; the floor has but one. @param {import('../turns.mjs').Contender} contender @param {string} site */
async function gather(contender, site) {
  if (!contender.clientUrl) {
    const line = await contender.openLine();
    await visit(line, site);
    return [line];
  }
  const first = await connectRaw(contender);
  const target = await first.openTab('about:blank');
  const lines = [await first.attach(target)];
  await visit(lines[0], site);
  while (lines.length < CLIENTS) lines.push(await (await connectRaw(contender)).attach(target));
  return lines;
}

/** @param {import('../raw.mjs').Line} line @param {string} site */
async function visit(line, site) {
  await line.send('Page.navigate', { url: `${site}/` });
  const arrived = `location.origin === '${site}' && document.readyState === 'complete'`;
  while (!(await line.evaluate(arrived).catch(() => false)));
}
