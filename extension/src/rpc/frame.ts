// Frames: the envelope that carries a message of a named channel, and the limit on its size.
import type { Message } from '../wire';
import { RpcError } from './errors';

/** Throws `tooLarge` for a frame above the limit, `failed` for what JSON cannot carry. */
export function encodeFrame(channel: string, message: Message, bytesMax: number): string {
  const frame = stringify({ name: channel, message });
  if (isTooLarge(frame, bytesMax)) {
    throw new RpcError('tooLarge', `${utf8Bytes(frame)} bytes exceed the limit of ${bytesMax}`);
  }
  return frame;
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    throw new RpcError('failed', `not expressible as JSON: ${String(error)}`);
  }
}

/** A UTF-16 unit takes one to three bytes in UTF-8, so most frames need no counting. */
function isTooLarge(text: string, bytesMax: number): boolean {
  if (text.length * 3 <= bytesMax) return false;
  return text.length > bytesMax || utf8Bytes(text) > bytesMax;
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
