// @ts-check
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { startSite } from '../start.mjs';
import { click, press, pressIn, see, type, waitText } from '../steps.mjs';

const PAGE = `<!doctype html><meta charset="utf-8"><title>Editor</title>
<h1>Editor</h1><div id="editor" style="height: 400px"></div>
<script src="/vs/loader.js"></script>
<script>
require.config({ paths: { vs: '/vs' } });
require(['vs/editor/editor.main'], () => {
  window.editor = monaco.editor.create(document.getElementById('editor'),
    { value: 'const answer = 41;\\n', language: 'javascript' });
});
</script>`;

/** @type {import('../run.mjs').Application} */
export default {
  name: 'monaco',
  packages: { npm: ['monaco-editor@0.57.0'] },
  start: ({ folder }) => startSite(join(folder, 'node_modules/monaco-editor/min'), { '/': PAGE }),
  steps: [
    waitText('const answer'),
    see(/textbox "Editor content"/),
    click('text=const answer'),
    press('Control+End'),
    press('l', 'e', 't', 'Space', 'x', ';', 'Escape'),
    press('Control+f'),
    type('label=Find', '41'),
    waitText('1 of 1'),
    click('role=button:Toggle Replace'),
    type('label=Replace', '42'),
    click(/button "Replace All/),
    press('Escape'),
    see(/const answer = 42;/),
    press('Control+a'),
    press('F1'),
    type(/textbox "Type to narrow down results/, '>Transform to Uppercase'),
    click(/option "Transform to Uppercase/),
    waitText('CONST ANSWER = 42;'),
  ],
  check: async ({ evaluate }) => {
    assert.deepEqual(await evaluate('window.editor.getValue()'), 'CONST ANSWER = 42;\nLET X;');
  },
};
