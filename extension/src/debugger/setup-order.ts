// Keeps events from overtaking answers while a client sets up a session.
//
// Chrome delivers events and answers to an extension by separate ways. When commands are sent in one
// burst, the events of a later `*.enable` can arrive before the answer to an earlier command. Clients
// such as Playwright add their listeners in the handler of that answer: what comes before is lost to
// them, and a page whose execution context is lost this way never answers `evaluate` again. So a
// command that makes events by itself waits until the set-up commands before it are answered.

/** How long a command waits for answers at most: a page that is stuck must not stop its client. */
export const SETUP_WAIT_MS_MAX = 2_000;

/** Commands with which clients begin. Their answers must be there before the next events come. */
function isSetup(method: string): boolean {
  return (
    makesEvents(method) ||
    method === 'Page.getFrameTree' ||
    method === 'Page.addScriptToEvaluateOnNewDocument'
  );
}

/** Commands after which Chrome tells of what is there already. */
function makesEvents(method: string): boolean {
  return (
    method.endsWith('.enable') ||
    method === 'Target.setAutoAttach' ||
    method === 'Page.setLifecycleEventsEnabled' ||
    method === 'Page.createIsolatedWorld'
  );
}

/** Without these, what others wait for may never be answered: the page itself stands still. */
function unblocks(method: string): boolean {
  return (
    method === 'Runtime.runIfWaitingForDebugger' ||
    method === 'Page.handleJavaScriptDialog' ||
    method === 'Debugger.resume'
  );
}

/** Sends a command now, or when those before it on the same session let it. The order is kept. */
export type InOrder = <T>(session: string, method: string, send: () => Promise<T>) => Promise<T>;

interface Lane {
  /** Set-up commands that were sent and are not answered. */
  unanswered: number;
  waiting: { method: string; dispatch: () => void }[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

export function createSetupOrder(): InOrder {
  const lanes = new Map<string, Lane>();

  function laneOf(session: string): Lane {
    const known = lanes.get(session);
    if (known) return known;
    const lane: Lane = { unanswered: 0, waiting: [], timer: undefined };
    lanes.set(session, lane);
    return lane;
  }

  /** Sends what may go now; with `all`, everything. */
  function drain(session: string, lane: Lane, all = false): void {
    for (let next = lane.waiting[0]; next; next = lane.waiting[0]) {
      if (!all && lane.unanswered > 0 && makesEvents(next.method)) return;
      lane.waiting.shift();
      next.dispatch();
    }
    clearTimeout(lane.timer);
    lane.timer = undefined;
    if (lane.unanswered === 0) lanes.delete(session);
  }

  return (session, method, send) => {
    // The hot path: nobody sets anything up.
    if (!isSetup(method) && !lanes.has(session)) return send();
    const lane = laneOf(session);
    const dispatch = () => {
      const answer = send();
      if (!isSetup(method)) return answer;
      lane.unanswered += 1;
      const answered = () => {
        lane.unanswered -= 1;
        drain(session, lane);
      };
      answer.then(answered, answered);
      return answer;
    };
    if (unblocks(method)) drain(session, lane, true);
    const waits = lane.waiting.length > 0 || (lane.unanswered > 0 && makesEvents(method));
    if (!waits) return dispatch();
    lane.timer ??= setTimeout(() => {
      drain(session, lane, true);
    }, SETUP_WAIT_MS_MAX);
    return new Promise((resolve, reject) => {
      lane.waiting.push({
        method,
        dispatch: () => {
          dispatch().then(resolve, reject);
        },
      });
    });
  };
}
