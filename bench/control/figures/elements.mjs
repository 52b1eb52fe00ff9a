// @ts-check
// Whether a peer finds an element to act on that we do not number.

import { none } from '../report.mjs';

const OURS = 'data-bench-ours';
const PEERS = /** @type {const} */ ({
  'page-agent': 'data-bench-page-agent',
  'pw ai': 'data-bench-playwright',
  'ab -i': 'data-bench-agent-browser',
});
const EXAMPLES_MAX = 3;

/**
 * Marks in the page what each has found, so it must come last.
 * @param {import('../bed.mjs').Bed} bed
 * @param {import('../bed.mjs').Eye} eye
 * @param {import('./snapshots.mjs').Peers &
 *   { pageAgent: Awaited<ReturnType<import('../peers/page-agent.mjs').loadPageAgent>> }} peers
 * @param {string} page
 * @param {boolean} isWhole whether page-agent can look at all of it
 * @returns {AsyncGenerator<import('../report.mjs').Figure>}
 */
export async function* comparing(bed, eye, peers, page, isWhole) {
  const { playwright, agentBrowser, pageAgent } = peers;
  const { text, interactive } = await bed.call('snapshot', { mode: 'full', maxChars: 2_000_000 });
  const mode = isWhole ? 'whole' : 'viewport';
  await pageAgent.snapshot(mode);
  await pageAgent.mark(mode, PEERS['page-agent']);
  await pageAgent.clean();
  yield {
    name: `${page}: interactive elements`,
    values: {
      extension: interactive,
      'page-agent': isWhole ? await pageAgent.count(mode) : undefined,
      'pw ai': await playwright.mark(await playwright.ai(), PEERS['pw ai']),
      'ab -i': await agentBrowser.mark(eye, PEERS['ab -i']),
    },
  };
  await markOurs(eye, text);
  const seen = await eye.evaluate(
    `(${lookOver})(${JSON.stringify({ OURS, PEERS, EXAMPLES_MAX })})`,
  );
  yield { name: `${page}: of these visible`, values: seen.marked };
  yield {
    name: `${page}: peers' elements not ours`,
    values: { extension: seen.lacking, ...seen.lackingOf },
    aim: none,
    note: [
      `besides: labels of ours ${seen.labels}, inside one of ours ${seen.inside}, around some of ours ${seen.around}`,
      ...seen.examples,
    ].join('\n    '),
  };
}

/** @param {import('../bed.mjs').Eye} eye @param {string} text */
async function markOurs(eye, text) {
  const numbers = [...text.matchAll(/\[(\d+)\]/g)].map((found) => Number(found[1]));
  const expression = `globalThis.tabwright?.element && (${JSON.stringify(numbers)}
    .forEach((number) => tabwright.element(number)?.setAttribute('${OURS}', '')), true)`;
  for (const { id, origin } of eye.worlds()) {
    if (!origin.startsWith('chrome-extension:')) continue;
    if (await eye.evaluate(expression, { contextId: id }).catch(() => false)) return;
  }
  throw new Error('our page kit is not in the page');
}

/** Runs in the page. @param {any} names */
function lookOver({ OURS, PEERS, EXAMPLES_MAX }) {
  const peers = /** @type {[string, string][]} */ (Object.entries(PEERS));
  /** @type {Element[]} */
  const elements = [];
  /** @param {Document | ShadowRoot} root */
  const collect = (root) => {
    for (const element of root.querySelectorAll('*')) {
      elements.push(element);
      if (element.shadowRoot) collect(element.shadowRoot);
    }
  };
  collect(document);
  const isVisible = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  };
  /** @type {Record<string, number>} */
  const marked = { extension: 0 };
  /** @type {Record<string, number>} */
  const lackingOf = {};
  const seen = {
    marked,
    lackingOf,
    lacking: 0,
    labels: 0,
    inside: 0,
    around: 0,
    examples: /** @type {string[]} */ ([]),
  };
  for (const element of elements) {
    if (!isVisible(element)) continue;
    const isOurs = element.hasAttribute(OURS);
    if (isOurs) marked.extension += 1;
    const finders = peers.filter(([, name]) => element.hasAttribute(name)).map(([who]) => who);
    for (const who of finders) marked[who] = (marked[who] ?? 0) + 1;
    if (isOurs || finders.length === 0) continue;
    if (element instanceof HTMLLabelElement && element.control?.hasAttribute(OURS))
      seen.labels += 1;
    else if (element.closest(`[${OURS}]`)) seen.inside += 1;
    else if (element.querySelector(`[${OURS}]`)) seen.around += 1;
    else {
      seen.lacking += 1;
      for (const who of finders) lackingOf[who] = (lackingOf[who] ?? 0) + 1;
      const markup = element.outerHTML.replace(/ data-bench-\S+=""/g, '').replace(/\s+/g, ' ');
      if (seen.examples.length < EXAMPLES_MAX) {
        seen.examples.push(`${finders.join(', ')}: ${markup.slice(0, 160)}`);
      }
    }
  }
  return seen;
}
