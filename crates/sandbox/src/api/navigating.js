// Going somewhere, and waiting until one is there.

import { now } from 'host';

import { addressTest, sameAddress } from './addresses.js';
import { badArgument, TimeoutError } from './errors.js';
import { until } from './polling.js';

/** A page that is not loaded by then may still be far enough for who did not ask for more. */
const EARLY_MS = 5_000;
const STATES = { load: 'load', domcontentloaded: 'interaction', networkidle: 'idle', commit: null };

/** Goes by one of the verbs that visit, and resolves with the response, or null. */
export async function visit(tab, doing, verb, params, options = {}) {
  const state = stateOf(options.waitUntil ?? 'load', doing);
  const timeoutMs = tab.navigationMs(options);
  const end = now() + timeoutMs;
  const from = tab.url;
  const last = tab.id === null ? undefined : await tab.events.network.lastNumber();
  const patient = state === 'load' || state === 'idle';
  const asked = { ...params, timeoutMs: patient ? timeoutMs : Math.min(timeoutMs, EARLY_MS) };
  const arrived = await tab.ask(doing, verb, asked);
  const left = () => Math.max(1, Math.round(end - now()));
  const late = () => new TimeoutError(`${doing}: ${tab.url} did not load within ${timeoutMs} ms`);
  if (!arrived.loaded) {
    if (patient) throw late();
    if (verb === 'open' && tab.url === from && !sameAddress(params.url, from)) {
      await until(
        async () => ((await address(tab, doing)) === from ? undefined : true),
        left(),
        late,
      );
    }
    if (state !== null) await waitForState(tab, doing, state, left());
  } else if (state === 'idle') {
    await waitForState(tab, doing, state, left());
  }
  return last === undefined ? null : responseSince(tab, last);
}

export async function waitForLoadState(tab, doing, wanted = 'load', options = {}) {
  const state = stateOf(wanted, doing);
  if (state !== null) await waitForState(tab, doing, state, tab.navigationMs(options));
}

export async function waitForURL(tab, wanted, options = {}) {
  const doing = 'page.waitForURL';
  const timeoutMs = tab.navigationMs(options);
  const fits =
    typeof wanted === 'function'
      ? (url) => wanted(new URL(url))
      : addressTest(wanted, tab.url, doing);
  const look = async () => ((await fits(await address(tab, doing))) ? true : undefined);
  await until(look, timeoutMs, () => {
    return new TimeoutError(
      `${doing}: the address is ${tab.url} after ${timeoutMs} ms, not ${wanted}`,
    );
  });
  await waitForLoadState(tab, doing, options.waitUntil, options);
}

/** Where the tab is now, however it came there. */
export async function address(tab, doing) {
  await tab.refresh(doing);
  return tab.url;
}

async function waitForState(tab, doing, type, timeoutMs) {
  await tab.ask(doing, 'wait', { for: { type }, timeoutMs });
}

/** Nothing that is known of the response must fail the visit. */
async function responseSince(tab, number) {
  try {
    return await tab.events.network.documentSince(number, tab.url);
  } catch {
    return null;
  }
}

function stateOf(wanted, doing) {
  if (Object.hasOwn(STATES, wanted)) return STATES[wanted];
  throw badArgument(
    `${doing}: there is no state ${wanted}; there are ${Object.keys(STATES).join(', ')}`,
  );
}
