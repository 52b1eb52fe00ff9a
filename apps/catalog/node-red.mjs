// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startProgram } from '../start.mjs';
import { click, drag, select, type, waitGone, waitText } from '../steps.mjs';

/** @type {import('../run.mjs').Application} */
export default {
  name: 'node-red',
  packages: { npm: ['node-red@4.1.15'] },
  start: ({ folder, data, port, env }) =>
    startProgram(
      [
        process.execPath,
        join(folder, 'node_modules/node-red/red.js'),
        ...['--userDir', data, '--port', String(port)],
      ],
      { url: `http://127.0.0.1:${port}/`, cwd: data, env },
    ),
  steps: [
    waitText('Enable Update Notifications'),
    click('role=button:No, do not enable notifications'),
    waitText('Welcome to Node-RED'),
    // The cross that closes the tour, which has no name.
    click(/button \(red-ui-button\)(?=\n## Welcome)/),
    waitGone('Welcome to Node-RED'),
    drag(/clickable "inject"/, '290,150'),
    drag(/clickable "debug"/, '290,300'),
    // From the port of the one to the port of the other.
    drag(/timestamp\n\s*\[\d+\] rect/, /debug 1\n\s*\[\d+\] rect/),
    click(/\[\d+\] rect \(red-ui-flow-node\)(?=\n\s*timestamp)/, { count: 2 }),
    waitText('Edit inject node'),
    type('label=Name', 'every now and then'),
    select(/combobox \(inject-time-type-select\)/, 'interval'),
    click('role=button:Done'),
    waitGone('Edit inject node'),
    click('role=link:Deploy'),
    waitText('Successfully deployed'),
    click(/link \(red-ui-tab-debug-link-button\)/),
    // The button at the left of the node.
    click(/\[\d+\] rect \(red-ui-flow-node-button-button\)/),
    waitText('Successfully injected: every now and then'),
  ],
  check: async ({ url }) => {
    /** @type {any[]} */
    const flows = await (await fetch(new URL('/flows', url))).json();
    const inject = flows.find(({ type }) => type === 'inject');
    const debug = flows.find(({ type }) => type === 'debug');
    assert.deepEqual(inject.wires, [[debug.id]]);
    assert.deepEqual([inject.name, inject.repeat], ['every now and then', '1']);
  },
};
