// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startProgram } from '../start.mjs';
import { click, read, see, type, waitText } from '../steps.mjs';

const SITES = new URL('../sites', import.meta.url).pathname;

/** @type {import('../run.mjs').Application} */
export default {
  name: 'swagger-ui',
  packages: { npm: ['swagger-ui-dist@5.34.1'], pip: ['fastapi==0.162.7', 'uvicorn==0.54.0'] },
  start: ({ folder, data, port, env }) =>
    startProgram(
      [
        join(folder, 'venv/bin/uvicorn'),
        ...['--app-dir', SITES, '--port', String(port), 'swagger_items:app'],
      ],
      {
        url: `http://127.0.0.1:${port}/docs`,
        cwd: data,
        env: {
          ...env,
          SWAGGER_UI: join(folder, 'node_modules/swagger-ui-dist'),
          PYTHONDONTWRITEBYTECODE: '1',
        },
      },
    ),
  steps: [
    waitText('Add an item'),
    click('role=button:POST /items Add an item'),
    click('role=button:Try it out'),
    type(/textbox[^\n]*price[^\n]*multiline/, '{\n  "name": "Lamp",\n  "price": 24.5\n}'),
    click('role=button:Execute'),
    waitText('"number": 1'),
    click('role=button:POST /items Add an item'),
    click('role=button:GET /items/{number} One item'),
    click('role=button:Try it out'),
    type('label=number', '1', { tells: /textbox "number"/ }),
    click('role=button:Execute'),
    waitText('"name": "Lamp"'),
    click('role=button:GET /items/{number} One item'),
    click('role=button:Authorize'),
    type(/textbox/, 'open sesame'),
    click('role=button:Apply credentials'),
    click(/button "Close"/),
    click('role=button:DELETE /items/{number} Remove an item'),
    click('role=button:Try it out'),
    type('label=number', '1'),
    click('role=button:Execute'),
    waitText('curl -X'),
  ],
  check: async ({ url }) => {
    const items = await (await fetch(new URL('/items', url))).json();
    assert.deepEqual(items, {});
  },
};
