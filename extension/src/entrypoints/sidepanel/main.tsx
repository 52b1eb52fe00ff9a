// The side panel: the person says what to do, and sees how it goes.
import { useEffect, useRef } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { runningOf } from '../../language/runs';
import { ConnectionView } from '../../ui/connection-view';
import { Header } from '../../ui/header';
import '../../ui/language.css';
import { mount } from '../../ui/mount';
import { SayField } from '../../ui/say-field';
import { RunList } from '../../ui/run-list';
import { useConnection } from '../../ui/use-connection';
import { useTalk } from '../../ui/use-talk';
import { useWatched } from '../../ui/use-watched';

function Panel() {
  const state = useConnection();
  const isConnected = state?.kind === 'connected';
  const talk = useTalk();
  const runs = useWatched(talk.runs);
  const history = useWatched(talk.history);
  const input = useRef<HTMLInputElement>(null);
  const hasSaid = runs.length > 0 || history.length > 0;
  // After a button that goes away when it has been pressed.
  const backToInput = () => input.current?.focus();

  useEffect(() => {
    if (isConnected) input.current?.focus();
  }, [isConnected]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In the line it may have closed the list, and has done its work.
      if (event.key === 'Escape' && !event.defaultPrevented) talk.runs.stop();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [talk]);

  return (
    <>
      <Header title="Tabwright">
        <button type="button" class="quiet" onClick={() => void browser.runtime.openOptionsPage()}>
          Options
        </button>
      </Header>
      {state && !isConnected && <ConnectionView state={state} />}
      <SayField
        draft={talk.draft}
        isConnected={isConnected}
        isRunning={runningOf(runs) !== undefined}
        input={input}
        onSay={talk.say}
      />
      {isConnected && runs.length === 0 && <Hint />}
      <RunList
        runs={runs}
        onStop={() => {
          talk.runs.stop();
          backToInput();
        }}
        onSuggestion={(phrasing) => {
          talk.draft.put(phrasing);
          backToInput();
        }}
      />
      {hasSaid && (
        <button
          type="button"
          class="quiet forget"
          onClick={() => {
            talk.forget();
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
