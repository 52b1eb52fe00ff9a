// Why the kit did not do what it was asked, as a caller can act on it.
import type { KitRefusalCode, Sensitivity } from '../wire';

export class Refusal extends Error {
  constructor(
    readonly code: KitRefusalCode,
    message: string,
    /** Of what kind, where it is sensitive. */
    readonly sensitivity?: Sensitivity,
  ) {
    super(message);
  }
}
