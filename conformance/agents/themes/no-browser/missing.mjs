// @ts-check
// No browser is there: the agent is told so, while it waits and at the end.
import assert from 'node:assert/strict';
import { cases } from '../../case.mjs';

export default cases([
  {
    name: 'what is missing, and how to mend it',
    limitMs: 45_000,
    async run({ arrive }) {
      const waits = /** @type {const} */ (['stdio', 'http']).map(async (carrier) => {
        const agent = await arrive('guest', carrier);
        /** @type {string[]} */
        const told = [];
        const onProgress = (/** @type {string} */ words) => told.push(words);
        const answer = await agent.call('navigate', { url: 'http://127.0.0.1/' }, { onProgress });
        assert.ok(answer.failed, answer.text);
        assert.match(answer.text, /No browser is connected.*Next: .*tabwright (up|setup)/);
        assert.equal(answer.facts.code, 'no-browser');
        const waiting = told.filter((words) => /^Waiting for a browser to connect/.test(words));
        assert.ok(waiting.length >= 10, `${carrier}: ${told.join(' | ')}`);
        // What needs no browser is there all the same.
        await agent.client.ping();
        assert.equal((await agent.client.listTools()).tools.length, 10);
      });
      await Promise.all(waits);
    },
  },
]);
