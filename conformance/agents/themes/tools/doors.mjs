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
]);
