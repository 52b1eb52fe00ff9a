// @ts-check
// Several agents in one browser.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

/** A page that counts what is done to it. */
const COUNTER = `<title>Counter</title><p id="count">0</p>
  <button onclick="count.textContent = Number(count.textContent) + 1">Add</button>`;
const add = { do: 'click', target: 'text=Add' };

export default cases([
  {
    name: 'two at once, each in its tab and its group',
    over: BOTH,
    async run({ arrive, site, daemon }) {
      const [ada, bob] = await Promise.all([arrive('ada'), arrive('bob')]);
      const urls = [site.put(COUNTER), site.put(COUNTER)];
      const [hers, his] = await Promise.all([ada.go(urls[0]), bob.go(urls[1])]);
      assert.notEqual(hers.facts.tab, his.facts.tab);
      await Promise.all([ada.act(add, add, add, add), bob.act(add, add)]);
      const [seenByAda, seenByBob] = await Promise.all([
        ada.done('snapshot'),
        bob.done('snapshot'),
      ]);
      assert.equal(seenByAda.facts.tab, hers.facts.tab);
      assert.match(seenByAda.page, /^4$/m);
      assert.match(seenByBob.page, /^2$/m);
      const groups = new Map((await daemon.tabs()).map(({ id, group }) => [id, group]));
      assert.equal(groups.get(hers.facts.tab), 'ada');
      assert.equal(groups.get(his.facts.tab), 'bob');
      const { body } = await daemon.api('GET', '/api/v1/status');
      /** @type {{ kind: string, name: string, attachedTabs: number }[]} */
      const clients = body.clients;
      for (const wanted of ['ada', 'bob']) {
        const there = clients.filter(({ kind, name }) => kind === 'agent' && name === wanted);
        assert.deepEqual(
          there.map(({ attachedTabs }) => attachedTabs),
          [1],
        );
      }
    },
  },
  {
    name: "on one tab the second one needs the person's word",
    over: BOTH,
    async run({ arrive, site, person }) {
      const [ada, bob] = [await arrive('ada'), await arrive('bob')];
      const { tab } = (await ada.go(site.put(COUNTER))).facts;
      const using = bob.call('tabs', { do: 'use', tab });
      assert.match(await person.answers('Deny'), /bob wants to\s+drive your tab “Counter”/);
      const denied = await using;
      assert.ok(denied.failed);
      assert.match(denied.text, /the person said no.*Next: .*navigate/);
      const again = bob.done('tabs', { do: 'use', tab });
      await person.answers('Allow once');
      await again;
      // From now on it is both of theirs, and nobody is asked again.
      await Promise.all([ada.act(add, add), bob.act(add)]);
      assert.match((await ada.done('snapshot')).page, /^3$/m);
      assert.match((await bob.done('snapshot')).page, /^3$/m);
    },
  },
  {
    name: 'two of one name are told apart',
    over: BOTH,
    async run({ arrive, site, daemon }) {
      const [one, two] = [await arrive('twin'), await arrive('twin')];
      const first = (await one.go(site.put(COUNTER))).facts.tab;
      const second = (await two.go(site.put(COUNTER))).facts.tab;
      const groups = new Map((await daemon.tabs()).map(({ id, group }) => [id, group]));
      assert.deepEqual([groups.get(first), groups.get(second)], ['twin', 'twin 2']);
      await one.act(add);
      assert.match((await two.done('snapshot')).page, /^0$/m);
      assert.deepEqual(await two.run('return pages().length'), 1);
    },
  },
  {
    name: 'five at once, by both ways',
    async run({ arrive, site }) {
      const names = ['a', 'b', 'c', 'd', 'e'];
      const agents = await Promise.all(
        names.map((name, at) => arrive(name, at % 2 === 0 ? 'stdio' : 'http')),
      );
      const work = agents.map(async (agent, at) => {
        await agent.go(site.put(COUNTER));
        await agent.act(...Array.from({ length: at + 1 }, () => add));
        const scripted = await agent.run(`
          await page.getByText('Add').click();
          return await page.locator('#count').innerText();`);
        const { page } = await agent.done('read', { what: 'text' });
        return [scripted, page.split('\n')[0]];
      });
      const counted = names.map((_, at) => [String(at + 2), String(at + 2)]);
      assert.deepEqual(await Promise.all(work), counted);
    },
  },
  {
    name: 'clicks at once in one tab are all done',
    over: BOTH,
    async run({ agent, site, person }) {
      const url = site.put(COUNTER);
      await agent.go(url);
      const target = await person.at(url);
      for (const count of ['4', '8', '12']) {
        await Promise.all([agent.act(add), agent.act(add, add), agent.act(add)]);
        assert.equal(await person.evaluate(target, 'count.textContent'), count);
      }
    },
  },
  {
    name: 'calls of one agent at once',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(COUNTER));
      const calls = [
        agent.done('snapshot'),
        agent.done('read', { what: 'text' }),
        agent.done('tabs'),
        agent.act(add),
        agent.run('return await page.title()'),
      ];
      const answers = await Promise.all(calls);
      assert.equal(answers[4], 'Counter');
      assert.match((await agent.done('snapshot')).page, /^1$/m);
    },
  },
  {
    name: 'one that the person sends away',
    over: BOTH,
    async run({ arrive, carrier, site, daemon }) {
      const rogue = await arrive(`rogue-${carrier}`);
      await rogue.go(site.put(COUNTER));
      const { body } = await daemon.api('GET', '/api/v1/status');
      const { id } = body.clients.find(
        (/** @type {any} */ { name }) => name === `rogue-${carrier}`,
      );
      assert.equal((await daemon.say('disconnect', String(id))).code, 0);
      await rogue.refused(/sent|away|person/i, 'snapshot');
    },
  },
  {
    name: 'one that leaves is no longer there, and its tab is',
    over: BOTH,
    async run({ arrive, site, daemon, person }) {
      const guest = await arrive('guest');
      const url = site.put(COUNTER);
      await guest.go(url);
      await guest.leave();
      const { body } = await daemon.api('GET', '/api/v1/status');
      assert.deepEqual(
        body.clients.filter((/** @type {any} */ client) => client.name === 'guest'),
        [],
      );
      assert.ok(person.addresses.includes(url));
    },
  },
]);
