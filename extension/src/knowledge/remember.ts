// Keeps a page because the person says so: by the button of the popup or by the keyboard. The daemon reads and keeps it,
// as it does for "remember this page", and says why it may not.
import type { Daemon } from '../policy/requests';
import type { RememberedPage, RememberParams, TabId } from '../wire';

/** The command of the manifest. */
export const REMEMBER_COMMAND = 'remember-page';

/** A busy page is waited for until it can be read. */
const REMEMBER_MS_MAX = 60_000;

export function rememberPage(daemon: Daemon, tab: TabId): Promise<RememberedPage> {
  const params: RememberParams = { tab, tags: [], mode: 'basic' };
  return daemon().invoke('rememberPage', params, { deadlineMs: REMEMBER_MS_MAX });
}

/** What the toolbar button needs to tell how it went; tests replace it. */
export interface RememberSign {
  /** A short text on the toolbar button of the tab, with a longer one under the pointer. */
  show: (tab: TabId, badge: string, title: string) => Promise<void>;
}

/** The keyboard opens nothing that could show a sentence, so the toolbar button shows how it went. */
export function createRememberCommand(daemon: Daemon, sign: RememberSign) {
  return async (command: string, tab: { id?: TabId | undefined } | undefined): Promise<void> => {
    if (command !== REMEMBER_COMMAND || tab?.id === undefined) return;
    try {
      await rememberPage(daemon, tab.id);
      await sign.show(tab.id, '✓', 'Tabwright remembers this page');
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      await sign.show(tab.id, '!', `Tabwright did not remember this page: ${why}`);
    }
  };
}
