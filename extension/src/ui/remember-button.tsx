// Keeps the page of the active tab in the library, when the person says so.
import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { webAddress } from '../library/text-fragment';
import { askWorker } from '../messages';
import type { KeepOutcome, TabId } from '../wire';
import { Icon } from './icon';
import { useLoaded } from './use-loaded';

const OUTCOMES: Record<KeepOutcome, string> = {
  new: 'This page is in your library now.',
  changed: 'This page is in your library, with what it says now.',
  unchanged: 'This page was in your library already.',
};

type State = { kind: 'idle' | 'busy' } | { kind: 'done' | 'failed'; text: string };

export function RememberButton() {
  const tab = useLoaded(activeWebTab);
  const [state, setState] = useState<State>({ kind: 'idle' });
  if (tab === undefined) return null;

  const remember = async () => {
    if (state.kind === 'busy') return;
    setState({ kind: 'busy' });
    try {
      const { outcome } = await askWorker('rememberPage', { tab });
      setState({ kind: 'done', text: OUTCOMES[outcome] });
    } catch (error) {
      setState({ kind: 'failed', text: error instanceof Error ? error.message : String(error) });
    }
  };

  return (
    <section class="popup-section" aria-label="Library">
      <button
        type="button"
        aria-disabled={state.kind === 'busy'}
        onClick={() => {
          void remember();
        }}
      >
        <Icon name="book" />
        {state.kind === 'busy' ? 'Remembering…' : 'Remember this page'}
      </button>
      <p class="detail" role="status">
        {state.kind === 'done' && state.text}
      </p>
      <p class="fault" role="alert">
        {state.kind === 'failed' && <bdi>{state.text}</bdi>}
      </p>
    </section>
  );
}

/** Pages of the browser itself cannot be read. */
async function activeWebTab(): Promise<TabId | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return webAddress(tab?.url ?? '') === undefined ? undefined : tab?.id;
}
