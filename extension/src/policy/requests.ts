// Requests of our pages about questions, rules and the log, passed on to the daemon.
import { sentence } from '../connection/problem';
import type { PageHandlers } from '../messages';
import type { Channel } from '../rpc/contract';
import { RpcError } from '../rpc/errors';
import type { AgentService } from '../wire';
import { sanitizeQuestions } from './questions';

type Invoke = Channel<{ asks: AgentService }>['invoke'];
/** Returns the current connection to the daemon; throws when there is none. */
export type Daemon = () => { invoke: Invoke };

type PolicyRequest =
  'listQuestions' | 'answerQuestion' | 'listRules' | 'addRule' | 'removeRule' | 'readLog';

const ANSWER_MS_MAX = 5_000;

export function createPolicyRequests(daemon: Daemon): Pick<PageHandlers, PolicyRequest> {
  const ask: Invoke = async (name, params) => {
    try {
      return await daemon().invoke(name, params, { deadlineMs: ANSWER_MS_MAX });
    } catch (error) {
      throw new Error(errorMessage(error), { cause: error });
    }
  };

  return {
    listQuestions: async () => sanitizeQuestions(await ask('listQuestions', {})),
    async answerQuestion({ answer }) {
      await ask('answerQuestion', answer);
      return null;
    },
    listRules: async () => (await ask('listRules', {})).rules,
    addRule: async ({ rule }) => (await ask('addRule', rule)).rules,
    removeRule: async ({ id }) => (await ask('removeRule', { id })).rules,
    readLog: async ({ filter }) => (await ask('readLog', filter)).entries,
  };
}

/** A message that can be shown to a person. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof RpcError)) return error instanceof Error ? error.message : String(error);
  switch (error.code) {
    case 'disconnected':
      return 'Tabwright isn’t connected right now. Try again in a moment.';
    case 'timeout':
      return 'Tabwright doesn’t answer. Try again.';
    case 'unknownMethod':
      return 'This needs a newer Tabwright. Update it and start it again.';
    default:
      return sentence(error.message);
  }
}
