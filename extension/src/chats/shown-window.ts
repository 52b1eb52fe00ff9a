// Which part of a long list is shown: its end, so that the page stays small however long the list grows.

/** How many of the first entries are hidden, when at most `sizeMax` of all sizes is shown. The last is always shown. */
export function hiddenCount(sizes: readonly number[], sizeMax: number): number {
  let left = sizeMax;
  const lastHidden = sizes.findLastIndex((size, at) => {
    left -= size;
    return left < 0 && at < sizes.length - 1;
  });
  return lastHidden + 1;
}
