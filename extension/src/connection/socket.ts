// One WebSocket to the daemon, from opening to close: it greets, answers pings, sends heartbeats, and
// closes when the daemon is silent for too long. It does not know what the frames mean.
import { createBundler } from './bundler';
import { isRecord, readIfFits } from '../rpc/readers';
import { readWelcome } from '../wire-readers';
import {
  FRAME_BYTES_MAX,
  KEEP_ALIVE_INTERVAL_MS,
  SILENCE_MS_MAX,
  type Control,
  type Hello,
  type Welcome,
} from '../wire';

const SILENCE_CHECK_MS = SILENCE_MS_MAX / 5;

export interface Closing {
  code: number;
  reason: string;
}

export interface SocketEvents {
  onWelcome(welcome: Welcome): void;
  onFrame(channel: string, message: unknown): void;
  onProtocolError(text: string): void;
  /** Called exactly once, after all other events. */
  onClose(closing: Closing): void;
}

export interface Socket {
  send(frame: string): void;
  isCongested(): boolean;
  close(): void;
}

export function openSocket(address: string, hello: Hello, events: SocketEvents): Socket {
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  const ending = new AbortController();
  const { signal } = ending;
  let keepAlive: ReturnType<typeof setInterval> | undefined;
  // Polled at an interval: resetting a timer for every frame would cost more than the frame.
  let heardAt = performance.now();
  const silence = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MS_MAX) onSilence();
  }, SILENCE_CHECK_MS);

  socket.addEventListener(
    'open',
    () => {
      sendControl({ method: 'hello', params: hello });
    },
    { signal },
  );
  socket.addEventListener(
    'message',
    ({ data }: MessageEvent<unknown>) => {
      heardAt = performance.now();
      receive(data);
    },
    { signal },
  );
  socket.addEventListener(
    'close',
    ({ code, reason }) => {
      end({ code, reason });
    },
    { signal },
  );

  const bundler = createBundler((text) => {
    if (!signal.aborted) socket.send(text);
  });

  function receive(data: unknown) {
    for (const frame of parseFrames(data)) receiveFrame(frame);
  }

  function receiveFrame(frame: Frame) {
    // An earlier frame of the batch may have ended the connection.
    if (signal.aborted) return;
    if ('fault' in frame) events.onProtocolError(frame.fault);
    else if ('channel' in frame) receiveMessage(frame.channel, frame.message);
    else receiveControl(frame.control);
  }

  function receiveMessage(channel: string, message: unknown) {
    if (keepAlive === undefined) events.onProtocolError(`frame for ${channel} before the welcome`);
    else events.onFrame(channel, message);
  }

  function receiveControl(control: Record<string, unknown>) {
    switch (control.method as Control['method']) {
      case 'ping':
        sendControl({ method: 'pong' });
        return;
      case 'pong':
        return;
      case 'welcome':
        receiveWelcome(control.params);
        return;
      default:
        events.onProtocolError(`unexpected control frame ${String(control.method).slice(0, 40)}`);
    }
  }

  function receiveWelcome(params: unknown) {
    const welcome = readIfFits(readWelcome, params);
    if (keepAlive !== undefined || !welcome) {
      events.onProtocolError('unexpected or malformed welcome');
      return;
    }
    // A heartbeat: traffic on the socket also keeps Chrome from stopping the service worker.
    keepAlive = setInterval(() => {
      sendControl({ method: 'keepAlive' });
    }, KEEP_ALIVE_INTERVAL_MS);
    events.onWelcome(welcome);
  }

  function sendControl(control: Control) {
    socket.send(JSON.stringify(control));
  }

  function onSilence() {
    end({ code: 1006, reason: `the daemon was silent for ${SILENCE_MS_MAX} ms` });
  }

  /** Does not wait for the closing handshake, which a hanging daemon would never finish. */
  function end(closing: Closing) {
    if (signal.aborted) return;
    ending.abort();
    clearInterval(silence);
    clearInterval(keepAlive);
    socket.close();
    events.onClose(closing);
  }

  return {
    send: bundler.send,
    isCongested: () => socket.bufferedAmount + bundler.waiting() > FRAME_BYTES_MAX,
    close() {
      bundler.flush();
      end({ code: 1000, reason: '' });
    },
  };
}

type Frame =
  { control: Record<string, unknown> } | { channel: string; message: unknown } | { fault: string };

function parseFrames(data: unknown): Frame[] {
  if (typeof data !== 'string') return [{ fault: 'a binary frame' }];
  let frames: unknown;
  try {
    frames = JSON.parse(data);
  } catch {
    return [{ fault: `a frame of ${data.length} characters that is not JSON` }];
  }
  return Array.isArray(frames) ? frames.map(readFrame) : [readFrame(frames)];
}

function readFrame(frame: unknown): Frame {
  if (!isRecord(frame)) return { fault: 'a frame that is not an object' };
  if (typeof frame.method === 'string') return { control: frame };
  if (typeof frame.name === 'string') return { channel: frame.name, message: frame.message };
  return { fault: 'a frame without name or method' };
}
