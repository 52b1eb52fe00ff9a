// Forgetting what was read: the last hour at once, everything after a second look.
import { useEffect, useRef, useState } from 'preact/hooks';
import { describeForgotten, describeStats, pagesOf } from '../knowledge/describe';
import type { ForgetParams, Forgotten, KnowledgeStats } from '../wire';

interface Props {
  stats: KnowledgeStats | undefined;
  /** Rejects with a message for a person. */
  onForget: (what: ForgetParams) => Promise<Forgotten>;
}

const HOUR_MS = 3_600_000;

export function ForgetCard({ stats, onForget }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [note, setNote] = useState<{ text: string; isFault: boolean }>();
  const everything = useRef<HTMLButtonElement>(null);
  const no = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) no.current?.focus();
  }, [isAsking]);

  const forget = async (what: ForgetParams) => {
    if (isBusy) return;
    setBusy(true);
    setNote(undefined);
    try {
      setNote({ text: describeForgotten(await onForget(what)), isFault: false });
    } catch (error) {
      setNote({ text: error instanceof Error ? error.message : String(error), isFault: true });
    } finally {
      setBusy(false);
    }
  };
  const close = () => {
    setAsking(false);
    // The buttons of the question go away, so the focus moves back to the one that opened it.
    requestAnimationFrame(() => everything.current?.focus());
  };

  return (
    <section class="card">
      <h2>Forget</h2>
      {stats && <p class="detail">{describeStats(stats)}</p>}
      <p class="detail">
        What is forgotten is deleted for good, also from Tabwright’s own backups.
      </p>
      {isAsking ? (
        <div
          class="confirm"
          role="group"
          aria-labelledby="forget-question"
          onKeyDown={(event) => {
            if (event.key === 'Escape') close();
          }}
        >
          <p id="forget-question">
            {stats ? `Forget all ${pagesOf(stats.pages)}` : 'Forget everything'} for good?
          </p>
          <div class="buttons">
            <button
              type="button"
              class="stop"
              onClick={() => {
                close();
                void forget({ what: 'everything' });
              }}
            >
              Yes, forget everything
            </button>
            <button type="button" ref={no} onClick={close}>
              Keep it
            </button>
          </div>
        </div>
      ) : (
        <div class="buttons">
          <button
            type="button"
            aria-disabled={isBusy}
            onClick={() => void forget({ what: 'since', atMs: Date.now() - HOUR_MS })}
          >
            Forget the last hour
          </button>
          <button
            type="button"
            class="danger"
            ref={everything}
            aria-disabled={isBusy}
            onClick={() => {
              if (isBusy) return;
              setNote(undefined);
              setAsking(true);
            }}
          >
            Forget everything…
          </button>
        </div>
      )}
      <p class={note?.isFault ? 'fault' : 'done'} role="status">
        {isBusy ? 'Forgetting…' : note?.text}
      </p>
    </section>
  );
}
