// Who carries out the next task: a model, or a command-line agent.
import type { TaskModel } from '../chats/task-chat';
import { Icon } from './icon';

interface Props {
  models: readonly TaskModel[];
  chosen: TaskModel | undefined;
  onChoose: (name: string) => void;
}

export function ModelPicker({ models, chosen, onChoose }: Props) {
  if (models.length === 0) return null;
  return (
    <label class="picker">
      <Icon name="chip" />
      <span class="unseen">Model</span>
      <select
        value={chosen?.name ?? ''}
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.value);
        }}
      >
        {!chosen && <option value="">No model</option>}
        {models.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
