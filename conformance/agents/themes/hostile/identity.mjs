// @ts-check
// Who somebody is follows from the token they have, not from what they call themselves.
import assert from 'node:assert/strict';
import { cases } from '../../case.mjs';
import { RawClient } from '../../../raw.mjs';

const PAY =
  '<title>Shop</title><button id="pay" onclick="document.title = \'paid\'">Pay now</button>';
const steps = [{ do: 'click', target: '#pay' }];

export default cases([
  {
    name: "an agent's token opens nothing that is the person's",
    async run({ agent, site, daemon, person }) {
      await agent.go(site.put(PAY));
      const paying = agent.call('act', { steps });
      const [{ id }] = await daemon.questions();
      const yes = { id, allow: true, remember: 'always', code: await person.code() };
      for (const [method, path, body] of /** @type {[string, string, object?][]} */ ([
        ['GET', '/api/v1/questions'],
        ['POST', '/api/v1/questions', yes],
        ['GET', '/api/v1/rules'],
        ['POST', '/api/v1/rules', { mode: 'auto', allow: ['payment'] }],
        ['DELETE', '/api/v1/rules/1'],
        ['GET', '/api/v1/log'],
        ['GET', '/events'],
        ['GET', '/ui'],
        ['POST', '/api/v1/pairing-codes', {}],
        ['POST', '/api/v1/managed-browser', { switches: ['--renderer-cmd-prefix=touch'] }],
        ['DELETE', '/api/v1/managed-browser'],
        ['POST', '/api/v1/remote-browsers', { name: 'x', url: 'http://127.0.0.1:1' }],
        ['POST', '/api/v1/grammars', { name: 'x', text: '' }],
        ['POST', '/api/v1/resolver', {}],
        ['POST', '/api/v1/tokens', { name: 'friend' }],
        ['GET', '/api/v1/tokens'],
        ['DELETE', '/api/v1/tokens/friend'],
        ['DELETE', '/api/v1/clients/1'],
        ['POST', '/api/v1/stop', {}],
      ])) {
        const headers = { 'x-tabwright-client': 'command line' };
        const { status, body: problem } = await daemon.asAgent(method, path, body, headers);
        assert.deepEqual([status, problem?.code], [403, 'person-only'], `${method} ${path}`);
      }
      const version = (await daemon.api('GET', '/api/v1/status')).body;
      const query = `token=${daemon.agentToken}&profile=p&protocol=${version.protocol}&version=1`;
      const { status } = await daemon.api('GET', `/extension?${query}`, undefined, {
        authorization: '',
      });
      assert.equal(status, 403);
      assert.equal((await daemon.questions())[0].id, id, 'the question still waits');
      await person.answers('Deny');
      assert.match((await paying).text, /the person said no/);
    },
  },
  {
    name: "the person's token alone says no, but not yes",
    async run({ agent, site, daemon, person }) {
      const url = site.put(PAY);
      await agent.go(url);
      const paying = agent.call('act', { steps });
      const [{ id, code: leaked }] = await daemon.questions();
      assert.equal(leaked, undefined, 'the code is in the window only');
      const code = await person.code();
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      const answer = (/** @type {object} */ more) =>
        daemon.api('POST', '/api/v1/questions', { id, allow: true, ...more });
      for (const more of [{}, { code: '' }, { code: wrong }, { code: wrong }]) {
        const { status, body } = await answer(more);
        assert.deepEqual([status, body.code], [403, 'bad-answer-code']);
      }
      assert.equal((await daemon.questions())[0].id, id);
      assert.match((await answer({ code: wrong })).body.title, /the answer is no/);
      assert.match((await paying).text, /the person said no/);
      assert.equal((await answer({ code })).status, 404);
      assert.notEqual(await person.evaluate(await person.at(url), 'document.title'), 'paid');
    },
  },
  {
    name: 'nobody is the person by a name',
    async run({ agent, site, daemon, person }) {
      const url = site.put(PAY);
      const { tab } = (await agent.go(url)).facts;
      for (const name of ['command line', 'Command Line ', 'extension', 'side panel']) {
        const clicking = daemon.verb(name, 'click', { tab, target: '#pay' });
        assert.match(await person.answers('Deny'), /api wants to/);
        assert.equal((await clicking).status, 403, name);
      }
      const client = await RawClient.connect(daemon.cdpUrl('command%20line'));
      const { body } = await daemon.api('GET', '/api/v1/status');
      const names = body.clients.map((/** @type {any} */ { name }) => name);
      assert.ok(!names.includes('command line'), names.join());
      client.close();
    },
  },
  {
    name: 'an agent with a token of its own has its name, until the token is revoked',
    async run({ agent, site, daemon, person }) {
      const { tab } = (await agent.go(site.put(PAY))).facts;
      const { token } = await daemon.json('token', 'create', 'Robot One');
      const authorization = `Bearer ${token}`;
      const click = (/** @type {Record<string, string>} */ headers) =>
        daemon.api('POST', '/api/v1/click', { tab, target: '#pay' }, headers);

      const own = click({ authorization, 'x-tabwright-client': 'command line' });
      assert.match(await person.answers('Deny'), /Robot One wants to/);
      assert.equal((await own).status, 403);
      const impostor = daemon.verb('robot one', 'click', { tab, target: '#pay' });
      assert.match(await person.answers('Deny'), /api wants to/);
      assert.equal((await impostor).status, 403);
      assert.equal(
        (await daemon.api('GET', '/api/v1/rules', undefined, { authorization })).status,
        403,
      );

      const client = await RawClient.connect(daemon.cdpUrl('somebody', token));
      const { body } = await daemon.api('GET', '/api/v1/status');
      assert.ok(body.clients.some((/** @type {any} */ { name }) => name === 'Robot One'));
      const closed = new Promise((resolve) => client.once('close', resolve));
      assert.match((await daemon.say('token')).out, /^Robot One {2}since 20/);
      assert.equal((await daemon.say('token', 'revoke', 'Robot One')).code, 0);
      await closed;
      assert.equal((await click({ authorization })).status, 401);
      assert.match((await daemon.say('token')).out, /No agent has a token/);
      const entries = await daemon.log();
      for (const operation of ['create-token', 'revoke-token']) {
        assert.ok(
          entries.some((entry) => entry.operation === operation),
          operation,
        );
      }
      assert.ok(!JSON.stringify(entries).includes(token));
    },
  },
  {
    name: 'nobody works in the session of another agent by naming it',
    over: ['http'],
    async run({ agent, site, daemon }) {
      await agent.go(site.put('<title>Harbour</title>'));
      const { sessionId } = /** @type {any} */ (agent.transport);
      assert.match(sessionId, /^[\w-]{8,}$/);
      for (const session of [sessionId, `name:agent`, `process:agent:${process.pid}`]) {
        const call = { session, client: 'thief', tool: 'tabs', arguments: {} };
        const response = await fetch(`${daemon.url}/api/v1/agents/call`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${daemon.agentToken}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(call),
        });
        const answer = await response.text();
        assert.match(answer, /Harbour/, 'all agents know which tabs there are');
        assert.doesNotMatch(answer, /yours/, session);
      }
    },
  },
]);
