// Sanitizes untrusted text of a client or a page before a person decides by it: one line, truncated,
// without the characters that reverse, hide or split the text around them (bidi controls and such).

/** Bounds the work: a page may send megabytes, and no caller shows more. */
const INPUT_LENGTH_MAX = 40_000;
/** Some letters have no shape, too: the fillers of Hangul, and braille without dots. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}\p{Cn}\u034F\u115F\u1160\u2800\u3164\uFE00-\uFE0F\uFFA0]/gu;
/** More marks on one letter cover the lines around it. */
const COMBINING_FLOOD = /(\p{M}{3})\p{M}+/gu;
const BREAKS = /[\s\p{Cc}]+/gu;

/** `lengthMax` counts characters, with the ellipsis. */
export function sanitize(text: string, lengthMax: number): string {
  const line = text
    .slice(0, INPUT_LENGTH_MAX)
    .replace(INVISIBLE, '')
    .replace(COMBINING_FLOOD, '$1')
    .replace(BREAKS, ' ')
    .trim();
  const characters = Array.from(line);
  if (characters.length <= lengthMax) return line;
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}
