// @ts-check
// agent-browser's command line, its daemon warm and connected to the same browser.

import { chmodSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isInteractive } from '../roles.mjs';

const BOXES_MAX = 200;

/** @typedef {{ role: string, name: string }} Ref */

/** @param {import('../bed.mjs').Bed} bed @param {string} url the start of its page's address */
export async function connectAgentBrowser(bed, url) {
  const folder = dirname(createRequire(import.meta.url).resolve('agent-browser/package.json'));
  const program = join(folder, 'bin', `agent-browser-${process.platform}-${process.arch}`);
  // What its install script would do, besides fetching a browser.
  chmodSync(program, 0o755);
  const run = (/** @type {string[]} */ ...args) => bed.execute(program, args);
  await run('connect', bed.debuggingPort);
  const pidFile = join(bed.home, '.agent-browser/default.pid');
  bed.beforeStop(() => {
    try {
      // Asked politely it waits for a browser that is gone.
      process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
    } catch {
      // It is gone already.
    }
  });
  const { tabs } = JSON.parse(await run('tab', 'list', '--json')).data;
  const tab = tabs.find((/** @type {any} */ each) => each.url.startsWith(url));
  if (!tab) throw new Error(`agent-browser sees no page that shows ${url}`);
  await run('tab', String(tab.tabId ?? tab.id ?? tab.index));
  return {
    run,
    snapshot: () => run('snapshot'),
    interactive: () => run('snapshot', '-i'),
    /**
     * Marks what `snapshot -i` gives a ref, as the accessibility tree has it, which it reads too.
     * @param {import('../bed.mjs').Eye} eye
     * @param {string} attribute
     */
    mark: async (eye, attribute) => {
      const { refs } = JSON.parse(await run('snapshot', '-i', '--json')).data;
      const wanted = Object.entries(/** @type {Record<string, Ref>} */ (refs));
      const named = wanted.filter(([, { role }]) => isInteractive(role));
      await markByRole(eye, new Set(named.map(([, each]) => keyOf(each))), attribute);
      const plain = wanted.filter(([, { role }]) => role === 'generic').slice(0, BOXES_MAX);
      for (const [ref] of plain) await markByBox(eye, await boxOf(run, ref), attribute);
      return named.length + plain.length;
    },
  };
}

/** @param {Ref} ref */
function keyOf({ role, name }) {
  return JSON.stringify([role.toLowerCase(), name.trim().replace(/\s+/g, ' ')]);
}

/**
 * @param {import('../bed.mjs').Eye} eye
 * @param {Set<string>} keys
 * @param {string} attribute
 */
async function markByRole(eye, keys, attribute) {
  await eye.send('DOM.enable', {});
  await eye.send('DOM.getDocument', { depth: 0 });
  const { nodes } = await eye.send('Accessibility.getFullAXTree', {});
  const found = nodes.filter((/** @type {any} */ { ignored, role, name, backendDOMNodeId }) => {
    const ref = { role: String(role?.value), name: String(name?.value ?? '') };
    return !ignored && backendDOMNodeId && keys.has(keyOf(ref));
  });
  const backendNodeIds = found.map((/** @type {any} */ each) => each.backendDOMNodeId);
  const pushed = await eye.send('DOM.pushNodesByBackendIdsToFrontend', { backendNodeIds });
  await Promise.all(
    pushed.nodeIds.map((/** @type {number} */ nodeId) =>
      eye.send('DOM.setAttributeValue', { nodeId, name: attribute, value: '' }).catch(() => {}),
    ),
  );
  await eye.send('DOM.disable', {});
}

/** @param {(...args: string[]) => Promise<string>} run @param {string} ref */
async function boxOf(run, ref) {
  const { data } = JSON.parse(await run('get', 'box', `@${ref}`, '--json'));
  return data;
}

/** @param {import('../bed.mjs').Eye} eye @param {any} box @param {string} attribute */
async function markByBox(eye, box, attribute) {
  await eye.evaluate(`(() => {
    const box = ${JSON.stringify(box)};
    const isIt = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [[x, box.x], [y, box.y], [width, box.width], [height, box.height]]
        .every(([is, wanted]) => Math.abs(is - wanted) < 1);
    };
    const found = [...document.querySelectorAll('*')].filter(isIt);
    const clickable = found.find((each) => getComputedStyle(each).cursor === 'pointer');
    (clickable ?? found[0])?.setAttribute(${JSON.stringify(attribute)}, '');
  })()`);
}
