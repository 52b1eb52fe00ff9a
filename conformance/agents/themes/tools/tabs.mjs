// @ts-check
// Tabs: its own, the person's, and none any more.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

export default cases([
  {
    name: 'its own are opened, listed, used and closed',
    over: BOTH,
    async run({ agent, site, daemon }) {
      const ship = (await agent.go(site.put('<title>Ship</title>'))).facts.tab;
      const crane = (
        await agent.done('navigate', { url: site.put('<title>Crane</title>'), newTab: true })
      ).facts.tab;
      assert.notEqual(crane, ship);
      const list = await agent.done('tabs');
      assert.match(list.text, new RegExp(`your current tab is ${crane}`));
      assert.match(list.page, /"Ship" http.* \(yours\)/);
      assert.deepEqual(
        [ship, crane].every((id) => list.facts.tabs.includes(id)),
        true,
      );
      const about = await agent.done('tabs', { do: 'list', about: 'crane' });
      assert.deepEqual(about.facts.tabs, [crane]);
      assert.match((await agent.done('tabs', { do: 'use', tab: ship })).text, /"Ship"/);
      assert.equal((await agent.done('snapshot')).facts.tab, ship);
      await agent.done('tabs', { do: 'use', about: 'crane' });
      assert.match((await agent.done('snapshot')).page, /^"Crane"/);
      await agent.done('tabs', { do: 'close' });
      await agent.refused(/no tab|gone|not there|closed/i, 'snapshot', { tab: crane });
      const tabs = await daemon.tabs();
      const group = tabs.find((/** @type {any} */ tab) => tab.id === ship).group;
      assert.equal(group, 'agent');
    },
  },
  {
    name: 'reset closes what it opened and forgets what scripts kept',
    over: BOTH,
    async run({ agent, site, person }) {
      const url = site.put('<title>Ship</title>');
      await agent.go(url);
      await agent.run('state.cargo = 7');
      assert.equal(await agent.run('return state.cargo'), 7);
      assert.match((await agent.done('reset')).text, /1 tabs closed/);
      await person.gone(new RegExp(`^${url}$`));
      assert.equal(await agent.run('return state.cargo ?? null'), null);
      assert.match((await agent.done('tabs')).text, /you are in none/);
    },
  },
  {
    name: 'reset closes a tab whose page asks before it is left',
    over: BOTH,
    async run({ agent, site, person }) {
      const ask = 'onbeforeunload = (event) => event.preventDefault()';
      const url = site.put(`<title>Draft</title><button>Edit</button><script>${ask}</script>`);
      await agent.go(url);
      await agent.done('act', { steps: [{ do: 'click', target: 'text=Edit' }] });
      assert.match((await agent.done('reset')).text, /1 tabs closed/);
      await person.gone(new RegExp(`^${url}$`));
    },
  },
]);
