// The door of browser control: parameters are read once, here, or refused with `badArguments`.
import { HandlerError } from '../rpc/errors';
import { isRecord } from '../rpc/message';
import type { DescribePageParams, EchoParams, TabId } from '../wire';

/** Puts a reader in front of a handler. */
export function reading<P, R>(
  read: (params: unknown) => P,
  handle: (params: P, signal: AbortSignal) => R,
): (params: unknown, signal: AbortSignal) => R {
  return (params, signal) => handle(read(params), signal);
}

export function readEcho(params: unknown): EchoParams {
  const { text, tab } = readRecord(params);
  if (typeof text !== 'string') throw bad('text must be a string');
  return tab === undefined || tab === null ? { text } : { text, tab: readTab(tab) };
}

export function readDescribePage(params: unknown): DescribePageParams {
  return { tab: readTab(readRecord(params).tab) };
}

export function readTab(tab: unknown): TabId {
  if (!Number.isSafeInteger(tab)) throw bad('tab must be a tab id');
  return tab as TabId;
}

export function readRecord(params: unknown): Record<string, unknown> {
  if (!isRecord(params)) throw bad('the parameters must be an object');
  return params;
}

export function bad(message: string): HandlerError {
  return new HandlerError('badArguments', message);
}
