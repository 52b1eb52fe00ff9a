// The talk of this panel, carried by the worker.
import { useEffect, useState } from 'preact/hooks';
import { writeStorage, readStorage } from '../connection/storage';
import type { HistoryStorage } from '../language/history';
import { createTalk, type Listener, type Talk } from '../language/talk';
import { askWorker, onBroadcast } from '../messages';

const worker: Listener = {
  understand: (text) => askWorker('understand', { text }),
  complete: (text) => askWorker('complete', { text }),
  say: (id, text) => askWorker('say', { id, text }),
  stopSaying: (id) => askWorker('stopSaying', { id }),
};

const historyStorage: HistoryStorage = {
  load: () => readStorage('said'),
  save: (said) => writeStorage('said', said),
};

export function useTalk(): Talk {
  const [talk] = useState(() => createTalk(worker, historyStorage));
  useEffect(
    () =>
      onBroadcast('stepChanged', ({ id, step }) => {
        talk.runs.stepChanged(id, step);
      }),
    [talk],
  );
  return talk;
}
