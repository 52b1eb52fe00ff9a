// @ts-check
// What every client must be able to do with our server.

import assert from 'node:assert/strict';
import { assertWhole } from './pictures.mjs';

const TOOLS = [
  'act',
  'do',
  'execute',
  'memory',
  'navigate',
  'read',
  'reset',
  'screenshot',
  'snapshot',
  'tabs',
];
const INVALID_PARAMS = -32602;

const SHOP = `<title>Shop</title><h1>Lamps</h1>
<label>Name <input id="name"></label><button onclick="greet.textContent = 'Hello ' + this.previousElementSibling.control.value">Greet</button>
<p id="greet">nobody</p><table><tr><th>Lamp<th>Price<tr><td>Desk<td>20<tr><td>Floor<td>45</table>
<canvas width="200" height="100"></canvas>
<script>const ink = document.querySelector('canvas').getContext('2d');
for (let x = 0; x < 200; x += 4) { ink.fillStyle = 'hsl(' + x + ' 90% 50%)'; ink.fillRect(x, 0, 4, 100); }</script>`;

/**
 * @typedef {object} World
 * @property {import('./client.mjs').Client} client one that has just come
 * @property {() => Promise<import('./client.mjs').Client>} another one of the same kind and the same name
 * @property {string} page the address of a page
 * @property {import('../conformance/agents/daemon.mjs').Daemon} daemon
 * @property {string} name how both call themselves
 * @property {boolean} mayMissLastWord it may lose progress that comes in one piece with the answer
 */

/** @param {import('./client.mjs').Client} client @param {string} tool @param {object} [args] */
async function done(client, tool, args) {
  const answer = await client.call(tool, args);
  assert.equal(answer.failed, false, `${tool}: ${answer.text}`);
  return answer;
}

