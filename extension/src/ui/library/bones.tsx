// What stands where something is loading, and what stands there when it could not be loaded.
import { useIsSlow } from './use-later';

/** Nothing at first: what comes at once needs no sign. */
export function Bones({ lines = 4, what }: { lines?: number; what: string }) {
  const isSlow = useIsSlow(true);
  if (!isSlow) return null;
  return (
    <div class="bones" role="status">
      <span class="unseen">Loading {what}…</span>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} class="bone" style={{ width: `${92 - ((at * 23) % 41)}%` }} />
      ))}
    </div>
  );
}

export function Fault({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div class="banner bad" role="alert">
      <p class="grow">{text}</p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
