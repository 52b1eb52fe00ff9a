// @ts-check
// More than fits: a result of 110 MB, and a client that stops reading.

import { connectRaw } from '../contenders/contender.mjs';
import { forgetPeak, peakMb, residentMb } from '../proc.mjs';
import { quantile, timed, within } from '../spans.mjs';
import { byTurns, valuesOf } from '../turns.mjs';

const HUGE_LENGTH = 110_000_000;
const HUGE_MS_MAX = 60_000;
const AFTER_MS_MAX = 10_000;
const SHOUT_LENGTH = 1_000_000;
const SHOUTS_PER_TURN = 10;
const TURNS_MAX = 60;
const SHOUTING_MS_MAX = 30_000;
/** A full queue of one client, what is on its way, and the process itself. */
const PEAK_MB_MAX = 320;

/** @param {import('../turns.mjs').Contender[]} contenders */
export async function* limits(contenders) {
  const clients = contenders.filter(({ clientUrl }) => clientUrl);
  const relays = contenders.filter(({ relayPid }) => relayPid);
  yield* await stoppedReader(relays);
  // Last, because it may be a relay's end.
  yield* await hugeResult(clients);
}

/** @param {import('../turns.mjs').Contender[]} contenders @returns {Promise<import('../report.mjs').Figure[]>} */
async function hugeResult(contenders) {
  const samples = await byTurns(contenders, 1, async (contender) => {
    const line = await contender.openLine();
    const other = await contender.openLine();
    /** @type {string | undefined} */
    let refusal;
    const ms = await timed(async () => {
      const asked = line.evaluate(`'x'.repeat(${HUGE_LENGTH})`);
      try {
        const text = await within('110 MB', HUGE_MS_MAX, asked);
        if (text?.length !== HUGE_LENGTH) throw new Error(`${text?.length} characters came`);
      } catch (error) {
        refusal = error instanceof Error ? error.message : String(error);
      }
    });
    const alive = async (/** @type {import('../raw.mjs').Line} */ each) => {
      return within('afterwards', AFTER_MS_MAX, each.evaluate('1')).then(
        (value) => value === 1,
        () => false,
      );
    };
    const afterwards = (await alive(line)) && (await alive(other));
    const connected = (await contender.isBrowserConnected?.()) ?? true;
    await Promise.all([line.client.close(), other.client.close()]);
    return { ms, refusal, isUnharmed: afterwards && connected };
  });
  const refusals = [...samples].map(([name, own]) => {
    const refusal = Array.isArray(own) ? own[0].refusal : own.message;
    return [name, refusal === undefined ? undefined : new Error(refusal)];
  });
  return [
    {
      name: '110 MB result, s',
      values: valuesOf(samples, ([{ ms, refusal }]) => (refusal ? 'refused' : ms / 1000)),
    },
    {
      name: 'both sessions answer after it',
      values: valuesOf(samples, ([{ isUnharmed }]) => (isUnharmed ? 'yes' : 'no')),
      aim: { text: 'yes', isMet: (ours) => ours === 'yes' },
    },
    { name: '110 MB result, the error', values: Object.fromEntries(refusals) },
  ];
}

/** @param {import('../turns.mjs').Contender[]} contenders @returns {Promise<import('../report.mjs').Figure[]>} */
async function stoppedReader(contenders) {
  const samples = await byTurns(contenders, 1, async (contender) => {
    const pid = /** @type {number} */ (contender.relayPid);
    const sleeper = await connectRaw(contender);
    const target = await sleeper.openTab('about:blank');
    const asleep = await sleeper.attach(target);
    await asleep.send('Runtime.enable', {});
    const awake = await (await connectRaw(contender)).attach(target);
    const bystander = await contender.openLine();
    forgetPeak(pid);
    sleeper.pause();
    const shout = `for (let n = 0; n < ${SHOUTS_PER_TURN}; n += 1) console.log('x'.repeat(${SHOUT_LENGTH}))`;
    const spans = [];
    const end = performance.now() + SHOUTING_MS_MAX;
    while (spans.length < TURNS_MAX && performance.now() < end) {
      await within('the page', HUGE_MS_MAX, awake.evaluate(shout));
      spans.push(await timed(() => within('a bystander', HUGE_MS_MAX, bystander.evaluate('1'))));
    }
    const peak = peakMb(pid);
    sleeper.resume();
    const letGo = await within('the end', AFTER_MS_MAX, sleeper.closed).then(
      () => 'yes',
      () => 'no',
    );
    await Promise.all([sleeper, awake.client, bystander.client].map((client) => client.close()));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const sent = (spans.length * SHOUTS_PER_TURN * SHOUT_LENGTH) / 1_000_000;
    return { sent, peak, letGo, after: residentMb(pid), slowest: quantile(spans, 1) };
  });
  /** @typedef {{ sent: number, peak: number, letGo: string, after: number, slowest: number }} Nap */
  /** @param {(nap: Nap) => number | string} pick */
  const of = (pick) => valuesOf(samples, ([own]) => pick(own));
  return [
    { name: 'reader stops: events in 30 s at most, MB', values: of(({ sent }) => sent) },
    {
      name: 'reader stops: peak RSS, MB',
      values: of(({ peak }) => peak),
      aim: { text: `< ${PEAK_MB_MAX} MB`, isMet: (ours) => ours < PEAK_MB_MAX },
    },
    {
      name: 'reader stops: it is let go',
      values: of(({ letGo }) => letGo),
      aim: { text: 'yes', isMet: (ours) => ours === 'yes' },
    },
    { name: 'reader stops: RSS afterwards, MB', values: of(({ after }) => after) },
    { name: "reader stops: bystander's slowest command, ms", values: of(({ slowest }) => slowest) },
  ];
}
