// Connects and reconnects: one attempt at a time, retries with backoff where they can help, and the
// reason why there is no connection. All of its state may be lost with the worker.
import { CLOSE_CODE_DUPLICATE, CLOSE_DUPLICATE, PROTOCOL_VERSION, type Problem } from '../wire';
import { extensionAddress } from './address';
import { reconnectDelayMs } from './backoff';
import { findCredentials, forgetCached, type Credentials, type NativeHostUse } from './credentials';
import { loadIdentity } from './identity';
import { readStorage } from './storage';
import { publishState } from './publish-state';
import { askWhyRefused } from './refusal';
import { openSession, type Services, type Session } from './session';
import type { Closing } from './socket';
import type { ConnectionState } from './state';

export type Reason = 'browserStarted' | 'person' | 'paired' | 'workerStarted' | 'alarm' | 'retry';

export interface Connector {
  /** Resolves when the attempt has ended, connected or not. */
  connect(reason: Reason): Promise<void>;
  /** Closes the connection and opens a new one, so that the daemon gets a new greeting. */
  reconnect(): Promise<void>;
  session(): Session | undefined;
}

interface Plan {
  nativeHost: NativeHostUse;
  /** The person asked for it: the attempt is shown, and it also replaces another connection. */
  isWanted: boolean;
}

const PLANS: Record<Reason, Plan> = {
  browserStarted: { nativeHost: 'start', isWanted: true },
  person: { nativeHost: 'start', isWanted: true },
  paired: { nativeHost: 'ifNothingCached', isWanted: true },
  workerStarted: { nativeHost: 'ifNothingCached', isWanted: false },
  alarm: { nativeHost: 'always', isWanted: false },
  retry: { nativeHost: 'ifNothingCached', isWanted: false },
};

type Outcome = { session: Session } | { state: ConnectionState | undefined; retriesSoon: boolean };

export interface Watch {
  onConnected(): void;
  /** Runs when a session has ended, before the next one is opened. */
  onLost(): void;
}

export function createConnector(services: Services, watch: Watch): Connector {
  let session: Session | undefined;
  let running: Promise<void> | undefined;
  let next: Reason | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function connect(reason: Reason): Promise<void> {
    if (session) return Promise.resolve();
    // An attempt by the person must not be lost in one that the alarm has begun.
    if (running && PLANS[reason].isWanted) next = reason;
    running ??= run(reason).finally(() => {
      running = undefined;
    });
    return running;
  }

  async function run(first: Reason) {
    let reason: Reason | undefined = first;
    while (reason !== undefined && !session) {
      clearTimeout(retry);
      next = undefined;
      await attempt(PLANS[reason]);
      reason = next;
    }
  }

  async function attempt({ nativeHost, isWanted }: Plan) {
    const before = (await readStorage('connection'))?.kind;
    if (before === 'replaced' && !isWanted) return;
    // A background retry keeps showing the last failure.
    if (isWanted || before === undefined || before === 'connected') {
      await publishState({ kind: 'connecting' });
    }
    const outcome = await open(nativeHost);
    if ('session' in outcome) {
      await hold(outcome.session);
      return;
    }
    if (outcome.state) await publishState(outcome.state);
    if (outcome.retriesSoon) retrySoon();
  }

  async function open(nativeHost: NativeHostUse): Promise<Outcome> {
    const found = await findCredentials(nativeHost);
    switch (found.kind) {
      case 'noHost':
        return { state: { kind: 'notPaired', reason: found.reason }, retriesSoon: false };
      case 'noDaemon':
        return { state: { kind: 'daemonNotRunning', reason: found.reason }, retriesSoon: false };
      case 'found':
        return openWith(found.credentials);
    }
  }

  async function openWith({ port, token }: Credentials): Promise<Outcome> {
    const { profile, ...hello } = await loadIdentity();
    const version = hello.extensionVersion;
    const query = { token, profile, protocol: PROTOCOL_VERSION, version };
    const opened = await openSession(extensionAddress('ws', port, query), hello, services);
    if ('daemonVersion' in opened) return { session: opened };
    if (isDuplicate(opened)) return { state: { kind: 'replaced' }, retriesSoon: false };

    const refusal = await askWhyRefused(extensionAddress('http', port, query));
    switch (refusal.kind) {
      case 'notRunning':
        return { state: { kind: 'daemonNotRunning' }, retriesSoon: true };
      case 'otherProgram': {
        const reason = `Another program answers on port ${port}.`;
        return { state: { kind: 'daemonNotRunning', reason }, retriesSoon: true };
      }
      case 'nothingWrong':
        return { state: undefined, retriesSoon: true };
      case 'problem':
        return explain(refusal.problem);
    }
  }

  async function hold(opened: Session) {
    session = opened;
    failures = 0;
    void opened.closed.then(lose);
    watch.onConnected();
    await publishState({ kind: 'connected', daemonVersion: opened.daemonVersion });
  }

  async function lose(closing: Closing) {
    session = undefined;
    watch.onLost();
    if (isDuplicate(closing)) {
      await publishState({ kind: 'replaced' });
    } else {
      await publishState({ kind: 'connecting' });
      retrySoon();
    }
  }

  function retrySoon() {
    failures += 1;
    clearTimeout(retry);
    retry = setTimeout(() => void connect('retry'), reconnectDelayMs(failures, Math.random()));
  }

  async function reconnect() {
    const current = session;
    if (!current) return;
    current.close();
    await current.closed;
    await connect('retry');
  }

  return { connect, reconnect, session: () => session };
}

async function explain(problem: Problem): Promise<Outcome> {
  switch (problem.code) {
    case 'bad-token':
      await forgetCached();
      return { state: { kind: 'badToken' }, retriesSoon: true };
    case 'slot-taken':
      return { state: { kind: 'slotTaken', problem }, retriesSoon: false };
    case 'protocol-mismatch':
      return { state: { kind: 'protocolMismatch', problem }, retriesSoon: false };
    default:
      return { state: { kind: 'refused', problem }, retriesSoon: true };
  }
}

function isDuplicate({ code, reason }: Closing): boolean {
  return code === CLOSE_CODE_DUPLICATE && reason === CLOSE_DUPLICATE;
}
