// The tasks that are under way, asked for every few seconds while connected.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { isOpen } from '../chats/transcript';
import { askWorker } from '../messages';
import type { ChatRun, ChatSession } from '../wire';

const INTERVAL_MS = 2_000;

export type TaskCommand = 'stopRun' | 'pauseRun' | 'resumeRun';
export type OpenTask = ChatSession & { run: ChatRun };

interface Tasks {
  tasks: readonly OpenTask[];
  fault: string | undefined;
  command: (command: TaskCommand, session: string) => Promise<void>;
}

export function useTasks(isConnected: boolean): Tasks {
  const [tasks, setTasks] = useState<readonly OpenTask[]>([]);
  const [fault, setFault] = useState<string>();
  const refresh = useCallback(async () => {
    try {
      const sessions = await askWorker('listSessions', { query: '' });
      setTasks(sessions.filter(isUnderWay));
    } catch (error) {
      // A lost connection shows as a new connection state.
      console.warn(error);
    }
  }, []);
  useEffect(() => {
    if (!isConnected) return;
    void refresh();
    const timer = setInterval(() => void refresh(), INTERVAL_MS);
    return () => {
      clearInterval(timer);
      setTasks([]);
    };
  }, [isConnected, refresh]);
  const command = useCallback(
    async (name: TaskCommand, session: string) => {
      try {
        await askWorker(name, { session });
        setFault(undefined);
      } catch (error) {
        setFault(error instanceof Error ? error.message : String(error));
      }
      await refresh();
    },
    [refresh],
  );
  return { tasks, fault, command };
}

function isUnderWay(session: ChatSession): session is OpenTask {
  return session.run !== undefined && isOpen(session.run);
}
