// The side panel: the person types what to do, and sees how it goes. A command is done at once; anything else is a
// task for a model.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { canTranslate, chosenModel } from '../../chats/task-chat';
import { createTaskTaker } from '../../chats/task-taker';
import { openRun } from '../../chats/transcript';
import { runningOf } from '../../language/runs';
import { pathOf } from '../../pages';
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
import { PictureDialog } from '../../ui/picture-dialog';
import { RunBar } from '../../ui/run-bar';
import { StepContext, type Picture, type StepServices } from '../../ui/step-context';
import '../../ui/task.css';
import { TaskBar } from '../../ui/task-bar';
import { Thread } from '../../ui/thread';
import { UsageLine } from '../../ui/usage-line';
import { useChat } from '../../ui/use-chat';
import { useConnection } from '../../ui/use-connection';
import { showTab, useTabLabels } from '../../ui/use-tab-labels';
import { useTaskChat } from '../../ui/use-task-chat';
import { useWatched } from '../../ui/use-watched';

function Panel() {
  const state = useConnection();
  const isConnected = state?.kind === 'connected';
  const tasks = useTaskChat(isConnected);
  const taskState = useWatched(tasks);
  const { transcript, models, isBusy, fault, session } = taskState;
  const [taker] = useState(() => createTaskTaker(tasks));
  const chat = useChat(taker);
  const runs = useWatched(chat.runs);
  const input = useRef<HTMLTextAreaElement>(null);
  const labels = useTabLabels();
  const [picture, setPicture] = useState<Picture>();
  const running = runningOf(runs);
  const task = openRun(transcript);
  const hasModel = chosenModel(taskState) !== undefined;
  const isEmpty = runs.length === 0 && transcript.runs.length === 0;
  // For buttons that go away when they are pressed, which would lose the focus.
  const focusInput = useCallback(() => input.current?.focus(), []);
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

  // The same functions at every rendering, so that only what changed in the thread is rendered anew.
  const suggest = useCallback(
    (text: string) => {
      chat.draft.replace(text);
      focusInput();
    },
    [chat, focusInput],
  );
  const remember = useCallback((run: string) => void chat.runs.remember(run), [chat]);
  const answer = useCallback((text: string) => void tasks.answer(text), [tasks]);
  const resume = useCallback(() => void tasks.giveBack(), [tasks]);
  const services = useMemo<StepServices>(
    () => ({
      labels,
      showTab(tab) {
        // It may have been closed this very moment.
        showTab(tab).catch(console.warn);
      },
      readPicture: tasks.readPicture,
      enlarge: setPicture,
    }),
    [labels, tasks],
  );

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
          icon="book"
          label="Library"
          onPress={() => void browser.tabs.create({ url: pathOf('library') })}
        />
        <IconButton
          icon="sliders"
          label="Options"
          onPress={() => void browser.runtime.openOptionsPage()}
        />
      </Header>
      <main class="thread">
        <div>
          {isConnected && isEmpty && <Examples hasModel={hasModel} onChoose={suggest} />}
          <StepContext.Provider value={services}>
            <Thread
              runs={runs}
              tasks={transcript.runs}
              isBusy={isBusy}
              hasModel={hasModel}
              onSuggestion={suggest}
              onRemember={remember}
              onAnswer={answer}
              onResume={resume}
            />
          </StepContext.Provider>
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
            onGiveBack={resume}
          />
        )}
        <Composer
          draft={chat.draft}
          isConnected={isConnected}
          isRunning={running !== undefined && task === undefined}
          isForTask={task !== undefined}
          hasModel={hasModel}
          canTranslate={canTranslate(taskState)}
          placeholder={placeholderOf(hasModel, task?.state)}
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
      {picture && (
        <PictureDialog
          picture={picture}
          onClose={() => {
            setPicture(undefined);
          }}
        />
      )}
    </div>
  );
}

/** Teal: Tabwright drives. Amber: it is the person's turn. */
function wheelOf(isRunning: boolean, task: string | undefined): string {
  if (task === 'waiting' || task === 'paused') return 'yours';
  return isRunning || task === 'running' ? 'driving' : '';
}

function placeholderOf(hasModel: boolean, task: string | undefined): string {
  if (task === 'waiting') return 'Answer, or choose above…';
  if (task !== undefined) return 'Add something to the task…';
  return hasModel ? 'Say what to do, or hand over a task…' : 'Say what to do…';
}

mount(Panel);
