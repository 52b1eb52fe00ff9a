// The contract of the page kit: the requests of `wire.ts`, each with its handler.
import type { JoinParams, Kit, KitRefusal } from '../wire';

export type Answer<N extends keyof Kit> = Kit[N]['result'];

export type KitHandlers<N extends keyof Kit = keyof Kit> = {
  [Q in N]: (params: Kit[Q]['params']) => Promise<Answer<Q>> | Answer<Q>;
};

/** One request to a frame. */
export interface KitRequest<N extends keyof Kit = keyof Kit> {
  name: N;
  params: Kit[N]['params'];
  join?: JoinParams;
}

/** A refusal is a reply and not an error, because Chrome's messages drop the fields of an error. */
export type KitReply<N extends keyof Kit = keyof Kit> =
  { answer: Answer<N>; last: number } | { refusal: KitRefusal; last: number };
