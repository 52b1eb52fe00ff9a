// What the chat has cost so far: how full the model's window is, tokens, and money where the price is known.
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
      {typeof cents === 'number' && <span>cost {(cents / 100).toFixed(2)}</span>}
    </p>
  );
}

function contextOf(usage: ChatUsage | undefined): string {
  if (!usage?.contextWindow) return 'Context: unavailable';
  return `Context ${percent((usage.input + usage.output) / usage.contextWindow)}`;
}

function cachedOf({ cached, input }: ChatUsage): string {
  return percent(cached / input);
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** `18.4k` */
function short(tokens: number): string {
  return tokens < 1_000 ? String(tokens) : `${(tokens / 1_000).toFixed(1)}k`;
}
