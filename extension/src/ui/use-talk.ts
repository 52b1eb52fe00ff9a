// The talk of this panel, carried by the worker.
import { useEffect, useState } from 'preact/hooks';
import { keep, recall } from '../connection/memory';
import type { HistoryMemory } from '../language/history';
import { createTalk, type Listener, type Talk } from '../language/talk';
import { askWorker, onBroadcast } from '../messages';

const worker: Listener = {
  understand: (text) => askWorker('understand', { text }),
  complete: (text) => askWorker('complete', { text }),
  say: (id, text) => askWorker('say', { id, text }),
  stopSaying: (id) => askWorker('stopSaying', { id }),
};

const memory: HistoryMemory = {
  load: () => recall('said'),
  save: (said) => keep('said', said),
};

export function useTalk(): Talk {
  const [talk] = useState(() => createTalk(worker, memory));
  useEffect(
    () =>
      onBroadcast('stepChanged', ({ id, step }) => {
        talk.sayings.stepChanged(id, step);
      }),
    [talk],
  );
  return talk;
}
