// The stored state that outlives the service worker: `local` for good, `session` until Chrome closes.
import { browser } from 'wxt/browser';
import type { Gesture, ProfileId, TabId } from '../wire';
import type { Credentials } from './credentials';
import type { ConnectionState } from './state';

interface Stored {
  profile: ProfileId;
  /** What the person calls this browser. */
  name: string;
  paired: Credentials;
  /** The daemon's port, where a person has changed it. */
  pairingPort: number;
  /** Lines sent in the side panel, the newest first. Renaming the key would lose people's history. */
  said: readonly string[];
  /** The credentials of the last connection, for retries. */
  credentials: Credentials;
  connection: ConnectionState;
  /** How many questions wait for the person. */
  waiting: number;
  /** By tab, how long its page was in front. */
  visits: Record<number, StoredVisit>;
  recorder: RecordingState;
  /** What was recorded and the daemon has not answered yet. */
  gestures: Gesture[];
}

/** A page that was in front. */
export interface StoredVisit {
  url: string;
  seenMs: number;
  stayedMs: number;
  isRead: boolean;
  /** How often it could not be read. */
  failures?: number;
}

/** What is recorded. */
export interface RecordingState {
  recording: string;
  tabs: TabId[];
  /** Origins that the daemon closed. */
  closed: string[];
  /** The recorded tab that was in front last. */
  front?: TabId;
  /** Where each tab has been, to tell back from forward. */
  ways: Record<TabId, Way>;
}

export interface Way {
  urls: string[];
  at: number;
  /** The gesture that told of the last document, which has no title yet. */
  arrived?: string;
  /** The gesture that told that the tab was opened, with no address yet. */
  opened?: string;
}

const AREAS = {
  profile: 'local',
  name: 'local',
  paired: 'local',
  pairingPort: 'local',
  said: 'local',
  credentials: 'session',
  connection: 'session',
  waiting: 'session',
  visits: 'session',
  recorder: 'session',
  gestures: 'session',
} as const satisfies Record<keyof Stored, 'local' | 'session'>;

export async function readStorage<K extends keyof Stored>(key: K): Promise<Stored[K] | undefined> {
  const found = await browser.storage[AREAS[key]].get<Partial<Stored>>(key);
  return found[key];
}

export async function writeStorage<K extends keyof Stored>(
  key: K,
  value: Stored[K],
): Promise<void> {
  await browser.storage[AREAS[key]].set({ [key]: value });
}

export async function removeFromStorage(key: keyof Stored): Promise<void> {
  await browser.storage[AREAS[key]].remove(key);
}

/** The pairing token is for our worker and pages only: content scripts run inside untrusted pages. */
export async function hideFromContentScripts(): Promise<void> {
  await browser.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}
