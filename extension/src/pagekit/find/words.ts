// What a text must be like, as a locator says it.
import type { Words } from '../../wire';
import { tidy } from '../dom/names';
import { Refusal } from '../refusal';

export interface Wanted {
  /** Whether a text without needless white space is like it. */
  fits(text: string): boolean;
  /** Whether it may be the text of a part, by the text of the whole. */
  mayBeIn(text: string): boolean;
}

/** A pattern that takes ages for a long text is not given one. */
const TESTED_CHARS_MAX = 10_000;

export function wantedBy({ text, exact, flags }: Words): Wanted {
  if (flags !== undefined) {
    const pattern = patternOf(text, flags);
    return {
      fits: (said) => pattern.test(said.slice(0, TESTED_CHARS_MAX)),
      mayBeIn: () => true,
    };
  }
  const whole = tidy(text);
  if (exact) return { fits: (said) => said === whole, mayBeIn: (said) => said.includes(whole) };
  const part = whole.toLowerCase();
  const holds = (said: string) => said.toLowerCase().includes(part);
  return { fits: holds, mayBeIn: holds };
}

/** `"Save"`, `exactly "Save"`, `/save/i`. */
export function inQuotes({ text, exact, flags }: Words): string {
  if (flags !== undefined) return `/${text}/${flags}`;
  return exact ? `exactly "${text}"` : `"${text}"`;
}

function patternOf(source: string, flags: string): RegExp {
  try {
    // One that remembers where it stopped would miss every other text.
    return new RegExp(source, flags.replace(/[gy]/g, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refusal('badArguments', `/${source}/${flags} is no regular expression: ${why}`);
  }
}
