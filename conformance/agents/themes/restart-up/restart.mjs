// @ts-check
// The daemon is killed beside a browser that it has started, and whose extension connects again a moment later.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

export default cases([
  {
    name: 'it goes on in its tab',
    over: BOTH,
    async run({ agent, site, daemon, carrier }) {
      const { tab } = (await agent.go(site.put('<title>Harbour</title><p>Ships'))).facts;
      await daemon.kill();
      // On stdio the agent's own process starts a daemon where there is none.
      if (carrier === 'http') await daemon.start();
      const after = await agent.done('snapshot');
      assert.equal(after.facts.tab, tab);
      assert.match(after.page, /Ships/);
    },
  },
]);
