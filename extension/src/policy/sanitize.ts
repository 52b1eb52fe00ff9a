// Words of a client or a page, made fit to be shown where a person decides: one line, cut, and
// without the characters that turn, hide or split what stands around them.

/** As far as one looks: nobody reads on, and a page may write megabytes. */
const LOOK_LENGTH_MAX = 10_000;
const UNSEEN = /[\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu;
const BREAKS = /[\s\p{Cc}]+/gu;

/** `lengthMax` counts characters, with the ellipsis. */
export function sanitize(text: string, lengthMax: number): string {
  const line = text.slice(0, LOOK_LENGTH_MAX).replace(UNSEEN, '').replace(BREAKS, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= lengthMax) return line;
  return `${characters
    .slice(0, lengthMax - 1)
    .join('')
    .trimEnd()}…`;
}