/** @type {[string, (world: World) => Promise<void>][]} */
export const scenarios = [
  [
    'tools are listed',
    async ({ client }) => {
      const tools = await client.ask('tools');
      const names = tools.map((/** @type {any} */ tool) => tool.name).sort();
      assert.deepEqual(names, TOOLS);
    },
  ],
  [
    'navigate and snapshot',
    async ({ client, page }) => {
      assert.match((await done(client, 'navigate', { url: page })).text, /Lamps/);
      assert.match((await done(client, 'snapshot')).text, /\[\d+\] button "Greet"/);
    },
  ],
  [
    'act tells what changed',
    async ({ client, page }) => {
      await done(client, 'navigate', { url: page });
      const steps = [
        { do: 'type', target: 'label=Name', text: 'Ada' },
        { do: 'click', target: 'role=button:Greet' },
      ];
      assert.match((await done(client, 'act', { steps })).text, /Hello Ada/);
    },
  ],
  [
    'read markdown, text and tables',
    async ({ client, page }) => {
      await done(client, 'navigate', { url: page });
      assert.match((await done(client, 'read', { what: 'markdown' })).text, /# Lamps/);
      assert.match((await done(client, 'read', { what: 'text' })).text, /nobody/);
      assert.match((await done(client, 'read', { what: 'tables' })).text, /Floor.*45/s);
    },
  ],
  [
    'tabs are opened, listed, used and closed',
    async ({ client, page }) => {
      const first = (await done(client, 'navigate', { url: page })).facts.tab;
      const url = `${page}?second`;
      const second = (await done(client, 'navigate', { url, newTab: true })).facts.tab;
      assert.notEqual(first, second);
      assert.match((await done(client, 'tabs')).text, new RegExp(`current tab is ${second}`));
      await done(client, 'tabs', { do: 'use', tab: first });
      const left = await done(client, 'tabs', { do: 'close', tab: second });
      assert.ok(!left.facts.tabs.includes(second) && left.facts.tabs.includes(first));
    },
  ],
  [
    'screenshots are whole pictures: view, full page, element',
    async ({ client, page }) => {
      await done(client, 'navigate', { url: page });
      for (const args of [{}, { full: true }, { target: 'canvas' }]) {
        const { pictures } = await done(client, 'screenshot', args);
        assert.equal(pictures.length, 1);
        assertWhole(pictures[0]);
      }
    },
  ],
  [
    'execute runs a script, and its state lasts',
    async ({ client, page }) => {
      await done(client, 'navigate', { url: page });
      const code = "state.seen = await page.locator('h1').textContent(); return state.seen";
      assert.match((await done(client, 'execute', { code })).text, /Lamps/);
      assert.match((await done(client, 'execute', { code: 'state.seen' })).text, /Lamps/);
    },
  ],
  [
    'errors: no such tool, wrong arguments, nothing there, a script that throws',
    async ({ client, page }) => {
      await assert.rejects(client.call('tickle'), (/** @type {any} */ error) => {
        assert.match(error.message, /no tool `tickle`/);
        return error.code === undefined || error.code === null || error.code === INVALID_PARAMS;
      });
      await done(client, 'navigate', { url: page });
      const missing = { steps: [{ do: 'click', target: 'text=Chandelier', timeoutMs: 100 }] };
      for (const [tool, args, why] of /** @type {[string, object, RegExp][]} */ ([
        ['act', { steps: [] }, /give 1 to 100 steps/],
        ['act', missing, /Chandelier/],
        ['execute', { code: "throw new Error('no lamp')" }, /no lamp/],
      ])) {
        const answer = await client.call(tool, args);
        assert.ok(answer.failed, tool);
        assert.match(answer.text, why);
        assert.match(answer.text, /Next: /);
      }
    },
  ],
  [
    'progress is told to the last word',
    async ({ client, page, mayMissLastWord }) => {
      await done(client, 'navigate', { url: page });
      const click = { do: 'click', target: 'role=button:Greet' };
      /** @type {string[]} */
      const told = [];
      const progress = (/** @type {string} */ words) => void told.push(words);
      await client.call('act', { steps: [click, click, { do: 'dialog' }] }, { progress });
      const all = ['Step 1 of 3', 'Step 2 of 3', 'Step 3 of 3'];
      const least = mayMissLastWord ? all.length - 1 : all.length;
      assert.deepEqual(told, all.slice(0, Math.max(told.length, least)));
    },
  ],
  [
    'a call that is cancelled ends in the browser, and the next one works',
    async ({ client, page, daemon, name }) => {
      await done(client, 'navigate', { url: page });
      const steps = [
        { do: 'click', target: 'role=button:Greet' },
        { do: 'wait', text: 'Godot', timeoutMs: 60_000 },
      ];
      const progress = (/** @type {string} */ words, /** @type {() => void} */ cancel) => {
        if (words === 'Step 2 of 2') cancel();
      };
      await assert.rejects(client.call('act', { steps }, { progress }));
      await daemon.logged(({ client, operation, outcome }) => {
        return client.startsWith(name) && operation === 'wait' && outcome === 'cancelled';
      });
      assert.match((await done(client, 'snapshot')).text, /Lamps/);
    },
  ],
  [
    'two agents of one name share nothing',
    async ({ client, another, page }) => {
      const own = (await done(client, 'navigate', { url: page })).facts.tab;
      await done(client, 'execute', { code: 'state.secret = 7' });
      const other = await another();
      assert.match((await done(other, 'tabs')).text, /you are in none/);
      const theirs = (await done(other, 'navigate', { url: `${page}?other` })).facts.tab;
      assert.notEqual(own, theirs);
      assert.doesNotMatch((await done(other, 'execute', { code: 'state.secret' })).text, /7/);
      await done(other, 'reset');
      assert.match((await done(client, 'execute', { code: 'state.secret' })).text, /7/);
      assert.match((await done(client, 'snapshot')).text, /Lamps/);
    },
  ],
  [
    'resources and prompts',
    async ({ client, page }) => {
      await done(client, 'navigate', { url: page });
      for (const [uri, what] of /** @type {[string, RegExp][]} */ ([
        ['tabwright://execute.d.ts', /interface Page/],
        ['tabwright://page', /# Lamps/],
        ['tabwright://tabs', /current tab/],
      ])) {
        assert.match((await client.ask('resource', { uri })).contents[0].text, what);
      }
      const task = { name: 'browse', arguments: { task: 'find a lamp' } };
      assert.match(JSON.stringify(await client.ask('prompt', task)), /find a lamp/);
    },
  ],
];

/** The page that scenarios are about. @param {import('../conformance/agents/site.mjs').Site} site */
export const putPage = (site) => site.put(SHOP, 'lamps');
