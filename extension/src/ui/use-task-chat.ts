// The tasks of this panel. Their backend is the daemon, reached through the service worker.
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { createTaskChat, type TaskBackend, type TaskChat } from '../chats/task-chat';
import { askWorker } from '../messages';

const backend: TaskBackend = {
  listModels: () => askWorker('listModels', {}),
  listSessions: (query) => askWorker('listSessions', { query }),
  createSession: () => askWorker('createSession', {}),
  renameSession: (session, title) => askWorker('renameSession', { session, title }),
  deleteSession: (session) => askWorker('deleteSession', { session }),
  exportSession: (session, format) => askWorker('exportSession', { session, format }),
  startRun: (params) => askWorker('startRun', { params }),
  stopRun: (session) => askWorker('stopRun', { session }),
  pauseRun: (session) => askWorker('pauseRun', { session }),
  resumeRun: (session) => askWorker('resumeRun', { session }),
  answerRun: (params) => askWorker('answerRun', { params }),
  addToRun: (params) => askWorker('addToRun', { params }),
  readPicture: (session, picture) => askWorker('readPicture', { session, picture }),
  readRunEvents: (session, after) => askWorker('readRunEvents', { session, after }),
  async tabInFront() {
    const [tab] = await browser.tabs.query({ active: true, lastFocusedWindow: true });
    return /^https?:/u.test(tab?.url ?? '') ? tab?.id : undefined;
  },
};

export function useTaskChat(isConnected: boolean): TaskChat {
  const [chat] = useState(() => createTaskChat(backend));
  useEffect(() => {
    if (isConnected) chat.load().catch(console.warn);
  }, [chat, isConnected]);
  useEffect(() => {
    // A model may have been added in the options meanwhile.
    const look = () => {
      if (document.visibilityState === 'visible') chat.load().catch(console.warn);
    };
    window.addEventListener('focus', look);
    return () => {
      window.removeEventListener('focus', look);
      chat.close();
    };
  }, [chat]);
  return chat;
}
