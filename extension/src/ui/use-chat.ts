// The chat of this panel. Its backend is the daemon, reached through the service worker.
import { useEffect, useState } from 'preact/hooks';
import { writeStorage, readStorage } from '../connection/storage';
import type { HistoryStorage } from '../language/history';
import { createChat, type Chat, type ChatBackend, type TaskTaker } from '../language/chat';
import { askWorker, onBroadcast } from '../messages';

const backend: ChatBackend = {
  understand: (text) => askWorker('understand', { text }),
  complete: (text) => askWorker('complete', { text }),
  runUtterance: (id, text) => askWorker('runUtterance', { id, text }),
  stopUtterance: (id) => askWorker('stopUtterance', { id }),
  rememberPhrasing: (phrasing) => askWorker('rememberPhrasing', { phrasing }),
};

const historyStorage: HistoryStorage = {
  load: () => readStorage('said'),
  save: (lines) => writeStorage('said', lines),
};

export function useChat(tasks: TaskTaker): Chat {
  const [chat] = useState(() => createChat(backend, historyStorage, tasks));
  useEffect(
    () =>
      onBroadcast('stepChanged', ({ id, step }) => {
        chat.runs.stepChanged(id, step);
      }),
    [chat],
  );
  return chat;
}
