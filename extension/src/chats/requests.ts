// The side panel's requests about tasks and chats, passed on to the daemon.
import type { PageHandlers } from '../messages';
import { errorMessage, type Daemon } from '../policy/requests';

type ChatRequest =
  | 'listSessions'
  | 'createSession'
  | 'renameSession'
  | 'deleteSession'
  | 'exportSession'
  | 'startRun'
  | 'stopRun'
  | 'pauseRun'
  | 'resumeRun'
  | 'answerRun'
  | 'addToRun'
  | 'readPicture'
  | 'readRunEvents';

const ANSWER_MS_MAX = 10_000;
/** How long the daemon waits for an event before it says that there is none. */
const WAIT_MS = 15_000;

export function createChatRequests(daemon: Daemon): Pick<PageHandlers, ChatRequest> {
  const quick = { deadlineMs: ANSWER_MS_MAX };
  const nothing = () => null;
  return {
    listSessions: ({ query }) =>
      told(async () => {
        const filter = query === '' ? {} : { query };
        return (await daemon().invoke('listSessions', filter, quick)).sessions;
      }),
    createSession: () => told(() => daemon().invoke('createSession', {}, quick)),
    renameSession: ({ session, title }) =>
      told(() => daemon().invoke('renameSession', { session, title }, quick)),
    deleteSession: ({ session }) =>
      told(() => daemon().invoke('deleteSession', { session }, quick).then(nothing)),
    exportSession: ({ session, format }) =>
      told(() => daemon().invoke('exportSession', { session, format }, quick)),
    startRun: ({ params }) => told(() => daemon().invoke('startRun', params, quick).then(nothing)),
    stopRun: ({ session }) =>
      told(() => daemon().invoke('stopRun', { session }, quick).then(nothing)),
    pauseRun: ({ session }) =>
      told(() => daemon().invoke('pauseRun', { session }, quick).then(nothing)),
    resumeRun: ({ session }) =>
      told(() => daemon().invoke('resumeRun', { session }, quick).then(nothing)),
    answerRun: ({ params }) =>
      told(() => daemon().invoke('answerRun', params, quick).then(nothing)),
    addToRun: ({ params }) => told(() => daemon().invoke('addToRun', params, quick).then(nothing)),
    readPicture: ({ session, picture }) =>
      told(() => daemon().invoke('readPicture', { session, picture }, quick)),
    readRunEvents: ({ session, after }) =>
      told(() => {
        const params = { session, after, waitMs: WAIT_MS };
        return daemon().invoke('readRunEvents', params, { deadlineMs: WAIT_MS + ANSWER_MS_MAX });
      }),
  };
}

/** Turns every error into one whose message can be shown to a person. */
async function told<R>(ask: () => Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(errorMessage(error), { cause: error });
  }
}
