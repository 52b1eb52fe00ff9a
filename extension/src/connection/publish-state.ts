// Tells everybody what has become of the connection: the next worker, open pages and the badge. The
// badge is one for all: it shows what waits for the person, too.
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

/** So many questions wait for the person. */
export async function publishWaiting(questions: number): Promise<void> {
  await writeStorage('waiting', questions);
  await showOnBadge();
}

export async function currentState(): Promise<ConnectionState> {
  return (await readStorage('connection')) ?? { kind: 'connecting' };
}

const BADGE_COLOURS = { calm: '#64748b', warning: '#b45309', fault: '#b91c1c' } as const;

/** Reads what was kept, after it was kept: so whoever shows last, shows all of it. */
async function showOnBadge(): Promise<void> {
  const [state, waiting] = await Promise.all([currentState(), readStorage('waiting')]);
  const { title, badge } = describeToolbarButton(state, waiting ?? 0);
  const { action } = browser;
  await Promise.all([
    action.setTitle({ title }),
    action.setBadgeText({ text: badge?.text ?? '' }),
    badge && action.setBadgeBackgroundColor({ color: BADGE_COLOURS[badge.tone] }),
    badge && action.setBadgeTextColor({ color: '#ffffff' }),
  ]);
}
