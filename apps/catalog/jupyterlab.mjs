// @ts-check
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import assert from 'node:assert/strict';
import { click, press, see, select, type, waitFor, waitText } from '../steps.mjs';
import { startProgram } from '../start.mjs';

/** @type {import('../run.mjs').Application} */
export default {
  name: 'jupyterlab',
  packages: { pip: ['jupyterlab==4.6.6', 'ipykernel==7.4.0'] },
  start: ({ folder, data, port, env }) =>
    startProgram(
      [
        join(folder, 'venv/bin/jupyter-lab'),
        '--no-browser',
        '--allow-root',
        `--port=${port}`,
        '--ServerApp.port_retries=0',
        '--IdentityProvider.token=',
      ],
      {
        url: `http://127.0.0.1:${port}/lab`,
        cwd: data,
        env: { ...env, HOME: data, JUPYTER_CONFIG_DIR: join(data, '.jupyter') },
      },
    ),
  steps: [
    waitText('Launcher'),
    click('role=button:No'),
    click(/button "Python 3 \(ipykernel\)/),
    waitText('Python 3 (ipykernel) | Idle'),
    type(/textbox \(cm-content\)/, 'numbers = [1, 2, 3]\nprint("answer", sum(numbers) * 7)'),
    press('Shift+Enter'),
    waitText('answer 42'),
    // The second cell, which the first one made.
    type(/textbox \(cm-content\) multiline( focused)?$/m, '# Result'),
    select('label=Cell type', 'Markdown'),
    click('role=button:Run this cell and advance (Shift+Enter)'),
    see(/^\s*# Result/m),
    press('Control+s'),
    type('label=File name', 'answer.ipynb'),
    click('role=button:Rename and Save'),
    waitText('Saving completed'),
    click('role=button:Refresh the file browser.'),
    waitFor('role=button:answer.ipynb'),
  ],
  check: async ({ data }) => {
    const notebook = JSON.parse(await readFile(join(data, 'answer.ipynb'), 'utf8'));
    const [code, words] = notebook.cells;
    assert.equal(code.source.join(''), 'numbers = [1, 2, 3]\nprint("answer", sum(numbers) * 7)');
    assert.equal(code.outputs[0].text.join(''), 'answer 42\n');
    assert.deepEqual([words.cell_type, words.source.join('')], ['markdown', '# Result']);
  },
};
