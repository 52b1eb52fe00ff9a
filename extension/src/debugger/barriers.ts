// What a tab may load while a client drives it that may not be everywhere. Chrome itself keeps it, for
// the page and everything in it, so that no script, redirect or frame gets around it.
import { browser, type Browser } from 'wxt/browser';
import { isSharedWorker } from './shared-workers';
import type { BarrierParams, BarrierRule, NoResult, TabId } from '../wire';

type SessionRule = Browser.declarativeNetRequest.Rule;

/** The part of Chrome's API that barriers need; tests replace it. */
export interface RulesApi {
  list(): Promise<SessionRule[]>;
  update(removeRuleIds: number[], addRules: SessionRule[]): Promise<void>;
}

export interface Barriers {
  set: (params: BarrierParams) => Promise<NoResult>;
  clear: (tab: TabId) => Promise<void>;
  clearAll: () => Promise<void>;
  /** The barrier that is being set for a tab: commands must wait for it. */
  pending: (tab: TabId) => Promise<unknown> | undefined;
}

export function createBarriers(api: RulesApi = createRulesApi()): Barriers {
  // One at a time: the numbers of rules are chosen from the list.
  let last: Promise<unknown> = Promise.resolve();
  const pending = new Map<TabId, Promise<unknown>>();
  // Most tabs never have one, and Chrome need not be asked about those. Its rules outlive this worker.
  const fenced = new Set<TabId>();
  let loaded: Promise<void> | undefined;

  async function load(): Promise<void> {
    for (const { condition } of await api.list()) {
      for (const tab of condition.tabIds ?? []) fenced.add(tab);
    }
  }

  function inTurn(work: () => Promise<void>): Promise<void> {
    const turn = last.then(work, work);
    last = turn;
    return turn;
  }

  async function replace(tab: TabId, barrier: BarrierRule[]): Promise<void> {
    const known = await api.list();
    const old = known.filter(({ condition }) => condition.tabIds?.includes(tab));
    const highest = Math.max(0, ...known.map(({ id }) => id));
    const rules = barrier.map((rule, index) =>
      sessionRule(tab, rule, highest + 1 + index, barrier.length - index),
    );
    await api.update(
      old.map(({ id }) => id),
      rules,
    );
  }

  async function put(tab: TabId, barrier: BarrierRule[]): Promise<void> {
    await (loaded ??= load());
    if (barrier.length === 0 && !fenced.has(tab)) return;
    fenced.add(tab);
    await inTurn(() => replace(tab, barrier));
    if (barrier.length === 0) fenced.delete(tab);
  }

  /** Pending from the call on: the next command may be in the same message. */
  async function set({ tab, barrier = [] }: BarrierParams): Promise<NoResult> {
    // Of a shared worker nothing is loaded into a tab.
    if (isSharedWorker(tab)) return {};
    const setting = put(tab, barrier);
    pending.set(tab, setting);
    try {
      await setting;
    } finally {
      if (pending.get(tab) === setting) pending.delete(tab);
    }
    return {};
  }

  return {
    set,
    async clear(tab) {
      await set({ tab });
    },
    clearAll: () =>
      inTurn(async () => {
        fenced.clear();
        await api.update(
          (await api.list()).map(({ id }) => id),
          [],
        );
      }),
    pending: (tab) => pending.get(tab),
  };
}

/** The first rule that fits decides, so it has the highest priority. */
function sessionRule(
  tab: TabId,
  { addresses, blocks, onlyPages }: BarrierRule,
  id: number,
  priority: number,
): SessionRule {
  return {
    id,
    priority,
    action: { type: blocks ? 'block' : 'allow' },
    condition: {
      tabIds: [tab],
      regexFilter: addresses,
      isUrlFilterCaseSensitive: false,
      resourceTypes: onlyPages ? ['main_frame'] : [...RESOURCE_TYPES],
    },
  };
}

/** Without a list Chrome leaves the page itself out. */
const RESOURCE_TYPES = [
  'main_frame',
  'sub_frame',
  'stylesheet',
  'script',
  'image',
  'font',
  'object',
  'xmlhttprequest',
  'ping',
  'csp_report',
  'media',
  'websocket',
  'webtransport',
  'webbundle',
  'other',
] as const;

function createRulesApi(): RulesApi {
  return {
    list: () => browser.declarativeNetRequest.getSessionRules(),
    update: (removeRuleIds, addRules) =>
      browser.declarativeNetRequest.updateSessionRules({ removeRuleIds, addRules }),
  };
}
