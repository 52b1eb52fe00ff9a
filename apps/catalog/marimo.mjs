// @ts-check
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startProgram } from '../start.mjs';
import { click, press, type, waitFor, waitGone, waitText } from '../steps.mjs';

/** @type {import('../run.mjs').Application} */
export default {
  name: 'marimo',
  packages: { pip: ['marimo==0.25.2'] },
  start: ({ folder, data, port, env }) =>
    startProgram(
      [
        join(folder, 'venv/bin/marimo'),
        ...['edit', 'sums.py', '--headless', '--no-token', '--skip-update-check'],
        ...['--host', '127.0.0.1', '--port', String(port)],
      ],
      { url: `http://127.0.0.1:${port}/`, cwd: data, env: { ...env, HOME: data } },
    ),
  steps: [
    waitText('Generate with AI'),
    type(/textbox/, 'import marimo as mo'),
    press('Control+Enter'),
    click(/button "Python"/),
    type(/textbox \(cm-content\) multiline( focused)?$/m, 'name = mo.ui.text(label="Name")\nname'),
    press('Control+Enter'),
    waitFor('label=Name'),
    click(/button "Python"/),
    type(/textbox \(cm-content\) multiline( focused)?$/m, 'print("Hello", name.value.upper())'),
    press('Control+Enter'),
    waitText('Hello'),
    type('label=Name', 'Ada', { submit: true }),
    waitText('Hello ADA'),
    press('Control+s'),
    type('label=filename', 'hello.py'),
    click('role=option:Save as: hello.py'),
    waitGone('Save notebook'),
  ],
  check: async ({ data }) => {
    const notebook = await readFile(join(data, 'hello.py'), 'utf8');
    assert.match(notebook, /name = mo.ui.text\(label="Name"\)\n    name\n/);
    assert.match(notebook, /print\("Hello", name.value.upper\(\)\)/);
  },
};
