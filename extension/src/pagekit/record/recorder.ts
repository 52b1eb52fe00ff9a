// Watches what a person does in one frame, from the beginning of its document, and hands each gesture on as soon
// as it is sure of it. What clients do by our hands is not recorded.
import type { KitContext } from '../context';
import type { KnownListeners } from '../listeners/known-listeners';
import { createAppearing } from './appearing';
import { recordChoices } from './choosing';
import { recordDialogs } from './dialogs';
import { createHovering } from './hovering';
import { recordKeys, type Keys } from './keys';
import { recordPointer } from './pointing';
import { createRecording, type SendGesture } from './recording';
import { createTyping } from './typing';

export interface Recorder {
  /** Tells what was typed and not told yet. */
  flush(): void;
  stop(): void;
}

export function createRecorder(
  context: KitContext,
  listeners: KnownListeners,
  send: SendGesture,
): Recorder {
  const stopping = new AbortController();
  const ended = AbortSignal.any([context.left, stopping.signal]);
  const recording = createRecording(
    context,
    listeners,
    (gesture) => {
      send(gesture);
      if (gesture.what.kind === 'appeared' || gesture.what.kind === 'hover') return;
      appearing.acted();
      hovering.acted();
    },
    ended,
  );
  const appearing = createAppearing(recording);
  const hovering = createHovering(recording);
  const typing = createTyping(recording);
  const before = () => {
    appearing.look();
  };
  const keys: Keys = recordKeys(recording, typing, before);
  recordPointer(recording, { typing, keys: () => keys, hovering, before });
  recordChoices(recording);
  recordDialogs(recording);
  return {
    flush: () => {
      typing.flush();
    },
    stop() {
      typing.flush();
      stopping.abort();
    },
  };
}
