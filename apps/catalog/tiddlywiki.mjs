// @ts-check
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProgram } from '../start.mjs';
import { click, read, see, type, waitText } from '../steps.mjs';

/** @type {import('../run.mjs').Application} */
export default {
  name: 'tiddlywiki',
  packages: { npm: ['tiddlywiki@5.4.1'] },
  async start({ folder, data, port, env }) {
    const program = join(folder, 'node_modules/tiddlywiki/tiddlywiki.js');
    await promisify(execFile)(process.execPath, [program, data, '--init', 'server'], { env });
    return startProgram([process.execPath, program, data, '--listen', `port=${port}`], {
      url: `http://127.0.0.1:${port}/`,
      cwd: data,
      env,
    });
  },
  steps: [
    waitText('GettingStarted'),
    click('role=button:new tiddler'),
    type(/textbox \(tc-titlebar\)/, 'Shopping list'),
    type('label=tag name', 'home'),
    click(/button "clear input"\n\s*\*?\[\d+\] button "add"/),
    // The editor's field is in a frame.
    type(/textbox "Type the text for this tiddler"/, '* milk\n* bread'),
    click('role=button:Confirm changes to this tiddler'),
    see(/## Shopping list/),
    read('text', /milk\s+bread/),
    click(/button "Edit this tiddler"[^\n]*(?=\n[^\n]*\n\s*## Shopping list)/),
    click('role=button:Show preview pane'),
    type('label=field name', 'shop'),
    type('label=field value', 'corner'),
    click(/textbox "field value"[^\n]*button "add"/),
    click('role=button:Confirm changes to this tiddler'),
    type(/searchbox/, 'bread'),
    see(/link "Shopping list"/),
  ],
  check: async ({ url }) => {
    const address = new URL('/recipes/default/tiddlers/Shopping%20list', url);
    const { title, tags, text, fields } = await (await fetch(address)).json();
    assert.deepEqual([title, tags, text], ['Shopping list', 'home', '* milk\n* bread']);
    assert.equal(fields.shop, 'corner');
  },
};
