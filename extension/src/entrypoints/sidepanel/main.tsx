// The side panel: the person says what to do, and sees how it goes.
import { useEffect, useRef } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { runningOf } from '../../language/runs';
import { ConnectionView } from '../../ui/connection-view';
import { Header } from '../../ui/header';
import '../../ui/language.css';
import { mount } from '../../ui/mount';
import { Composer } from '../../ui/composer';
import { RunList } from '../../ui/run-list';
import { useConnection } from '../../ui/use-connection';
import { useChat } from '../../ui/use-chat';
import { useWatched } from '../../ui/use-watched';

function Panel() {
  const state = useConnection();
  const isConnected = state?.kind === 'connected';
  const chat = useChat();
  const runs = useWatched(chat.runs);
  const history = useWatched(chat.history);
  const input = useRef<HTMLInputElement>(null);
  const hasHistory = runs.length > 0 || history.length > 0;
  // After a button that goes away when it has been pressed.
  const backToInput = () => input.current?.focus();

  useEffect(() => {
    if (isConnected) input.current?.focus();
  }, [isConnected]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In the line it may have closed the list, and has done its work.
      if (event.key === 'Escape' && !event.defaultPrevented) chat.runs.stop();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [chat]);

  return (
    <>
      <Header title="Tabwright">
        <button type="button" class="quiet" onClick={() => void browser.runtime.openOptionsPage()}>
          Options
        </button>
      </Header>
      {state && !isConnected && <ConnectionView state={state} />}
      <Composer
        draft={chat.draft}
        isConnected={isConnected}
        isRunning={runningOf(runs) !== undefined}
        input={input}
        onSubmit={chat.submit}
      />
      {isConnected && runs.length === 0 && <Hint />}
      <RunList
        runs={runs}
        onStop={() => {
          chat.runs.stop();
          backToInput();
        }}
        onSuggestion={(phrasing) => {
          chat.draft.replace(phrasing);
          backToInput();
        }}
      />
      {hasHistory && (
        <button
          type="button"
          class="quiet forget"
          onClick={() => {
            chat.clear();
            backToInput();
          }}
        >
          Clear chat
        </button>
      )}
    </>
  );
}

function Hint() {
  return (
    <p class="detail">
      Use plain words, for example “open wikipedia.org and scroll down”. <kbd>↓</kbd> shows
      suggestions, <kbd>↑</kbd> what you typed before.
    </p>
  );
}

mount(Panel);
