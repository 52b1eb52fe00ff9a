// Messages between the recorder inside a page and the worker. A page cannot send them, but a renderer that was
// taken over can: the worker reads what comes as it reads what comes from anywhere else.
import { browser } from 'wxt/browser';
import { int32, number, object, type Reader } from '../rpc/readers';
import { readGesture } from '../wire-readers';
import type { ChildFrame, SeenGesture } from '../pagekit/record/recording';

/** Page → worker: a recorder has begun to watch, and asks whether it is wanted. */
interface RecorderCame {
  type: 'recorderCame';
}

/** Page → worker: what the person did. The reply says that it is kept, or that nothing more is wanted. */
interface GesturesSeen {
  type: 'gesturesSeen';
  gestures: SeenGesture[];
}

/** Worker → page: end, after all that was seen is handed over. */
export interface EndRecorder {
  type: 'endRecorder';
}

export interface RecorderReply {
  isWanted: boolean;
}

/** The part of Chrome's sender that is used here. */
export interface FrameSender {
  id?: string | undefined;
  tab?: { id?: number | undefined; url?: string | undefined } | undefined;
  frameId?: number | undefined;
  documentId?: string | undefined;
  url?: string | undefined;
  origin?: string | undefined;
}

export interface RecorderMessages {
  came(sender: FrameSender): Promise<RecorderReply>;
  seen(gestures: SeenGesture[], sender: FrameSender): Promise<RecorderReply>;
}

const GESTURES_MAX = 100;
const ID_CHARS_MAX = 64;
/** A field may hold 20,000 characters, and a list two hundred options. */
const GESTURE_CHARS_MAX = 200_000;

export function sayRecorderCame(): Promise<RecorderReply | undefined> {
  return browser.runtime.sendMessage<RecorderCame, RecorderReply | undefined>({
    type: 'recorderCame',
  });
}

export function sendGestures(gestures: SeenGesture[]): Promise<RecorderReply | undefined> {
  return browser.runtime.sendMessage<GesturesSeen, RecorderReply | undefined>({
    type: 'gesturesSeen',
    gestures,
  });
}

export function answerRecorders(recorder: RecorderMessages): void {
  browser.runtime.onMessage.addListener((message: unknown, sender: FrameSender, sendResponse) => {
    if (sender.id !== browser.runtime.id || sender.tab?.id === undefined) return false;
    const { type, gestures } = (message ?? {}) as Partial<GesturesSeen | RecorderCame> & {
      gestures?: unknown;
    };
    const reply =
      type === 'recorderCame'
        ? recorder.came(sender)
        : type === 'gesturesSeen'
          ? recorder.seen(readSeen(gestures), sender)
          : undefined;
    if (!reply) return false;
    // Without a reply the recorder keeps what it has, and sends it again.
    reply.then(sendResponse, (error: unknown) => {
      console.warn('What was recorded in a page could not be kept:', error);
      sendResponse(undefined);
    });
    return true;
  });
}

/** What is no gesture is left out: it would hold up all that come after it. */
export function readSeen(gestures: unknown): SeenGesture[] {
  if (!Array.isArray(gestures)) return [];
  return gestures.slice(0, GESTURES_MAX).flatMap((gesture: unknown) => readOne(gesture) ?? []);
}

function readOne(gesture: unknown): SeenGesture | undefined {
  try {
    if (JSON.stringify(gesture).length > GESTURE_CHARS_MAX) return undefined;
    const { child, ...seen } = gesture as SeenGesture & { child?: unknown };
    const { tab, ...read } = readGesture({ ...seen, tab: 0 }, 'gesture');
    if (tab !== 0 || read.id.length > ID_CHARS_MAX) return undefined;
    return { ...read, ...(child !== undefined && { child: readChild(child, 'gesture.child') }) };
  } catch {
    return undefined;
  }
}

const readChild: Reader<ChildFrame> = object({
  index: int32,
  viewWidth: number,
  viewHeight: number,
});
