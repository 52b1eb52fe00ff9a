// Reading the parameters of a call: what does not fit is refused with `badArguments`.
import type { TabId } from '../wire';
import { HandlerError } from './errors';
import { isRecord } from './message';

/** Puts a reader in front of a handler. */
export function reading<P, R>(
  read: (params: unknown) => P,
  handle: (params: P, signal: AbortSignal) => R,
): (params: unknown, signal: AbortSignal) => R {
  return (params, signal) => handle(read(params), signal);
}

export function readTab(tab: unknown): TabId {
  return readId(tab, 'tab must be a tab id');
}

export function readRecord(params: unknown): Record<string, unknown> {
  if (!isRecord(params)) throw bad('the parameters must be an object');
  return params;
}

export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

export function readId(value: unknown, complaint: string): number {
  if (!Number.isSafeInteger(value)) throw bad(complaint);
  return value as number;
}

export function bad(message: string): HandlerError {
  return new HandlerError('badArguments', message);
}
