// Tells the daemon of tabs that come, change and go. A tab's target has to be looked up, so one look
// serves every event of a burst, and what is told is the tab as it is at that look. For each tab the
// notices keep their order, and once it is gone nothing but its removal is told.
import type { TabId } from '../wire';
import type { LookUpTargets } from './targets';
import type { Teller } from './teller';

export interface TabNotices {
  created(tab: TabId): void;
  changed(tab: TabId): void;
  removed(tab: TabId): void;
}

type News = Map<TabId, 'tabCreated' | 'tabChanged'>;

export function createTabNotices(lookUp: LookUpTargets, { tell, isHeard }: Teller): TabNotices {
  /** Came too late for the look that is under way. */
  let waiting: News = new Map();
  let underWay: News = new Map();
  let isRunning = false;

  async function run() {
    isRunning = true;
    while (waiting.size > 0) {
      await burstOver();
      underWay = waiting;
      waiting = new Map();
      await look();
    }
    isRunning = false;
  }

  async function look() {
    try {
      for (const target of await lookUp()) {
        const news = underWay.get(target.tab);
        if (news) tell(news, target);
      }
    } catch (error) {
      console.warn('Tabs have changed, and Chrome would not say how:', error);
    }
  }

  function add(tab: TabId, news: 'tabCreated' | 'tabChanged') {
    if (!isHeard()) return;
    // A creation that nobody has heard of yet stays one.
    if (!waiting.has(tab)) waiting.set(tab, news);
    if (!isRunning) void run();
  }

  return {
    created(tab) {
      add(tab, 'tabCreated');
    },
    changed(tab) {
      add(tab, 'tabChanged');
    },
    removed(tab) {
      waiting.delete(tab);
      underWay.delete(tab);
      tell('tabRemoved', { tab });
    },
  };
}

/** Chrome delivers each event as a task of its own; a timer comes after those already queued. */
function burstOver(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
