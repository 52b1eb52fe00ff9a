// @ts-check
// What a script cannot do, and what becomes of one that tries.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

export default cases([
  {
    name: 'state lasts between calls, and belongs to one session',
    over: BOTH,
    async run({ agent, arrive }) {
      await agent.run(`state.list = [1, 2]; state.count = 1`);
      assert.deepEqual(await agent.run(`state.list.push(3); return state`), {
        list: [1, 2, 3],
        count: 1,
      });
      const other = await arrive('other');
      assert.deepEqual(await other.run('return state'), {});
    },
  },
  {
    name: 'a method that is not there names the nearest',
    async run({ agent }) {
      const missing = [
        [`page.clik('a')`, /page\.clik is not available here\. Nearest: page\.click\(\)/],
        [`page.route('**', () => {})`, /page\.route is not available.*waitForResponse/],
        [`page.locator('a').fil('x')`, /Nearest: .*fill\(\)/],
        [`context.cookies()`, /context\.cookies is not available/],
      ];
      for (const [code, why] of missing) {
        await agent.refused(/** @type {RegExp} */ (why), 'execute', { code: `await ${code}` });
      }
    },
  },
  {
    name: 'an endless loop ends, and the session goes on',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put('<title>Calm</title>'));
      await agent.run('state.before = 1');
      await agent.refused(/time|ms|long/i, 'execute', { code: 'for (;;);', timeoutMs: 300 });
      await agent.refused(/time|ms|long/i, 'execute', {
        code: 'await new Promise(() => {})',
        timeoutMs: 300,
      });
      assert.equal(await agent.run('return await page.title()'), 'Calm');
    },
  },
  {
    name: 'memory, depth and output are bounded',
    async run({ agent }) {
      await agent.refused(/memory/i, 'execute', {
        code: `const hoard = []; for (;;) hoard.push('x'.repeat(1e6) + hoard.length)`,
      });
      await agent.refused(/stack|recursion/i, 'execute', { code: '(function f() { f(); })()' });
      const wordy = await agent.done('execute', {
        code: `const line = 'x'.repeat(1e5); for (let i = 0; i < 1e3; i += 1) console.log(line); return 'end'`,
      });
      assert.match(wordy.text, /output cut at the sandbox's limit/);
      assert.ok(wordy.text.length < 13_000, `${wordy.text.length} characters`);
      assert.equal(typeof wordy.facts.more, 'string');
      assert.equal(await agent.run('return 1 + 1'), 2);
    },
  },
  {
    name: 'there is no way out',
    over: BOTH,
    async run({ agent }) {
      const found = await agent.run(`
        const tried = {};
        const names = ['process', 'require', 'fetch', 'XMLHttpRequest', 'WebSocket', 'Deno', 'Bun', 'std',
          'os', 'module', 'importScripts', 'Worker', 'WebAssembly', 'scriptArgs'];
        for (const name of names) tried[name] = typeof globalThis[name];
        const attempts = {
          Function: () => Function('return 1')(),
          constructor: () => (() => {}).constructor('return 1')(),
          async: () => (async () => {}).constructor('return 1')(),
          generator: () => (function* () {}).constructor('return 1')(),
          eval: () => (0, eval)('1'),
          page: () => page.goto.constructor('return 1')(),
        };
        for (const [name, attempt] of Object.entries(attempts)) {
          try { tried[name] = await attempt(); } catch (error) { tried[name] = 'refused'; }
        }
        for (const module of ['fs', 'std', 'os', 'node:fs', './api/main.js'])
          tried['import ' + module] = await import(module).then(() => 'loaded', () => 'refused');
        return tried;`);
      for (const [name, outcome] of Object.entries(found)) {
        assert.match(String(outcome), /^(undefined|refused)$/, `${name}: ${outcome}`);
      }
    },
  },
  {
    name: 'what a script breaks is whole again for the next',
    async run({ agent, site }) {
      await agent.go(site.put('<title>Whole</title>'));
      await agent.call('execute', {
        code: `page.title = () => 'broken'; Object.prototype.toString = 1; Array.prototype.map = 1;
          Promise.prototype.then = 1; globalThis.page = null; JSON.stringify = () => '"forged"';`,
      });
      assert.equal(await agent.run('return await page.title()'), 'Whole');
      assert.deepEqual(await agent.run('return [1].map((x) => x + 1)'), [2]);
    },
  },
]);
