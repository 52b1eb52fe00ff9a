// The kit's own contract: the questions of `wire.ts`, each with its handler.
import type { JoinParams, Kit, KitRefusal } from '../wire';

export type Answer<N extends keyof Kit> = Kit[N]['result'];

export type KitHandlers<N extends keyof Kit = keyof Kit> = {
  [Q in N]: (params: Kit[Q]['params']) => Promise<Answer<Q>> | Answer<Q>;
};

/** One question as it travels to a frame. */
export interface KitRequest<N extends keyof Kit = keyof Kit> {
  name: N;
  params: Kit[N]['params'];
  join?: JoinParams;
}

/** Chrome's messages lose what an error carries, so a refusal is an answer too. */
export type KitReply<N extends keyof Kit = keyof Kit> =
  { answer: Answer<N>; last: number } | { refusal: KitRefusal; last: number };
