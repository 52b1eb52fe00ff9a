// What the worker can ask of the page kit in a tab. The kit itself never asks anything.
import type { PageDescription } from '../wire';

export type PageRequest = { type: 'echo'; text: string } | { type: 'describe' };

export interface PageAnswers {
  echo: { text: string };
  describe: PageDescription;
}

export type PageAnswer<R extends PageRequest = PageRequest> = PageAnswers[R['type']];
