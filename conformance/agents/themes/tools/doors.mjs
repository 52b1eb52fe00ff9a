// @ts-check
// Who may speak MCP to the daemon: whoever has the token, from outside of any browser.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { cases } from '../../case.mjs';

const HELLO = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'stranger', version: '1' },
  },
});

/** @param {string} url @param {Record<string, string>} headers @returns {Promise<number | undefined>} */
function knock(url, headers) {
  return new Promise((resolve, reject) => {
    const kinds = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const asking = request(url, { method: 'POST', headers: { ...kinds, ...headers } }, (answer) => {
      resolve(answer.statusCode);
      answer.destroy();
    });
    asking.on('error', reject);
    asking.end(HELLO);
  });
}

export default cases([
  {
    name: 'with the token, the right host and no origin',
    async run({ daemon }) {
      const url = `${daemon.url}/mcp`;
      const bearer = { authorization: `Bearer ${daemon.agentToken}` };
      assert.equal(await knock(url, bearer), 200);
      assert.equal(await knock(`${url}?token=${daemon.agentToken}`, {}), 200);
      assert.equal(await knock(url, {}), 401);
      assert.equal(await knock(url, { authorization: 'Bearer guess' }), 401);
      assert.equal(await knock(url, { ...bearer, host: 'evil.example' }), 403);
      assert.equal(await knock(url, { ...bearer, origin: 'https://evil.example' }), 403);
      assert.equal(await knock(url, { ...bearer, origin: 'http://localhost:8080' }), 403);
    },
  },
  {
    name: 'with the own origin of the server, which no page has, at /mcp alone and with the token',
    async run({ daemon }) {
      const bearer = { authorization: `Bearer ${daemon.agentToken}` };
      const { port } = new URL(daemon.url);
      const origin = daemon.url;
      assert.equal(await knock(`${daemon.url}/mcp`, { ...bearer, origin }), 200);
      assert.equal(await knock(`${daemon.url}/mcp`, { origin }), 401);
      assert.equal(await knock(`${daemon.url}/api/v1/tabs`, { ...bearer, origin }), 403);
      // Another program may serve pages at ::1, and these have the origin of localhost.
      const elsewhere = `http://localhost:${port}`;
      assert.equal(await knock(`${daemon.url}/mcp`, { ...bearer, origin: elsewhere }), 403);
    },
  },
  {
    name: 'the end of a session over HTTP is told as done',
    async run({ daemon }) {
      const headers = {
        authorization: `Bearer ${daemon.agentToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      };
      const url = `${daemon.url}/mcp`;
      const begun = await fetch(url, { method: 'POST', headers, body: HELLO });
      const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
      await begun.text();
      const ended = await fetch(url, { method: 'DELETE', headers: { ...headers, ...session } });
      assert.equal(ended.status, 204);
    },
  },
]);
