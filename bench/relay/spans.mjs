// @ts-check
// Many measurements of one thing, and what they come to.

/** @param {number[]} values @param {number} share between 0 and 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** @param {number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/** @param {() => Promise<unknown>} work @returns {Promise<number>} milliseconds */
export async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/**
 * What does not come in time is a failure that names it.
 * @template T
 * @param {string} what
 * @param {number} msMax
 * @param {Promise<T>} work
 * @returns {Promise<T>}
 */
export async function within(what, msMax, work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const giveUp = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing within ${msMax / 1000} s`)), msMax);
  });
  try {
    return /** @type {T} */ (await Promise.race([work, giveUp]));
  } finally {
    clearTimeout(timer);
  }
}
