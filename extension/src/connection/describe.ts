// The texts for every state of the connection: what it is, and what to do next. Badge and pages both
// take them from here, so that they never disagree.
import { sentence } from './problem';
import type { ConnectionState } from './state';

export interface Badge {
  text: '…' | '!' | 'off' | '?' | '●';
  tone: 'calm' | 'warning' | 'fault';
}

export interface Description {
  headline: string;
  /** What the state means, or what to do about it. */
  advice: string;
  /** A command for the terminal. */
  command?: 'tabwright daemon' | 'tabwright pair' | 'tabwright doctor';
  /** The technical reason. */
  detail?: string;
  badge?: Badge;
  canConnect: boolean;
  needsPairing: boolean;
}

/** Chrome’s message where `tabwright setup` was never run. The advice already says what to do. */
const HOST_NOT_FOUND = /native messaging host not found/i;

export function describe(state: ConnectionState): Description {
  switch (state.kind) {
    case 'connecting':
      return {
        headline: 'Connecting…',
        advice: 'Looking for Tabwright on this computer.',
        badge: { text: '…', tone: 'calm' },
        canConnect: false,
        needsPairing: false,
      };
    case 'connected':
      return {
        headline: 'Connected',
        advice: 'Ready for your agents.',
        canConnect: false,
        needsPairing: false,
      };
    case 'daemonNotRunning':
      return {
        headline: 'Tabwright isn’t running',
        advice: 'Press Connect to start it, or run this in a terminal:',
        command: 'tabwright daemon',
        ...(state.reason === undefined ? {} : { detail: state.reason }),
        badge: { text: 'off', tone: 'calm' },
        canConnect: true,
        needsPairing: false,
      };
    case 'notPaired':
      return {
        headline: 'Not paired yet',
        advice:
          'Run “tabwright setup” once, and this browser connects by itself. Or run this in a ' +
          'terminal and enter the code it shows:',
        command: 'tabwright pair',
        ...(HOST_NOT_FOUND.test(state.reason) ? {} : { detail: state.reason }),
        badge: { text: '!', tone: 'warning' },
        canConnect: true,
        needsPairing: true,
      };
    case 'badToken':
      return {
        headline: 'Pair this browser again',
        advice:
          'Its pairing is no longer valid. Run this in a terminal and enter the code it shows:',
        command: 'tabwright pair',
        badge: { text: '!', tone: 'fault' },
        canConnect: true,
        needsPairing: true,
      };
    case 'slotTaken':
      return problem('Another browser is connected', state.problem, 'warning');
    case 'protocolMismatch':
      return problem('Update needed: two versions don’t match', state.problem, 'fault');
    case 'refused':
      return {
        ...problem('Tabwright refused the connection', state.problem, 'fault'),
        command: 'tabwright doctor',
      };
    case 'replaced':
      return {
        headline: 'In use in another copy of this profile',
        advice: 'Press Connect to use it here.',
        badge: { text: 'off', tone: 'warning' },
        canConnect: true,
        needsPairing: false,
      };
  }
}

/** The toolbar button. Questions show only while connected, because only then can they be answered. */
export function describeToolbarButton(
  state: ConnectionState,
  waiting: number,
  isRecording: boolean,
): { title: string; badge?: Badge } {
  const { headline, badge } = describe(state);
  if (state.kind !== 'connected' || waiting === 0) {
    // What the person does is kept until the daemon is there again.
    if (isRecording) {
      const what = state.kind === 'connected' ? 'Recording' : `Recording. ${headline}`;
      return { title: `Tabwright: ${what}`, badge: { text: '●', tone: 'fault' } };
    }
    return { title: `Tabwright: ${headline}`, ...(badge ? { badge } : {}) };
  }
  const what = waiting === 1 ? '1 question' : `${waiting} questions`;
  return { title: `Tabwright: ${what} for you`, badge: { text: '?', tone: 'warning' } };
}

function problem(
  headline: string,
  { title, fix }: { title: string; fix: string },
  tone: 'warning' | 'fault',
): Description {
  return {
    headline,
    advice: sentence(fix),
    detail: sentence(title),
    badge: { text: '!', tone },
    canConnect: true,
    needsPairing: false,
  };
}
