// Recording what the person does: the worker's part, put together.
import { publishRecording } from '../connection/publish-state';
import type { Channel } from '../rpc/contract';
import type { AgentService } from '../wire';
import { recorderInjection } from './injection';
import { listenForRecorder } from './listening';
import { createRecorder } from './recorder';
import { createStore } from './state';

/** The part of a session that is needed here. */
interface Connection {
  agentService: Pick<Channel<{ asks: AgentService }>, 'invoke'>;
}

const ANSWER_MS_MAX = 30_000;

export function createRecording(connection: () => Connection | undefined) {
  const recorder = createRecorder({
    store: createStore(),
    injection: recorderInjection,
    tell() {
      const service = connection()?.agentService;
      if (!service) return undefined;
      return (params) => service.invoke('recordGestures', params, { deadlineMs: ANSWER_MS_MAX });
    },
    onChange: publishRecording,
  });
  return {
    handlers: recorder.handlers,
    listen() {
      listenForRecorder(recorder);
    },
    connected() {
      void recorder.connected();
    },
  };
}
