// @ts-check
// chrome-devtools-mcp with its defaults, but that it tells nobody outside of its use.

import { together } from '../agent.mjs';
import { evaluateOneByOne } from './contender.mjs';
import { CHROMIUM, fileOf, peer } from './peer.mjs';

const OPTIONS = [
  '--headless',
  '--isolated',
  `--executablePath=${CHROMIUM}`,
  '--chromeArg=--no-sandbox',
  '--usageStatistics=false',
  '--performanceCrux=false',
];
/** Every tool wants to know the page; the first has this number. */
const pageId = 1;

export function devtoolsMcp() {
  const program = fileOf('chrome-devtools-mcp', 'build/src/bin/chrome-devtools-mcp.js');
  return peer('devtools', { command: process.execPath, args: [program, ...OPTIONS] }, speak);
}

/** @param {import('../agent.mjs').Agent} agent @returns {Promise<import('./contender.mjs').Words>} */
async function speak({ call }) {
  const see = () => call('take_snapshot', { pageId });
  const evaluate = () => call('evaluate_script', { pageId, function: '() => 1+1' });
  return {
    begin: () => call('list_pages', {}),
    visit: async (url) => together(await call('navigate_page', { pageId, url }), await see()),
    see,
    button: /uid=(\w+) button/,
    click: (uid) => call('click', { pageId, uid, includeSnapshot: true }),
    evaluate,
    evaluateMany: () => evaluateOneByOne(evaluate),
  };
}
