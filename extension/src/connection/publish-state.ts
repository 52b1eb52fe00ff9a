// Publishes the state of the connection to storage (for the next worker), open pages and the badge.
// There is only one badge, so it also shows waiting questions, and that
// something is recorded.
import { browser } from 'wxt/browser';
import { broadcast } from '../messages';
import { writeStorage, readStorage } from './storage';
import type { ConnectionState } from './state';
import { describeToolbarButton } from './describe';

export async function publishState(state: ConnectionState): Promise<void> {
  if (JSON.stringify(await readStorage('connection')) === JSON.stringify(state)) return;
  await writeStorage('connection', state);
  broadcast({ type: 'connectionChanged', state });
  await showOnBadge();
}

/** `questions`: how many wait for an answer. */
export async function publishWaiting(questions: number): Promise<void> {
  await writeStorage('waiting', questions);
  await showOnBadge();
}

/** After a recording has begun or ended, which storage tells. */
export async function publishRecording(): Promise<void> {
  await showOnBadge();
}

export async function currentState(): Promise<ConnectionState> {
  return (await readStorage('connection')) ?? { kind: 'connecting' };
}

/** Chrome takes no CSS here: the light values of --muted, --warning and --fault of the tokens. */
const BADGE_COLOURS = { calm: '#53615c', warning: '#854800', fault: '#ab231c' } as const;

/** Reads the stored state after it was written: whichever caller comes last shows all of it. */
async function showOnBadge(): Promise<void> {
  const [state, waiting, recorder] = await Promise.all([
    currentState(),
    readStorage('waiting'),
    readStorage('recorder'),
  ]);
  const { title, badge } = describeToolbarButton(state, waiting ?? 0, recorder !== undefined);
  const { action } = browser;
  await Promise.all([
    action.setTitle({ title }),
    action.setBadgeText({ text: badge?.text ?? '' }),
    badge && action.setBadgeBackgroundColor({ color: BADGE_COLOURS[badge.tone] }),
    badge && action.setBadgeTextColor({ color: '#ffffff' }),
  ]);
}
