// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../start.mjs';
import { check, click, press, select, type, waitText } from '../steps.mjs';

const SCRIPT = new URL('../sites/streamlit_orders.py', import.meta.url).pathname;

/** @type {import('../run.mjs').Application} */
export default {
  name: 'streamlit',
  packages: { pip: ['streamlit==1.67.0'] },
  start: ({ folder, data, port, env }) =>
    startProgram(
      [
        join(folder, 'venv/bin/streamlit'),
        ...['run', SCRIPT, '--server.headless=true', `--server.port=${port}`],
        ...['--server.address=127.0.0.1', '--browser.gatherUsageStats=false'],
      ],
      {
        url: `http://127.0.0.1:${port}/`,
        cwd: data,
        env: { ...env, HOME: data, PYTHONDONTWRITEBYTECODE: '1' },
      },
    ),
  steps: [
    waitText('Place order'),
    type('label=Customer', 'Ada', { submit: true }),
    waitText('10 pieces by air for Ada'),
    select('label=Shipping', 'Rail'),
    waitText('10 pieces by rail for Ada'),
    click('label=Extras'),
    click('role=option:Insurance'),
    press('Escape'),
    check('role=switch:Express'),
    click('text=Remarks'),
    type('label=Remarks for the driver', 'Ring twice\nthen wait'),
    check('role=radio:Invoice'),
    click('role=button:Place order'),
    waitText('Order placed'),
  ],
  check: async ({ data }) => {
    const order = JSON.parse(await readFile(join(data, 'order.json'), 'utf8'));
    assert.deepEqual(order, {
      name: 'Ada',
      shipping: 'Rail',
      amount: 10,
      extras: ['Insurance'],
      express: true,
      remarks: 'Ring twice\nthen wait',
      payment: 'Invoice',
    });
  },
};
