// The tasks that are under way, in the popup: what they are about, who holds the wheel, and Stop.
import { costOf, minutesOf, stepOf } from '../chats/describe-limits';
import type { RunState } from '../wire';
import { Icon } from './icon';
import type { OpenTask, TaskCommand } from './use-tasks';

interface Props {
  tasks: readonly OpenTask[];
  fault: string | undefined;
  onCommand: (command: TaskCommand, session: string) => Promise<void>;
}

export function TaskList({ tasks, fault, onCommand }: Props) {
  if (tasks.length === 0) return null;
  return (
    <section class="popup-section">
      <h2>Tasks</h2>
      <ul class="task-list">
        {tasks.map(({ id, run }) => (
          <li key={id}>
            <div class="grow">
              <bdi class="cut">{run.task}</bdi>
              <p class="detail">
                {[NAMES[run.state], stepOf(run), minutesOf(run), costOf(run)]
                  .filter((part) => part !== undefined)
                  .join(' · ')}
              </p>
            </div>
            {run.state === 'paused' ? (
              <button type="button" onClick={() => void onCommand('resumeRun', id)}>
                Give back
              </button>
            ) : (
              <button type="button" onClick={() => void onCommand('pauseRun', id)}>
                <Icon name="pointer" />
                Take over
              </button>
            )}
            <button type="button" class="stop" onClick={() => void onCommand('stopRun', id)}>
              Stop
            </button>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p class="fault" role="alert">
          <bdi>{fault}</bdi>
        </p>
      )}
    </section>
  );
}

const NAMES: Partial<Record<RunState, string>> = {
  running: 'Working',
  waiting: 'Waiting for you',
  paused: 'Your turn',
};
