// What the chat has cost so far: how full the model's window is, tokens, and money where the price is known.
import { contextOf, costOf, money, percent, short } from '../chats/describe-limits';
import type { TaskRun } from '../chats/transcript';
import type { ChatUsage } from '../wire';

interface Props {
  usage: ChatUsage | undefined;
  run: TaskRun | undefined;
}

export function UsageLine({ usage, run }: Props) {
  if (!run) return null;
  const { tokens, cents } = run.spent;
  return (
    <p class="usage">
      <span>{contextOf(usage)}</span>
      {tokens > 0 && (
        <span>
          {short(tokens)} tokens{usage && usage.input > 0 && `, ${cachedOf(usage)} cached`}
        </span>
      )}
      {typeof cents === 'number' && <span>{costOf(run) ?? `cost ${money(cents)}`}</span>}
    </p>
  );
}

function cachedOf({ cached, input }: ChatUsage): string {
  return percent(cached / input);
}
