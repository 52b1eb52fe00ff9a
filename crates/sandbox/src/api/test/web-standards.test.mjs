// The table by which the sandbox's own URL and encodings are tested holds Node's answers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const table = new URL('../../../tests/data/web-standards.json', import.meta.url);

test('the table of web standards says what Node says', () => {
  for (const { code, value } of JSON.parse(readFileSync(table, 'utf8'))) {
    assert.deepEqual(new Function(code)() ?? null, value, code);
  }
});
