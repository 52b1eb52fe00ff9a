// Keeps the pages that the person reads, where they want that: a page that was in front for a while is read
// once, and handed to the daemon, which decides whether it may be kept. Everything here may be lost with the
// worker: then the page in front is noticed anew at the next event.
import type { StoredVisit } from '../connection/storage';
import type { KeepPageParams, KnowledgeSettings, TabId } from '../wire';

/** The tab in front, as far as it matters here. */
export interface FrontTab {
  id: TabId;
  url: string;
  title: string;
  incognito: boolean;
  isComplete: boolean;
}

/** By tab, how long its page was in front, and whether it was read. */
export type Visits = Record<TabId, StoredVisit>;

/** What reading needs of Chrome and the daemon; tests replace it. */
export interface KeeperApi {
  now(): number;
  /** Calls back after so long; returns what revokes it. */
  wait(ms: number, done: () => void): () => void;
  /** Undefined when no window of the browser has the focus. */
  front(): Promise<FrontTab | undefined>;
  /** Whether an agent or a script works in the tab. */
  isDriven(tab: TabId): Promise<boolean>;
  isConnected(): boolean;
  settings(): Promise<KnowledgeSettings | undefined>;
  loadVisits(): Promise<Visits>;
  saveVisits(visits: Visits): Promise<void>;
  read(tab: TabId): Promise<{ html: string; isTruncated: boolean }>;
  keep(page: KeepPageParams): Promise<void>;
}

export interface Keeper {
  /** Something has changed that may have put another page in front. */
  look: () => void;
  /** A tab has gone to another page. */
  navigated: (tab: TabId, url: string) => void;
  closed: (tab: TabId) => void;
}

/** A page that was left earlier was not read. */
const DWELL_MS = 8_000;
const KEPT_PER_MINUTE_MAX = 30;
/** So often one page is tried to be read. */
const FAILURES_MAX = 3;
const MINUTE_MS = 60_000;
const VISITS_MAX = 200;

export function createKeeper(api: KeeperApi): Keeper {
  /** The page that is in front now, since when. */
  let front: { tab: TabId; url: string; sinceMs: number } | undefined;
  let revoke: (() => void) | undefined;
  let keptAt: number[] = [];
  // One at a time, in the order of what happened.
  let turn = Promise.resolve();

  function inTurn(work: () => Promise<void>): void {
    turn = turn.then(work).catch((error: unknown) => {
      console.warn('A page could not be kept:', error instanceof Error ? error.message : error);
    });
  }

  async function look(): Promise<void> {
    revoke?.();
    revoke = undefined;
    const visits = await api.loadVisits();
    settle(visits);
    try {
      const tab = await readableFront();
      if (tab === 'notYet') waitFor(DWELL_MS);
      else if (tab) await watch(tab, visitOf(visits, tab));
    } finally {
      if (Object.keys(visits).length > 0) await api.saveVisits(newest(visits));
    }
  }

  async function watch(tab: FrontTab, visit: StoredVisit): Promise<void> {
    front = { tab: tab.id, url: visit.url, sinceMs: api.now() };
    if (visit.isRead) return;
    if (visit.stayedMs >= DWELL_MS) await keep(tab, visit);
    else waitFor(DWELL_MS - visit.stayedMs);
  }

  function waitFor(ms: number): void {
    revoke?.();
    revoke = api.wait(ms, lookAgain);
  }

  function lookAgain(): void {
    inTurn(look);
  }

  /** Adds the time since the last look to the page that was in front. */
  function settle(visits: Visits): void {
    const visit = front && visits[front.tab];
    if (front && visit?.url === front.url) visit.stayedMs += api.now() - front.sinceMs;
    front = undefined;
  }

  /**
   * The tab in front, if its page is one that may be kept. No event tells when a page that loads or that an agent
   * drives can be read, so that it has to be looked at again.
   */
  async function readableFront(): Promise<FrontTab | 'notYet' | undefined> {
    if (!api.isConnected()) return undefined;
    const settings = await api.settings();
    if (!settings) return 'notYet';
    if (!isOn(settings, api.now())) return undefined;
    const tab = await api.front();
    if (!tab || tab.incognito || !mayBeKept(tab.url, settings)) return undefined;
    return !tab.isComplete || (await api.isDriven(tab.id)) ? 'notYet' : tab;
  }

  function visitOf(visits: Visits, tab: FrontTab): StoredVisit {
    const url = withoutFragment(tab.url);
    const known = visits[tab.id];
    if (known?.url === url) return known;
    const visit = { url, seenMs: api.now(), stayedMs: 0, isRead: false };
    visits[tab.id] = visit;
    return visit;
  }

  async function keep(tab: FrontTab, visit: StoredVisit): Promise<void> {
    const now = api.now();
    keptAt = keptAt.filter((at) => now - at < MINUTE_MS);
    if (keptAt.length >= KEPT_PER_MINUTE_MAX) return;
    keptAt.push(now);
    const { html, isTruncated } = await read(tab.id, visit);
    // The tab may show another page by now, and then that one was read.
    const after = await readableFront();
    if (after === 'notYet' || after?.id !== tab.id || withoutFragment(after.url) !== visit.url) {
      visit.isRead = false;
      if (after) waitFor(DWELL_MS);
      return;
    }
    const { seenMs, stayedMs } = visit;
    const page = { url: tab.url, title: after.title, html, isTruncated };
    await api.keep({ ...page, seenMs, stayedMs, tab: tab.id });
  }

  /** A page that cannot be read, because it is busy, is tried again, but not again and again. */
  async function read(tab: TabId, visit: StoredVisit) {
    visit.isRead = true;
    try {
      return await api.read(tab);
    } catch (error) {
      visit.failures = (visit.failures ?? 0) + 1;
      visit.isRead = visit.failures >= FAILURES_MAX;
      if (!visit.isRead) waitFor(DWELL_MS);
      throw error;
    }
  }

  return {
    look: lookAgain,
    navigated(tab, url) {
      inTurn(async () => {
        const visits = await api.loadVisits();
        if (visits[tab]?.url === withoutFragment(url) && front?.tab === tab) return;
        settle(visits);
        Reflect.deleteProperty(visits, tab);
        await api.saveVisits(visits);
      });
      lookAgain();
    },
    closed(tab) {
      inTurn(async () => {
        const visits = await api.loadVisits();
        if (!visits[tab]) return;
        Reflect.deleteProperty(visits, tab);
        await api.saveVisits(visits);
      });
    },
  };
}

function isOn({ automatic, pausedUntilMs = 0 }: KnowledgeSettings, now: number): boolean {
  return automatic && now >= pausedUntilMs;
}

/** The daemon knows more reasons why not; these spare the page the reading. */
function mayBeKept(url: string, { sitesOff }: KnowledgeSettings): boolean {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return !sitesOff.some((site) => hostname === site || hostname.endsWith(`.${site}`));
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Tabs may be closed while no worker hears of it. */
function newest(visits: Visits): Visits {
  const entries = Object.entries(visits);
  if (entries.length <= VISITS_MAX) return visits;
  entries.sort(([, one], [, other]) => other.seenMs - one.seenMs);
  return Object.fromEntries<StoredVisit>(entries.slice(0, VISITS_MAX));
}
