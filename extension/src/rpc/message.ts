// Parses what the other side of a channel sent into a `Message`, or says why it is none.
import type { Message, RemoteError } from '../wire';
import { readRemoteErrorCode } from '../wire-readers';
import { isRecord } from './readers';

export type Parsed = { message: Message } | { malformed: string };

export function parseMessage(value: unknown): Parsed {
  if (!isRecord(value)) return { malformed: 'a message must be an object' };
  const { type, callId, name, args } = value;

  if (type === 'call') {
    if (typeof name !== 'string') return { malformed: 'call without a name' };
    if (!isArguments(args)) return { malformed: `call of ${name} without its one argument` };
    return { message: { type, name, args } };
  }

  if (!isCallId(callId)) return { malformed: `${printable(type)} without a callId` };
  switch (type) {
    case 'invoke':
      if (typeof name !== 'string') return { malformed: `invoke ${callId} without a name` };
      if (!isArguments(args)) return { malformed: `invoke of ${name} without its one argument` };
      return { message: { type, callId, name, args } };
    case 'invokeResult':
      return { message: { type, callId, result: value.result } };
    case 'invokeError':
      return { message: { type, callId, error: readError(value.error) } };
    case 'cancel':
      return { message: { type, callId } };
    default:
      return { malformed: `unknown message type ${printable(type)}` };
  }
}

/** Lenient: an error we cannot read must still end the call it belongs to. */
function readError(error: unknown): RemoteError {
  if (!isRecord(error)) return { code: 'unknown', message: 'the other side gave no reason' };
  const { code, message } = error;
  return {
    code: readRemoteErrorCode(code, 'code'),
    message: typeof message === 'string' ? message : 'the other side gave no reason',
  };
}

function isCallId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isArguments(value: unknown): value is [unknown] {
  return Array.isArray(value) && value.length === 1;
}

function printable(type: unknown): string {
  return typeof type === 'string' ? type.slice(0, 40) : `of ${typeof type}`;
}
