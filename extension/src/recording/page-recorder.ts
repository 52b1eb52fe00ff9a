// The recorder of one frame and its line to the worker. It watches from the beginning, before it is known whether
// the tab is recorded: what is not wanted is forgotten here and never leaves the page.
import type { Recorder } from '../pagekit/record/recorder';
import type { SeenGesture, SendGesture } from '../pagekit/record/recording';
import type { RecorderReply } from './messages';

export interface WorkerLine {
  came(): Promise<RecorderReply | undefined>;
  send(gestures: SeenGesture[]): Promise<RecorderReply | undefined>;
  /** False when the extension was reloaded: nobody hears of anything any more. */
  isHeard(): boolean;
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
/** A worker that is being started may not answer at once; one that never does is none of this version. */
const UNANSWERED_MAX = 20;

export function createPageRecorder(
  record: (send: SendGesture) => Recorder,
  line: WorkerLine,
): PageRecorder {
  let waiting: SeenGesture[] = [];
  let isWanted = false;
  let hasEnded = false;
  let unanswered = 0;
  let sending: Promise<void> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const recorder = record((gesture) => {
    if (waiting.length < WAITING_MAX) waiting.push(gesture);
    void handOver();
  });

  function handOver(): Promise<void> {
    if (!isWanted || waiting.length === 0) return Promise.resolve();
    // A page that is left has no time to wait for the answer to what was sent before.
    const gestures = waiting;
    const done = new Set(gestures.map(({ id }) => id));
    sending = answerTo(line.send(gestures)).then((reply) => {
      if (!reply) return;
      waiting = waiting.filter(({ id }) => !done.has(id));
      if (!reply.isWanted) forget();
    });
    return sending;
  }

  async function ask(): Promise<void> {
    if (hasEnded) return;
    if (!isWanted) {
      const reply = await answerTo(line.came());
      if (!reply) return;
      if (!reply.isWanted) {
        forget();
        return;
      }
      isWanted = true;
    }
    await handOver();
  }

  /** Without an answer the same is asked again: what was told has ids for that. */
  async function answerTo(
    asked: Promise<RecorderReply | undefined>,
  ): Promise<RecorderReply | undefined> {
    const reply = await asked.catch(() => undefined);
    if (reply) unanswered = 0;
    else if (!hasEnded) askAgain();
    return reply;
  }

  function askAgain(): void {
    unanswered += 1;
    if (unanswered > UNANSWERED_MAX || !line.isHeard()) {
      forget();
      return;
    }
    clearTimeout(again);
    again = setTimeout(() => void ask(), AGAIN_MS);
  }

  function forget(): void {
    if (hasEnded) return;
    hasEnded = true;
    isWanted = false;
    waiting = [];
    clearTimeout(again);
    recorder.stop();
    line.onEnded();
  }

  void ask();

  return {
    async end() {
      recorder.flush();
      await handOver();
      await sending;
      forget();
    },
  };
}
