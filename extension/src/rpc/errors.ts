// The two errors of a channel: what a caller gets, and what a handler throws to choose its answer.
import { DISCONNECTED, type RemoteErrorCode } from '../wire';

/** `aborted` and `disconnected` never cross the wire; every other code may come from either end. */
export type RpcErrorCode = RemoteErrorCode | 'aborted' | 'disconnected';

/** Why an invoke or a call of ours failed. */
export class RpcError extends Error {
  override readonly name = 'RpcError';

  constructor(
    readonly code: RpcErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Thrown by a handler that wants its caller to see this code instead of `failed`. */
export class HandlerError extends Error {
  override readonly name = 'HandlerError';

  constructor(
    readonly code: RemoteErrorCode,
    message: string,
  ) {
    super(message);
  }
}

export function disconnected(): RpcError {
  return new RpcError('disconnected', DISCONNECTED);
}
