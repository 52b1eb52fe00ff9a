// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../start.mjs';
import { check, click, press, read, see, select, type, waitGone, waitText } from '../steps.mjs';

const SCRIPT = new URL('../sites/gradio_trips.py', import.meta.url).pathname;

/** @type {import('../run.mjs').Application} */
export default {
  name: 'gradio',
  packages: { pip: ['gradio==6.31.0'] },
  start: ({ folder, data, port, env }) =>
    startProgram([join(folder, 'venv/bin/python'), SCRIPT], {
      url: `http://127.0.0.1:${port}/`,
      cwd: data,
      env: {
        ...env,
        HOME: data,
        GRADIO_SERVER_PORT: String(port),
        GRADIO_ANALYTICS_ENABLED: 'False',
        PYTHONDONTWRITEBYTECODE: '1',
      },
    }),
  steps: [
    waitText('Transport'),
    waitGone('Loading...'),
    type('label=City', 'Bern'),
    type('role=spinbutton:number input for Days', '12'),
    press('Tab'),
    see(/slider "range slider for Days" value="12"/),
    select('label=Transport', 'Train'),
    check('label=Sauna'),
    check('label=With a guide'),
    click('role=button:Plan the trip'),
    waitText('12 days in Bern by train'),
    read('text', /12 days in Bern by train/),
    click('role=tab:Chat'),
    type(/textbox [^\n]*placeholder="Type a message/, 'Good morning', { submit: true }),
    waitText('You said: Good morning'),
  ],
  check: async ({ data }) => {
    const made = async (/** @type {string} */ name) =>
      JSON.parse(await readFile(join(data, name), 'utf8'));
    assert.deepEqual(await made('trip.json'), {
      city: 'Bern',
      days: 12,
      transport: 'Train',
      extras: ['Sauna'],
      guide: true,
    });
    assert.deepEqual(await made('chat.json'), { message: 'Good morning', earlier: 0 });
  },
};
