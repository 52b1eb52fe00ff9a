// @ts-check
// Calls under way: how they go, and how they are ended.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

export default cases([
  {
    name: 'progress is told while it goes on',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put('<button>Save</button>'));
      /** @type {string[]} */
      const told = [];
      const click = { do: 'click', target: 'text=Save' };
      await agent.done(
        'act',
        { steps: [click, click, click] },
        { onProgress: (w) => told.push(w) },
      );
      assert.deepEqual(told, ['Step 1 of 3', 'Step 2 of 3', 'Step 3 of 3']);
    },
  },
  {
    name: 'a call that is cancelled ends in the browser, too',
    over: BOTH,
    async run({ agent, site, daemon }) {
      await agent.go(site.put('<button>Save</button>'));
      const cancelling = new AbortController();
      const waiting = new Promise((resolve) => {
        const steps = [
          { do: 'click', target: 'text=Save' },
          { do: 'wait', text: 'Godot', timeoutMs: 30_000 },
        ];
        const onProgress = (/** @type {string} */ words) => words.startsWith('Step 2') && begun();
        const begun = () => cancelling.abort('enough');
        resolve(agent.call('act', { steps }, { signal: cancelling.signal, onProgress }));
      });
      await assert.rejects(waiting, /enough/);
      const entry = await daemon.logged(({ client, operation, outcome }) => {
        return client === 'agent' && operation === 'wait' && outcome === 'cancelled';
      });
      assert.ok(entry.tookMs < 10_000, `it went on for ${entry.tookMs} ms`);
      assert.match((await agent.done('snapshot')).page, /Save/);
    },
  },
  {
    name: 'a question goes with the call that asked it',
    over: BOTH,
    async run({ agent, site, daemon }) {
      await agent.go(site.put('<input type="password" aria-label="Password">'));
      const cancelling = new AbortController();
      const steps = [{ do: 'type', target: 'label=Password', text: 'x' }];
      const typing = agent.call('act', { steps }, { signal: cancelling.signal });
      const rejected = assert.rejects(typing, /enough/);
      assert.equal((await daemon.questions()).length, 1);
      cancelling.abort('enough');
      await rejected;
      await daemon.calm();
    },
  },
]);
