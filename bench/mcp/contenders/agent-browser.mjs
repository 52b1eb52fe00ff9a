// @ts-check
// agent-browser's `mcp`: a small process before a daemon of its own. Its program needs no Node.

import { chmodSync } from 'node:fs';
import { together } from '../agent.mjs';
import { evaluateOneByOne } from './contender.mjs';
import { CHROMIUM, fileOf, peer } from './peer.mjs';

export function agentBrowser() {
  const name = `agent-browser-${process.platform}-${process.arch}`;
  const command = fileOf('agent-browser', `bin/${name}`);
  // What its install script would do, besides fetching a browser.
  chmodSync(command, 0o755);
  const env = { AGENT_BROWSER_EXECUTABLE_PATH: CHROMIUM, AGENT_BROWSER_ARGS: '--no-sandbox' };
  return peer('ab', { command, args: ['mcp'], env }, speak);
}

/** @param {import('../agent.mjs').Agent} agent @returns {Promise<import('./contender.mjs').Words>} */
async function speak({ call: callTool }) {
  const call = (/** @type {string} */ name, /** @type {object} */ args) =>
    callTool(`agent_browser_${name}`, args);
  const see = () => call('snapshot', {});
  const evaluate = () => call('eval', { script: '1+1' });
  return {
    begin: () => call('tab_list', {}),
    visit: async (url) => together(await call('open', { url }), await see()),
    see,
    button: /button [^\n]*\[ref=(\w+)\]/,
    click: async (ref) => together(await call('click', { selector: `@${ref}` }), await see()),
    evaluate,
    evaluateMany: () => evaluateOneByOne(evaluate),
    end: () => call('close', {}),
  };
}
