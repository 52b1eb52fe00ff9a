// Why the kit refused a request, with a code that a caller can act on.
import type { KitRefusalCode, Sensitivity } from '../wire';

export class Refusal extends Error {
  constructor(
    readonly code: KitRefusalCode,
    message: string,
    /** The kind of sensitive action, if that is the reason. */
    readonly sensitivity?: Sensitivity,
  ) {
    super(message);
  }
}
