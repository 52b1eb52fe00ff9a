// @ts-check
// The daemon is killed and comes back; agents go on.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

const PAGE = `<title>Harbour</title><button onclick="this.textContent = 'Saved'">Save</button>`;

export default cases([
  {
    name: 'between calls: it goes on in its tab',
    over: BOTH,
    async run({ agent, site, daemon, carrier }) {
      const { tab } = (await agent.go(site.put(PAGE))).facts;
      await daemon.kill();
      // On stdio the agent's own process starts a daemon where there is none.
      if (carrier === 'http') await daemon.start();
      const after = await agent.done('act', { steps: [{ do: 'click', target: 'text=Save' }] });
      assert.equal(after.facts.tab, tab);
      assert.match(after.page, /Saved/);
      // Its own tabs are still its own: nobody is asked, and they go with it.
      assert.match((await agent.done('tabs')).page, /"Harbour".*\(yours\)/);
      assert.match((await agent.done('reset')).text, /1 tabs closed/);
    },
  },
  {
    name: 'in the middle of a call that only looks: it is made again',
    async run({ agent, site, daemon, person }) {
      const url = site.put(PAGE);
      await agent.go(url);
      const target = await person.at(url);
      // A page that waits for an answer of its server answers nobody else meanwhile.
      const busy = person.evaluate(
        target,
        `const wait = new XMLHttpRequest(); wait.open('GET', '/held?busy', false); wait.send()`,
      );
      const held = await site.held('busy');
      const looking = agent.done('snapshot');
      await daemon.kill();
      held.release();
      assert.match((await looking).page, /button "Save"/);
      await busy;
    },
  },
  {
    name: 'in the middle of a call that acts: it may be half done',
    async run({ agent, site, daemon }) {
      await agent.go(site.put(`${PAGE}<a href="/held?leave">Leave</a>`));
      const acting = agent.call('act', {
        steps: [
          { do: 'click', target: 'text=Save' },
          { do: 'click', target: 'text=Leave' },
        ],
      });
      const held = await site.held('leave');
      await daemon.kill();
      const answer = await acting;
      assert.ok(answer.failed, answer.text);
      assert.match(answer.text, /stopped in the middle of `act`; it may be half done/);
      assert.match(answer.text, /Next: Take a snapshot/);
      held.release();
      assert.match((await agent.done('snapshot')).page, /^"Held/);
    },
  },
  {
    name: 'several agents, by both ways, all go on',
    async run({ arrive, site, daemon }) {
      const agents = await Promise.all([arrive('a'), arrive('b', 'http'), arrive('c')]);
      for (const agent of agents) await agent.go(site.put(PAGE));
      await daemon.kill();
      await daemon.start();
      const answers = await Promise.all(agents.map((agent) => agent.done('snapshot')));
      assert.equal(new Set(answers.map(({ facts }) => facts.tab)).size, 3);
    },
  },
  {
    name: 'many calls at once after it all find its tab',
    over: BOTH,
    async run({ agent, site, daemon }) {
      const { tab } = (await agent.go(site.put(PAGE))).facts;
      await daemon.kill();
      await daemon.start();
      const calls = Array.from({ length: 10 }, () => agent.done('snapshot'));
      for (const { facts } of await Promise.all(calls)) assert.equal(facts.tab, tab);
    },
  },
  {
    name: 'what scripts kept is gone, and nothing else',
    async run({ agent, site, daemon }) {
      await agent.go(site.put(PAGE));
      await agent.run('state.cargo = 7');
      await daemon.kill();
      const kept = await agent.run('return [state.cargo ?? null, await page.title()]');
      assert.deepEqual(kept, [null, 'Harbour']);
    },
  },
  {
    name: 'an agent that comes while there is no daemon starts one',
    async run({ arrive, daemon, site }) {
      await daemon.kill();
      const guest = await arrive('guest');
      /** @type {string[]} */
      const told = [];
      const url = site.put(PAGE);
      await guest.done('navigate', { url }, { onProgress: (words) => told.push(words) });
      assert.match(told[0], /Looking for the Tabwright daemon/);
    },
  },
]);
