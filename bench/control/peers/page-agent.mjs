// @ts-check
// page-agent's page controller, in the page as its extension and its library have it.

/** In its own extension, and in its library. */
export const EXPANSIONS = { viewport: 400, whole: -1 };

/** @param {import('../bed.mjs').Eye} eye */
export async function loadPageAgent(eye) {
  await eye.evaluate(`(async () => {
    const { PageController } = await import('/page-agent.js');
    globalThis.pageAgents = Object.fromEntries(Object.entries(${JSON.stringify(EXPANSIONS)}).map(
      ([name, viewportExpansion]) => [name, new PageController({ viewportExpansion })]));
  })()`);
  const agent = (/** @type {keyof typeof EXPANSIONS} */ mode) => `pageAgents.${mode}`;
  return {
    /** @param {keyof typeof EXPANSIONS} mode @returns {Promise<string>} */
    snapshot: (mode) => eye.evaluate(`${agent(mode)}.updateTree()`),
    /** Its overlays would be in everybody else's way. */
    clean: () => eye.evaluate('pageAgents.whole.cleanUpHighlights()'),
    /** @param {keyof typeof EXPANSIONS} mode @returns {Promise<number>} */
    count: (mode) => eye.evaluate(`${agent(mode)}.selectorMap.size`),
    /** @param {keyof typeof EXPANSIONS} mode @param {string} attribute */
    mark: (mode, attribute) =>
      eye.evaluate(`for (const { ref } of ${agent(mode)}.selectorMap.values())
        ref.setAttribute?.(${JSON.stringify(attribute)}, '')`),
    /** @returns {Promise<boolean>} */
    click: () => eye.evaluate(`${agent('viewport')}.clickElement(0).then((done) => done.success)`),
  };
}
