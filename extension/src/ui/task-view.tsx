// A task that was handed over: what the person said, what the model says and does, and how it ends.
import { useState } from 'preact/hooks';
import { hiddenCount } from '../chats/shown-window';
import { isOpen, type TaskCall, type TaskItem, type TaskRun } from '../chats/transcript';
import { Icon } from './icon';
import { memo } from './memo';
import { Older } from './older';
import { TaskQuestion } from './task-question';
import { STEPS_SHOWN, TaskSteps } from './task-steps';

/** Items of one task that are shown at first, and how many more each time the person wants older ones. */
const ITEMS_SHOWN = 200;

interface Props {
  run: TaskRun;
  isBusy: boolean;
  onAnswer: (answer: string) => void;
  onResume: () => void;
}

/** A long chat has many tasks, and with each event only one of them changes. */
export const TaskView = memo(function TaskView({ run, isBusy, onAnswer, onResume }: Props) {
  const [shownMax, setShownMax] = useState(ITEMS_SHOWN);
  const groups = groupsOf(run);
  const hidden = hiddenCount(groups.map(shownSize), shownMax);
  const [first] = groups.slice(hidden);
  return (
    <li class="run">
      <p class="mine">
        <span class="unseen">You: </span>
        <bdi>{run.task}</bdi>
      </p>
      <Older
        hidden={first ? first.number - run.itemsDropped : 0}
        onShow={() => {
          setShownMax(shownMax + ITEMS_SHOWN);
        }}
      />
      {groups.slice(hidden).map(({ number, items }) => (
        <Group key={number} number={number} items={items} isEnded={!isOpen(run)} />
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
});

/** One item, or calls that follow each other and are one card. */
interface ItemGroup {
  /** The number of its first item, which stays the same while others are added or dropped. */
  number: number;
  items: TaskItem[];
}

const Group = memo(function Group({ number, items, isEnded }: ItemGroup & { isEnded: boolean }) {
  const [item] = items;
  if (!item) return null;
  if (item.kind !== 'call') return <Item item={item} />;
  return <TaskSteps calls={items.filter(isCall)} firstNumber={number} isEnded={isEnded} />;
});

function Item({ item }: { item: Exclude<TaskItem, TaskCall> }) {
  switch (item.kind) {
    case 'text':
      return (
        <p class="prose">
          <bdi>{item.text}</bdi>
        </p>
      );
    case 'notice':
      return (
        <p class="detail">
          <bdi>{item.text}</bdi>
        </p>
      );
    case 'added':
      return (
        <p class="mine added">
          <span class="unseen">You: </span>
          <bdi>{item.text}</bdi>
        </p>
      );
    case 'answered':
      return (
        <p class="answered">
          <Icon name="question" />
          <span>
            <bdi>{item.question}</bdi> <b>You:</b> <bdi>{item.answer}</bdi>
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

function groupsOf({ items, itemsDropped }: TaskRun): ItemGroup[] {
  const groups: ItemGroup[] = [];
  for (const [at, item] of items.entries()) {
    const last = groups.at(-1);
    if (item.kind === 'call' && last?.items[0]?.kind === 'call') last.items.push(item);
    else groups.push({ number: itemsDropped + at, items: [item] });
  }
  return groups;
}

/** The older calls of a card are folded into one line. */
function shownSize({ items }: ItemGroup): number {
  return Math.min(items.length, STEPS_SHOWN + 1);
}

function isCall(item: TaskItem): item is TaskCall {
  return item.kind === 'call';
}
