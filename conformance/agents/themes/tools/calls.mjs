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
    name: 'the last word about progress comes before the answer, however quick that is',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put('<button>Save</button>'));
      // There is no dialog, so that the last step fails at once.
      const steps = [{ do: 'click', target: 'text=Save' }, { do: 'dialog' }];
      for (let i = 0; i < 10; i++) {
        // On the wire: the official client gives up listening at an answer before it has passed on what came
        // together with it.
        const heard = agent.listen();
        await agent.call('act', { steps }, { onProgress: () => {} });
        const words = heard().map((it) => ('method' in it ? it.params?.message : 'answer'));
        assert.deepEqual(words, ['Step 1 of 2', 'Step 2 of 2', 'answer']);
      }
    },
  },
  {
    name: 'an argument that is null is one that is left out',
    async run({ agent, site }) {
      await agent.go(site.put('<button>Save</button>'));
      const step = { do: 'click', target: 'text=Save', button: null, count: null, text: null };
      await agent.done('act', { steps: [step], tab: null, snapshot: null });
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
