import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the engine is given every module, and no other', () => {
  const listed = readFileSync(`${root}/../api.rs`, 'utf8')
    .match(/"[\w/-]+\.js"/g)
    .map((name) => name.slice(1, -1));
  const there = readdirSync(root, { recursive: true }).filter((name) => name.endsWith('.js'));
  assert.deepEqual([...new Set(listed)].sort(), there.sort());
});
