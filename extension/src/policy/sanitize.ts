// Sanitizes untrusted text of a client or a page before a person decides by it: one line, truncated,
// without the characters that reverse, hide or split the text around them (bidi controls and such).

/** Bounds the work: a page may send megabytes, and no caller shows more. */
const INPUT_LENGTH_MAX = 10_000;
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;
const BREAKS = /[\s\p{Cc}]+/gu;

/** `lengthMax` counts characters, with the ellipsis. */
export function sanitize(text: string, lengthMax: number): string {
  const line = text.slice(0, INPUT_LENGTH_MAX).replace(INVISIBLE, '').replace(BREAKS, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= lengthMax) return line;
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}
