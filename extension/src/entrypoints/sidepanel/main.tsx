// The side panel: the person types what to do, and sees how it goes.
import { useEffect, useRef } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { runningOf } from '../../language/runs';
import { Composer } from '../../ui/composer';
import { ConnectionStatus } from '../../ui/connection-status';
import { ConnectionView } from '../../ui/connection-view';
import { Examples } from '../../ui/examples';
import { Header } from '../../ui/header';
import { IconButton } from '../../ui/icon-button';
import { mount } from '../../ui/mount';
import '../../ui/panel.css';
import { RunBar } from '../../ui/run-bar';
import { RunList } from '../../ui/run-list';
import { useChat } from '../../ui/use-chat';
import { useConnection } from '../../ui/use-connection';
import { useWatched } from '../../ui/use-watched';

function Panel() {
  const state = useConnection();
  const isConnected = state?.kind === 'connected';
  const chat = useChat();
  const runs = useWatched(chat.runs);
  const history = useWatched(chat.history);
  const input = useRef<HTMLInputElement>(null);
  const running = runningOf(runs);
  const hasHistory = runs.length > 0 || history.length > 0;
  // For buttons that go away when they are pressed, which would lose the focus.
  const focusInput = () => input.current?.focus();

  useEffect(() => {
    if (isConnected) input.current?.focus();
  }, [isConnected]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // An Escape that closed the list of completions was handled, and must not stop the run.
      if (event.key === 'Escape' && !event.defaultPrevented) chat.runs.stop();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [chat]);

  const suggest = (text: string) => {
    chat.draft.replace(text);
    focusInput();
  };

  return (
    <div class={`layout ${running ? 'driving' : ''}`}>
      <Header
        title={
          <>
            <h1>Tabwright</h1>
            {isConnected && <ConnectionStatus state={state} />}
          </>
        }
      >
        {hasHistory && (
          <IconButton
            icon="trash"
            label="Clear chat"
            onPress={() => {
              chat.clear();
              focusInput();
            }}
          />
        )}
        <IconButton
          icon="sliders"
          label="Options"
          onPress={() => void browser.runtime.openOptionsPage()}
        />
      </Header>
      <main class="thread">
        <div>
          {isConnected && runs.length === 0 && <Examples onChoose={suggest} />}
          <RunList runs={runs} onSuggestion={suggest} />
          {state && !isConnected && (
            <div class="card">
              <ConnectionView state={state} />
            </div>
          )}
        </div>
      </main>
      <footer class="foot">
        {running && (
          <RunBar
            run={running}
            onStop={() => {
              chat.runs.stop();
              focusInput();
            }}
          />
        )}
        <Composer
          draft={chat.draft}
          isConnected={isConnected}
          isRunning={running !== undefined}
          input={input}
          onSubmit={chat.submit}
        />
      </footer>
    </div>
  );
}

mount(Panel);
