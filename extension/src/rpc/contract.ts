// The types of a channel: which methods each side serves, in the shape `wire.ts` declares them.

export type Invokes = Record<string, { params: unknown; result: unknown }>;
export type Notices = Record<string, { params: unknown }>;

/** A channel seen from one end. What is left out, that end does not do. */
export interface Sides {
  /** Invokes we answer. */
  serves?: Invokes;
  /** Calls we listen to. */
  hears?: Notices;
  /** Invokes we make. */
  asks?: Invokes;
  /** Calls we make. */
  tells?: Notices;
}

type Part<S extends Sides, K extends keyof Sides> = S[K] extends object ? S[K] : object;
type Params<M, N extends keyof M> = M[N] extends { params: infer P } ? P : never;
type Result<M, N extends keyof M> = M[N] extends { result: infer R } ? R : never;

export type InvokeHandlers<M> = {
  [N in keyof M]: (
    params: Params<M, N>,
    signal: AbortSignal,
  ) => Promise<Result<M, N>> | Result<M, N>;
};

/** Synchronous on purpose: that is what keeps calls in order. */
export type CallHandlers<M> = { [N in keyof M]: (params: Params<M, N>) => void };

export interface Handlers<S extends Sides> {
  invokes: InvokeHandlers<Part<S, 'serves'>>;
  calls: CallHandlers<Part<S, 'hears'>>;
}

export interface InvokeOptions {
  deadlineMs?: number;
  signal?: AbortSignal;
}

export interface Channel<S extends Sides> {
  invoke<N extends keyof Part<S, 'asks'> & string>(
    name: N,
    params: Params<Part<S, 'asks'>, N>,
    options?: InvokeOptions,
  ): Promise<Result<Part<S, 'asks'>, N>>;

  /** Throws an `RpcError` when it cannot be sent; there is no answer to wait for. */
  call<N extends keyof Part<S, 'tells'> & string>(
    name: N,
    params: Params<Part<S, 'tells'>, N>,
  ): void;
}
