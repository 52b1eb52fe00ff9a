// The recorder of one frame and its line to the worker. It watches from the beginning, before it is known whether
// the tab is recorded: what is not wanted is forgotten here and never leaves the page.
import type { Recorder } from '../pagekit/record/recorder';
import type { SeenGesture, SendGesture } from '../pagekit/record/recording';
import type { RecorderReply } from './messages';

export interface WorkerLine {
  came(): Promise<RecorderReply | undefined>;
  send(gestures: SeenGesture[]): Promise<RecorderReply | undefined>;
  /** Nothing more is recorded here. */
  onEnded(): void;
}

export interface PageRecorder {
  /** Hands over what was seen, and ends. */
  end(): Promise<void>;
}

/** A page that nobody answers keeps no more than this. */
const WAITING_MAX = 200;
const AGAIN_MS = 500;

export function createPageRecorder(
  record: (send: SendGesture) => Recorder,
  line: WorkerLine,
): PageRecorder {
  let waiting: SeenGesture[] = [];
  let isWanted: boolean | undefined;
  let hasEnded = false;
  let sending: Promise<void> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const recorder = record((gesture) => {
    if (waiting.length < WAITING_MAX) waiting.push(gesture);
    void handOver();
  });

  function handOver(): Promise<void> {
    if (isWanted !== true || waiting.length === 0) return Promise.resolve();
    // A page that is left has no time to wait for the answer to what was sent before.
    const gestures = waiting;
    const done = new Set(gestures.map(({ id }) => id));
    sending = line.send(gestures).then((reply) => {
      if (!reply) retry();
      else {
        waiting = waiting.filter(({ id }) => !done.has(id));
        if (!reply.isWanted) forget();
      }
    }, retry);
    return sending;
  }

  /** The worker was stopped in between. It hears of the same gestures once more, which have ids for that. */
  function retry(): void {
    if (hasEnded) return;
    clearTimeout(again);
    again = setTimeout(() => void ask(), AGAIN_MS);
  }

  function forget(): void {
    hasEnded = true;
    isWanted = false;
    waiting = [];
    clearTimeout(again);
    recorder.stop();
    line.onEnded();
  }

  async function ask(): Promise<void> {
    if (isWanted === true) return handOver();
    const reply = await line.came().catch(() => undefined);
    // Nobody answers where the extension was reloaded, or an older one is there.
    if (!reply?.isWanted) {
      forget();
      return;
    }
    isWanted = true;
    await handOver();
  }

  void ask();

  return {
    async end() {
      if (hasEnded) return;
      recorder.flush();
      await handOver();
      await sending;
      forget();
    },
  };
}
