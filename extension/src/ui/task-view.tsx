// A task that was handed over: what the person said, what the model says and does, and how it ends.
import { useState } from 'preact/hooks';
import { isOpen, type TaskCall, type TaskItem, type TaskRun } from '../chats/transcript';
import { Icon } from './icon';
import { TaskQuestion } from './task-question';
import { TaskSteps } from './task-steps';

/** Items of one task that are shown at first; the older ones on demand. */
const ITEMS_SHOWN = 200;

interface Props {
  run: TaskRun;
  isBusy: boolean;
  onAnswer: (answer: string) => void;
  onResume: () => void;
}

export function TaskView({ run, isBusy, onAnswer, onResume }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const hidden = showsAll ? 0 : Math.max(0, run.items.length - ITEMS_SHOWN);
  return (
    <li class="run">
      <p class="mine">
        <span class="unseen">You: </span>
        <bdi>{run.task}</bdi>
      </p>
      {hidden > 0 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            setShowsAll(true);
          }}
        >
          Show {hidden} older
        </button>
      )}
      {groups(run.items.slice(hidden)).map((group, at) => (
        // Items are only ever added behind the others.
        <Group key={hidden + at} group={group} isEnded={!isOpen(run)} />
      ))}
      {run.writing !== '' && (
        // Announced as a whole when it is written, and not letter by letter.
        <p class="prose" aria-live="off">
          <bdi>{run.writing}</bdi>
          <span class="caret" aria-hidden="true" />
        </p>
      )}
      {run.ask && (
        <TaskQuestion key={run.ask.id} ask={run.ask} isBusy={isBusy} onAnswer={onAnswer} />
      )}
      <Ending run={run} isBusy={isBusy} onResume={onResume} />
    </li>
  );
}

type Item = Exclude<TaskItem, TaskCall>;

function Group({ group, isEnded }: { group: Item | TaskCall[]; isEnded: boolean }) {
  if (Array.isArray(group)) return <TaskSteps calls={group} isEnded={isEnded} />;
  switch (group.kind) {
    case 'text':
      return (
        <p class="prose">
          <bdi>{group.text}</bdi>
        </p>
      );
    case 'notice':
      return (
        <p class="detail">
          <bdi>{group.text}</bdi>
        </p>
      );
    case 'answered':
      return (
        <p class="answered">
          <Icon name="question" />
          <span>
            <bdi>{group.question}</bdi> <b>You:</b> <bdi>{group.answer}</bdi>
          </span>
        </p>
      );
  }
}

function Ending({ run, isBusy, onResume }: Pick<Props, 'run' | 'isBusy' | 'onResume'>) {
  const { state, answer, isSuccess, fault } = run;
  if (state === 'finished') {
    return (
      <div class={isSuccess ? 'prose outcome good' : 'prose outcome'}>
        <p class="outcome-head">
          <Icon name={isSuccess ? 'check' : 'minus'} />
          <b>{isSuccess ? 'Done' : 'Not done'}</b>
        </p>
        <p>
          <bdi>{answer}</bdi>
        </p>
      </div>
    );
  }
  if (state !== 'failed' && state !== 'stopped') return null;
  return (
    <div class="ending">
      <p class={state === 'failed' ? 'fault' : undefined}>
        {state === 'stopped' ? 'Stopped.' : <bdi>{fault ?? 'It failed.'}</bdi>}
      </p>
      <button type="button" aria-disabled={isBusy} onClick={isBusy ? undefined : onResume}>
        {state === 'stopped' ? 'Go on' : 'Try again'}
      </button>
    </div>
  );
}

/** Calls that follow each other are one card. */
function groups(items: readonly TaskItem[]): (Item | TaskCall[])[] {
  const grouped: (Item | TaskCall[])[] = [];
  for (const item of items) {
    const last = grouped.at(-1);
    if (item.kind !== 'call') grouped.push(item);
    else if (Array.isArray(last)) last.push(item);
    else grouped.push([item]);
  }
  return grouped;
}
