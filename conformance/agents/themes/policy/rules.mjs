// @ts-check
// Rules by client and by site: for tools, scripts, the API and CDP alike.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

const PAGE = `<title>Desk</title><button onclick="this.textContent = 'Done'">Do</button>`;
const press = { do: 'click', target: 'text=Do' };

export default cases([
  {
    name: 'read-only looks and does nothing',
    over: BOTH,
    async run({ agent, site, daemon }) {
      const url = site.put(PAGE);
      await agent.go(url);
      await daemon.rule({ client: 'agent', mode: 'read-only' });
      assert.match((await agent.done('snapshot')).page, /button "Do"/);
      await agent.done('read', { what: 'text' });
      await agent.done('screenshot');
      await agent.refused(/not allowed.*read-only/, 'act', { steps: [press] });
      await agent.refused(/read-only/, 'execute', { code: `await page.getByText('Do').click()` });
      await agent.refused(/read-only/, 'execute', { code: `await page.evaluate('1')` });
      assert.equal(await agent.run('return await page.title()'), 'Desk');
    },
  },
  {
    name: 'deny by client, and by site for everybody',
    over: BOTH,
    async run({ agent, arrive, site, daemon }) {
      const url = site.put(PAGE);
      const there = url.replace(site.a, site.b);
      await agent.go(url);
      await daemon.rule({ site: new URL(site.b).host, mode: 'deny' });
      await agent.refused(/not allowed.*deny/, 'navigate', { url: there });
      await agent.refused(/deny/, 'execute', { code: `await page.goto('${there}')` });
      await agent.refused(/deny/, 'execute', { code: `await fetchPage('${there}')` });
      assert.equal((await daemon.verb('robot', 'open', { url: there, in: 'new' })).status, 403);
      await agent.act(press);
      await daemon.rule({ client: 'mallory*', mode: 'deny' });
      const mallory = await arrive('mallory-7');
      await mallory.refused(/deny/, 'navigate', { url });
      const listed = await mallory.call('tabs');
      assert.doesNotMatch(listed.text, /Desk/);
    },
  },
  {
    name: 'ask mode asks about whatever changes something',
    over: BOTH,
    async run({ agent, site, daemon, person }) {
      await agent.go(site.put(PAGE));
      await daemon.rule({ client: 'agent', mode: 'ask' });
      await agent.done('snapshot');
      const first = agent.call('act', { steps: [press] });
      assert.match(await person.answers('Deny'), /click/);
      assert.match((await first).text, /the person said no/);
      const second = agent.done('act', { steps: [press] });
      await person.answers('Allow here for now');
      assert.match((await second).page, /Done/);
    },
  },
  {
    name: 'a lock keeps it where it belongs',
    over: BOTH,
    async run({ agent, site, daemon }) {
      const inside = site.put(`${PAGE}<a href="{b}/">Out</a>`, 'reports/one');
      const outside = site.put(PAGE);
      await daemon.rule({ client: 'agent', locked_url: `${site.a}/reports/*` });
      await agent.refused(/locks the client to/, 'navigate', { url: outside });
      await agent.go(inside);
      await agent.act(press);
      await agent.refused(/locks/, 'execute', { code: `await page.goto('${outside}')` });
      // A page may lead out; there, nothing can be done.
      await agent.call('act', { steps: [{ do: 'click', target: 'text=Out' }] });
      await agent.refused(/locks/, 'read', { what: 'text' });
      await agent.go(inside);
    },
  },
  {
    name: 'no new tabs: its own are refused, and those of a page are closed',
    over: BOTH,
    async run({ agent, site, daemon, person }) {
      const popup = site.put('<title>Popup</title>', 'popup');
      const url = site.put(`<button onclick="window.open('${popup}')">Open</button>`);
      await agent.go(url);
      await daemon.rule({ client: 'agent', new_tabs: false });
      await agent.refused(/opening tabs is not allowed/, 'navigate', { url: popup, newTab: true });
      await agent.refused(/opening tabs/, 'execute', { code: 'await context.newPage()' });
      const acted = await agent.act({ do: 'click', target: 'text=Open' });
      assert.match(acted.text, /the tab it opened was closed: opening tabs is not allowed/);
      await person.gone(/\/popup$/);
    },
  },
  {
    name: 'a rule goes as it came',
    async run({ agent, site, daemon }) {
      await agent.go(site.put(PAGE));
      const added = await daemon.json('rules', 'add', '--client', 'agent', '--mode', 'deny');
      await agent.refused(/deny/, 'snapshot');
      await daemon.json('rules', 'remove', String(added.rules[0].id));
      await agent.done('snapshot');
    },
  },
]);
