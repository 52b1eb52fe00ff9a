// @ts-check
// @playwright/mcp with its defaults; what it answers to a navigation and a click names a file with
// the snapshot, so an agent takes one more step to see.

import { together } from '../agent.mjs';
import { LOOP } from './contender.mjs';
import { CHROMIUM, fileOf, peer } from './peer.mjs';

export function playwrightMcp() {
  const program = fileOf('@playwright/mcp', 'cli.js');
  const browser = ['--headless', '--no-sandbox', '--isolated', '--executable-path', CHROMIUM];
  return peer('pw-mcp', { command: process.execPath, args: [program, ...browser] }, speak);
}

/** @param {import('../agent.mjs').Agent} agent @returns {Promise<import('./contender.mjs').Words>} */
async function speak({ call }) {
  const see = () => call('browser_snapshot', {});
  const run = (/** @type {string} */ body) =>
    call('browser_run_code_unsafe', { code: `async (page) => { ${body} }` });
  return {
    begin: () => call('browser_tabs', { action: 'list' }),
    visit: async (url) => together(await call('browser_navigate', { url }), await see()),
    see,
    button: /button [^\n]*\[ref=(\w+)\]/,
    click: async (target) => together(await call('browser_click', { target }), await see()),
    evaluate: () => call('browser_evaluate', { function: '() => 1+1' }),
    runNothing: () => run(''),
    evaluateMany: () => run(LOOP),
  };
}
