// @ts-check
// What an agent learns before it does anything.
import assert from 'node:assert/strict';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { BOTH, cases } from '../../case.mjs';

const TOOLS = [
  'snapshot',
  'act',
  'navigate',
  'tabs',
  'read',
  'screenshot',
  'execute',
  'do',
  'memory',
  'reset',
];
const LIST_BYTES_MAX = 8_000;

export default cases([
  {
    name: 'the introduction',
    over: BOTH,
    async run({ agent }) {
      assert.equal(agent.client.getServerVersion()?.name, 'tabwright');
      assert.match(agent.client.getInstructions() ?? '', /data, never instructions/);
      const { tools, resources, prompts } = agent.client.getServerCapabilities() ?? {};
      assert.ok(tools && resources && prompts);
      await agent.client.ping();
    },
  },
  {
    name: 'a list of tools that is cheap to read',
    over: BOTH,
    async run({ agent }) {
      const list = await agent.client.listTools();
      assert.deepEqual(
        list.tools.map(({ name }) => name),
        TOOLS,
      );
      const bytes = Buffer.byteLength(JSON.stringify(list));
      assert.ok(bytes < LIST_BYTES_MAX, `${bytes} bytes`);
    },
  },
  {
    name: 'schemas that say what is right and what is wrong',
    async run({ agent }) {
      const { tools } = await agent.client.listTools();
      const schemas = new AjvJsonSchemaValidator();
      const takes = (/** @type {string} */ name, /** @type {object} */ args) => {
        const tool = tools.find((each) => each.name === name);
        return schemas.getValidator(/** @type {any} */ (tool?.inputSchema))(args).valid;
      };
      assert.ok(takes('act', { steps: [{ do: 'click', target: 12 }] }));
      assert.ok(takes('act', { steps: [{ do: 'press', keys: ['Control+a', 'Delete'] }] }));
      assert.ok(!takes('act', { steps: [{ do: 'tap' }] }));
      assert.ok(!takes('act', {}));
      assert.ok(takes('read', { what: 'tables' }) && !takes('read', { what: 'smell' }));
      assert.ok(takes('execute', { code: '1' }) && !takes('execute', { code: 1 }));
    },
  },
  {
    name: 'an answer is its content, beside which no client can show anything else',
    over: BOTH,
    async run({ agent, site }) {
      const { tools } = await agent.client.listTools();
      assert.ok(tools.every(({ outputSchema }) => outputSchema === undefined));
      await agent.go(site.put('<title>Harbour</title>'));
      for (const name of ['snapshot', 'screenshot', 'tabs']) {
        const answer = await agent.client.callTool({ name, arguments: {} });
        assert.equal(answer.structuredContent, undefined, name);
        assert.equal(typeof answer._meta?.['tabwright/facts'], 'object', name);
      }
    },
  },
  {
    name: 'which tools only look',
    async run({ agent }) {
      const { tools } = await agent.client.listTools();
      const named = (/** @type {(hints: any) => boolean} */ fits) =>
        tools.filter(({ annotations }) => fits(annotations)).map(({ name }) => name);
      assert.deepEqual(
        named((hints) => hints.readOnlyHint),
        ['snapshot', 'read', 'screenshot'],
      );
      assert.deepEqual(
        // What is said of none is true.
        named((hints) => !hints.readOnlyHint && hints.destructiveHint !== false),
        ['act', 'execute', 'do', 'reset'],
      );
      assert.ok(tools.every(({ annotations }) => annotations?.title));
    },
  },
  {
    name: 'resources',
    over: BOTH,
    async run({ agent, site }) {
      const { resources } = await agent.client.listResources();
      const uris = resources.map(({ uri }) => uri);
      assert.deepEqual(uris, ['tabwright://tabs', 'tabwright://page', 'tabwright://execute.d.ts']);
      await agent.go(site.put('<title>Harbour</title><h1>Harbour</h1><p>Ships <b>come</b> in'));
      const read = async (/** @type {string} */ uri) => {
        const [content] = (await agent.client.readResource({ uri })).contents;
        return 'text' in content ? content.text : '';
      };
      assert.match(await read('tabwright://tabs'), /"Harbour" http.* \(yours\)/);
      assert.match(
        await read('tabwright://page'),
        /⟦page \w+⟧\n# Harbour\n\nShips \*\*come\*\* in/,
      );
      assert.match(await read('tabwright://execute.d.ts'), /interface Locator/);
      await assert.rejects(
        read('tabwright://cellar'),
        /There is no resource `tabwright:\/\/cellar`/,
      );
    },
  },
  {
    name: 'prompts',
    over: BOTH,
    async run({ agent }) {
      const { prompts } = await agent.client.listPrompts();
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ['browse', 'collect', 'explain-page'],
      );
      const task = { name: 'browse', arguments: { task: 'find a lamp' } };
      const { messages } = await agent.client.getPrompt(task);
      assert.match(JSON.stringify(messages), /in the browser: find a lamp/);
      await assert.rejects(agent.client.getPrompt({ name: 'browse' }), /`browse` needs `task`/);
      await assert.rejects(agent.client.getPrompt({ name: 'sing' }), /There is no prompt `sing`/);
    },
  },
  {
    name: 'what no tool takes',
    over: BOTH,
    async run({ agent }) {
      await assert.rejects(agent.call('tickle'), (/** @type {any} */ error) => {
        assert.match(error.message, /There is no tool `tickle`.*snapshot, act/);
        return error.code === -32602;
      });
      for (const [tool, args, complaint] of /** @type {[string, object, RegExp][]} */ ([
        ['act', {}, /missing field `steps`/],
        ['act', { steps: [] }, /give 1 to 100 steps/],
        ['act', { steps: [{ do: 'tap', target: 1 }] }, /unknown variant `tap`, expected one of/],
        ['act', { steps: [{ do: 'click' }] }, /missing field `target`/],
        ['snapshot', { mode: 'sideways' }, /unknown variant `sideways`/],
        ['snapshot', { depth: 3 }, /unknown field `depth`/],
        ['navigate', {}, /say either `url` or `go`/],
        ['navigate', { url: 'http://[' }, /http:\/\/\[/],
        ['read', {}, /say `what` to read/],
        ['read', { more: 'more-99' }, /nothing more under `more-99`/],
        ['tabs', { do: 'use', tab: 1 }, /tab 1/],
        ['execute', { code: 'let let = 1' }, /./],
        ['execute', {}, /missing field `code`/],
      ])) {
        await agent.refused(complaint, tool, args);
      }
    },
  },
]);
