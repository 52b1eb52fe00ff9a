// The side panel: the person types what to do, and sees how it goes. A command is done at once; anything else is a
// task for a model.
import { useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { chosenModel } from '../../chats/task-chat';
import { openRun } from '../../chats/transcript';
import { runningOf } from '../../language/runs';
import { ChatMenu } from '../../ui/chat-menu';
import { Composer } from '../../ui/composer';
import { ConnectionStatus } from '../../ui/connection-status';
import { ConnectionView } from '../../ui/connection-view';
import { Examples } from '../../ui/examples';
import { Header } from '../../ui/header';
import { IconButton } from '../../ui/icon-button';
import { ModelPicker } from '../../ui/model-picker';
import { mount } from '../../ui/mount';
import '../../ui/panel.css';
import { RunBar } from '../../ui/run-bar';
import '../../ui/task.css';
import { TaskBar } from '../../ui/task-bar';
import { Thread } from '../../ui/thread';
import { UsageLine } from '../../ui/usage-line';
import { useChat } from '../../ui/use-chat';
import { useConnection } from '../../ui/use-connection';
import { takerOf, useTaskChat } from '../../ui/use-task-chat';
import { useWatched } from '../../ui/use-watched';

function Panel() {
  const state = useConnection();
  const isConnected = state?.kind === 'connected';
  const tasks = useTaskChat(isConnected);
  const taskState = useWatched(tasks);
  const { transcript, models, isBusy, fault, session } = taskState;
  const [taker] = useState(() => takerOf(tasks));
  const chat = useChat(taker);
  const runs = useWatched(chat.runs);
  const input = useRef<HTMLTextAreaElement>(null);
  const running = runningOf(runs);
  const task = openRun(transcript);
  const hasModel = chosenModel(taskState) !== undefined;
  const isEmpty = runs.length === 0 && transcript.runs.length === 0;
  // For buttons that go away when they are pressed, which would lose the focus.
  const focusInput = () => input.current?.focus();
  const stop = () => {
    if (!chat.runs.stop() && openRun(tasks.get().transcript)) void tasks.stop();
  };

  useEffect(() => {
    if (isConnected) input.current?.focus();
  }, [isConnected]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // An Escape that closed a list was handled, and must not stop the run.
      if (event.key === 'Escape' && !event.defaultPrevented) stop();
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [chat, tasks]);

  const suggest = (text: string) => {
    chat.draft.replace(text);
    focusInput();
  };

  return (
    <div class={`layout ${wheelOf(running !== undefined, task?.state)}`}>
      <Header
        title={
          <>
            {session || models.length > 0 ? <ChatMenu chat={tasks} /> : <h1>Tabwright</h1>}
            {isConnected && <ConnectionStatus state={state} />}
          </>
        }
      >
        {!isEmpty && (
          <IconButton
            icon="plus"
            label="New chat"
            onPress={() => {
              chat.clear();
              tasks.begin();
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
          {isConnected && isEmpty && <Examples hasModel={hasModel} onChoose={suggest} />}
          <Thread
            runs={runs}
            tasks={transcript.runs}
            isBusy={isBusy}
            hasModel={hasModel}
            onSuggestion={suggest}
            onAnswer={(answer) => void tasks.answer(answer)}
            onResume={() => void tasks.giveBack()}
          />
          {fault !== undefined && (
            <p class="fault" role="alert">
              <bdi>{fault}</bdi>
            </p>
          )}
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
              stop();
              focusInput();
            }}
          />
        )}
        {task && (
          <TaskBar
            run={task}
            isBusy={isBusy}
            onStop={() => {
              stop();
              focusInput();
            }}
            onTakeOver={() => void tasks.takeOver()}
            onGiveBack={() => void tasks.giveBack()}
          />
        )}
        <Composer
          draft={chat.draft}
          isConnected={isConnected}
          isRunning={running !== undefined || (task !== undefined && task.state !== 'waiting')}
          placeholder={placeholderOf(hasModel, task?.state === 'waiting')}
          input={input}
          onSubmit={chat.submit}
        >
          <ModelPicker
            models={models}
            chosen={chosenModel(taskState)}
            onChoose={tasks.chooseModel}
          />
        </Composer>
        <UsageLine usage={transcript.usage} run={transcript.runs.at(-1)} />
      </footer>
    </div>
  );
}

/** Teal: Tabwright drives. Amber: it is the person's turn. */
function wheelOf(isRunning: boolean, task: string | undefined): string {
  if (task === 'waiting' || task === 'paused') return 'yours';
  return isRunning || task === 'running' ? 'driving' : '';
}

function placeholderOf(hasModel: boolean, isAsked: boolean): string {
  if (isAsked) return 'Answer, or choose above…';
  return hasModel ? 'Say what to do, or hand over a task…' : 'Say what to do…';
}

mount(Panel);
