// What is typed while a task is under way: an answer where it asks, else words for it to go by.
import type { TaskTaker } from '../language/chat';
import type { TaskChat } from './task-chat';
import { openRun } from './transcript';

export function createTaskTaker(chat: TaskChat): TaskTaker {
  return {
    canStart: () => chat.canStart(),
    isUnderWay: () => openRun(chat.get().transcript) !== undefined,
    start: (task) => chat.start(task),
    reply(text) {
      const run = openRun(chat.get().transcript);
      if (!run) return chat.get().isBusy ? 'busy' : 'idle';
      return { isTaken: run.state === 'waiting' ? chat.answer(text) : chat.add(text) };
    },
  };
}
