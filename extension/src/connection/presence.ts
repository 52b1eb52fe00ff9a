// Tells everybody what has become of the connection: the next worker, open pages and the badge.
import { browser } from 'wxt/browser';
import { broadcast } from '../messages';
import { keep, recall } from './memory';
import type { ConnectionState } from './state';
import { describe } from './words';

export async function announce(state: ConnectionState): Promise<void> {
  if (JSON.stringify(await recall('connection')) === JSON.stringify(state)) return;
  await keep('connection', state);
  broadcast({ type: 'connectionChanged', state });
  await showOnBadge(state);
}

export async function currentState(): Promise<ConnectionState> {
  return (await recall('connection')) ?? { kind: 'connecting' };
}

const BADGE_COLOURS = { calm: '#64748b', warning: '#b45309', fault: '#b91c1c' } as const;

async function showOnBadge(state: ConnectionState): Promise<void> {
  const { headline, badge } = describe(state);
  await browser.action.setTitle({ title: `Tabwright: ${headline}` });
  await browser.action.setBadgeText({ text: badge?.text ?? '' });
  if (badge) {
    await browser.action.setBadgeBackgroundColor({ color: BADGE_COLOURS[badge.tone] });
    await browser.action.setBadgeTextColor({ color: '#ffffff' });
  }
}
