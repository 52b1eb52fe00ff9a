// For tests of the recorder: what it hands on from a page while a person's input comes, through reloads and
// navigation, from every frame.
import type { CDPSession, Frame } from 'playwright-core';
import { inject } from 'vitest';
import type { Fingerprint, GestureKind } from '../../wire';
import type { SeenGesture } from '../record/recording';
import type { KitPage } from './test-env';

export interface Recorded {
  /** All that came, in order, before corrections. */
  all: readonly SeenGesture[];
  /** What is left when corrections are in place, in words; what appeared only if it is asked for. */
  steps(withAppeared?: boolean): string[];
  /** Waits until the steps end with this one. */
  endsWith(step: string): Promise<string[]>;
  /** Waits for something that appeared. */
  appears(step: string): Promise<void>;
  /** Also in a frame of another site, which lives in another process. */
  enter(frame: Frame): Promise<void>;
  leave(): Promise<void>;
  /** Does something, and waits until the recorder has looked at what came of it. */
  rested(act: () => Promise<unknown>): Promise<void>;
  /** In the recorder's own world. */
  inWorld(expression: string): Promise<unknown>;
}

let worlds = 0;

/** Before the kit: counts its looks at a page that is quiet. */
const LOOKS = `looks = 0;
  window.requestIdleCallback = (look, options) => requestIdleCallback.call(window, (deadline) => {
    look(deadline);
    looks += 1;
  }, options);`;

/** Before the kit: adds up in `spent` how long its listeners take, and in `later` its timers. */
const CLOCK = `spent = 0; heard = 0;
  for (const target of [EventTarget.prototype]) {
    const add = target.addEventListener;
    target.addEventListener = function (type, listener, options) {
      const timed = typeof listener !== 'function' ? listener : function (event) {
        const begun = performance.now();
        try { return listener.call(this, event); } finally { spent += performance.now() - begun; heard += 1; }
      };
      return add.call(this, type, timed, options);
    };
  }`;

export async function recordIn(kit: KitPage, { isTimed = false } = {}): Promise<Recorded> {
  worlds += 1;
  // Of its own, because tabs are used again.
  const world = `recorder-${worlds}`;
  const sessions: CDPSession[] = [];
  const all: SeenGesture[] = [];
  let waiting: (() => void)[] = [];
  const hear = async (session: CDPSession): Promise<CDPSession> => {
    sessions.push(session);
    session.on('Runtime.bindingCalled', ({ payload }) => {
      all.push(JSON.parse(payload) as SeenGesture);
      for (const wake of waiting.splice(0)) wake();
    });
    await session.send('Runtime.enable');
    await session.send('Page.enable');
    await session.send('Runtime.addBinding', {
      name: 'tabwrightGesture',
      executionContextName: world,
    });
    await session.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `{ const { requestIdleCallback } = window; ${LOOKS} }\n${isTimed ? CLOCK : ''}\n${inject('kitScript')}`,
      worldName: world,
      runImmediately: true,
    });
    return session;
  };
  const contexts: { id: number; frameId: string }[] = [];
  const session = await kit.page.context().newCDPSession(kit.page);
  session.on('Runtime.executionContextCreated', ({ context }) => {
    const { frameId } = context.auxData as { frameId: string };
    if (context.name === world) contexts.push({ id: context.id, frameId });
  });
  await hear(session);

  const steps = (withAppeared = false) => {
    const left: SeenGesture[] = [];
    for (const gesture of all) {
      const place = left.findIndex(({ id }) => id === gesture.insteadOf);
      if (place >= 0) left[place] = gesture;
      else left.push(gesture);
    }
    return left
      .filter(({ what }) => withAppeared || what.kind !== 'appeared')
      .map(({ what }) => inWords(what));
  };
  const until = async (isSo: () => boolean, what: string) => {
    const limit = AbortSignal.timeout(10_000);
    while (!isSo()) {
      await new Promise<void>((resolve, reject) => {
        waiting.push(resolve);
        limit.addEventListener('abort', () => {
          reject(new Error(`${what} was not recorded, but ${JSON.stringify(steps(true))}`));
        });
      });
    }
    waiting = [];
  };

  return {
    all,
    steps,
    async endsWith(step) {
      await until(() => steps().at(-1) === step, step);
      return steps();
    },
    appears: (step) => until(() => steps(true).includes(step), step),
    async enter(frame) {
      await hear(await kit.page.context().newCDPSession(frame));
    },
    async leave() {
      for (const one of sessions) await one.detach().catch(() => undefined);
    },
    async rested(act) {
      await act();
      // A look that was due before may come first; one that comes from now on has seen what the act brought.
      await inWorld(`new Promise((resolve) => {
        const before = looks;
        const look = () => (looks > before ? resolve() : setTimeout(look, 10));
        document.body.append(document.createComment(''));
        look();
      })`);
    },
    inWorld,
  };

  async function inWorld(expression: string): Promise<unknown> {
    const { frameTree } = await session.send('Page.getFrameTree');
    const context = contexts.filter(({ frameId }) => frameId === frameTree.frame.id).at(-1);
    const said = await session.send('Runtime.evaluate', {
      expression,
      contextId: context?.id ?? 0,
      awaitPromise: true,
      returnByValue: true,
    });
    if (said.exceptionDetails) throw new Error(JSON.stringify(said.exceptionDetails));
    return said.result.value;
  }
}

function inWords(what: GestureKind): string {
  switch (what.kind) {
    case 'click': {
      const ways = [...what.modifiers, ...(what.button === 'left' ? [] : [what.button])];
      const times = what.count > 1 ? [`${what.count} times`] : [];
      return ['click', ...ways, ...times, named(what.target)].join(' ');
    }
    case 'type':
      return `type ${named(what.target)} = ${what.value.kind === 'text' ? JSON.stringify(what.value.text) : what.value.kind}`;
    case 'select':
      return `select ${named(what.target)} = ${what.chosen.map(({ label }) => label).join(', ')}`;
    case 'check':
      return `${what.on ? 'check' : 'uncheck'} ${named(what.target)}`;
    case 'press':
      return `press ${what.keys}${what.target ? ` in ${named(what.target)}` : ''}`;
    case 'hover':
      return `hover ${named(what.target)}`;
    case 'drag':
      return `drag ${named(what.from)} onto ${what.onto ? named(what.onto) : 'nothing'}`;
    case 'upload':
      return `upload ${what.names.join(', ')} to ${named(what.target)}`;
    case 'dialog':
      return `${what.dialog} "${what.message}" ${what.accepted ? 'accepted' : 'dismissed'}${what.text === undefined ? '' : ` with "${what.text}"`}`;
    case 'appeared':
      return `appeared ${what.role} "${what.text}"`;
    default:
      return what.kind;
  }
}

function named({ role, tag, name, text = '' }: Fingerprint): string {
  return `${role || tag} "${name || text}"`;
}
