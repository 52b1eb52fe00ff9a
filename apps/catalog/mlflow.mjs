// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startProgram } from '../start.mjs';
import { click, press, read, type, waitFor, waitGone, waitText } from '../steps.mjs';

/** @type {import('../run.mjs').Application} */
export default {
  name: 'mlflow',
  packages: { pip: ['mlflow==3.17.2'] },
  start: ({ folder, data, port, env }) =>
    startProgram(
      [
        join(folder, 'venv/bin/mlflow'),
        ...['server', '--host', '127.0.0.1', '--port', String(port), '--workers', '1'],
        ...['--backend-store-uri', 'sqlite:///runs.sqlite3'],
      ],
      {
        url: `http://127.0.0.1:${port}/`,
        cwd: data,
        env: { ...env, HOME: data, MLFLOW_DISABLE_TELEMETRY: 'true' },
      },
    ),
  steps: [
    waitText('Welcome to MLflow'),
    click('role=link:Experiments'),
    click('role=button:Create'),
    type('label=Experiment Name', 'Bread'),
    click(/dialog "Create Experiment":[^]*button "Create"/),
    // Guidance that lies over the new experiment.
    click('role=button:Got it'),
    click('role=link:Experiments'),
    waitFor('label=Search experiments'),
    click(/link "Bread"[^\n]*button "Edit tags"/),
    type(/combobox \(dubois-select-\d+\)/, 'flour'),
    press('Enter'),
    type('label=Value', 'rye'),
    click('role=button:Add tag'),
    click('role=button:Save tags'),
    waitGone('Add/Edit tags'),
    type('label=Search experiments', 'Bre', { submit: true }),
    waitGone('Default'),
    waitText('flour : rye'),
    read('tables', /Bread.*flour : rye/),
  ],
  check: async ({ url }) => {
    const search = new URL('/api/2.0/mlflow/experiments/search', url);
    const body = JSON.stringify({ max_results: 10, filter: "name = 'Bread'" });
    const headers = { 'content-type': 'application/json' };
    const answer = await (await fetch(search, { method: 'POST', headers, body })).json();
    const [{ tags }] = answer.experiments;
    assert.deepEqual(
      tags.filter((/** @type {any} */ tag) => tag.key === 'flour'),
      [{ key: 'flour', value: 'rye' }],
    );
  },
};
