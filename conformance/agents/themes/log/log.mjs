// @ts-check
// Everything that was done can be read back, and nothing can be taken out.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOTH, cases } from '../../case.mjs';
import { Daemon } from '../../daemon.mjs';

const PAGE = `<title>Desk</title><label>Name <input></label>
  <button onclick="this.textContent = 'Done'">Do</button><button>Pay now</button>`;

/** @param {import('../../daemon.mjs').Daemon} daemon */
async function assertWhole(daemon) {
  const verified = await daemon.json('log', 'verify');
  assert.equal(verified.whole, true, JSON.stringify(verified));
  return verified.entries;
}

export default cases([
  {
    name: 'who did what, where, and what came of it',
    over: BOTH,
    async run({ arrive, site, daemon, person, carrier }) {
      const name = `clerk-${carrier}`;
      const clerk = await arrive(name);
      const url = site.put(PAGE);
      const { tab } = (await clerk.go(`${url}?session=hidden`)).facts;
      await clerk.act({ do: 'type', target: 'label=Name', text: 'Ada' });
      await clerk.act({ do: 'click', target: 'text=Do' });
      await clerk.call('act', { steps: [{ do: 'click', target: 'text=Gone', timeoutMs: 200 }] });
      const paying = clerk.call('act', { steps: [{ do: 'click', target: 'text=Pay now' }] });
      await person.answers('Deny');
      await paying;
      await clerk.run(`await page.getByText('Done').click(); await page.evaluate('1')`);
      await clerk.refused(/may not/, 'navigate', { url: 'chrome://settings' });

      const entries = await daemon.log('--client', name);
      const told = entries.map(({ operation, outcome }) => `${operation} ${outcome}`);
      for (const line of [
        'open done',
        'snapshot done',
        'type done',
        'click done',
        'click failed',
        'click refused',
        'eval done',
        'open refused',
      ]) {
        assert.ok(told.includes(line), `${line} is not among ${told.join(', ')}`);
      }
      const click = entries.find(
        ({ operation, outcome }) => operation === 'click' && outcome === 'done',
      );
      assert.equal(click.origin, 'mcp');
      assert.equal(click.tab, tab);
      assert.equal(click.url, url, 'what follows ? is not kept');
      assert.match(click.detail, /Do/);
      const refused = entries.find(({ outcome }) => outcome === 'refused');
      assert.match(refused.note, /the person said no/);
      const answers = await daemon.log('--operation', 'answer');
      assert.match(answers.at(-1).note, new RegExp(`refused: ${name} may`));
      assert.equal(answers.at(-1).client, 'extension');
      assert.deepEqual(await daemon.log('--client', name, '--site', 'nowhere.example'), []);
      await assertWhole(daemon);
    },
  },
  {
    name: 'CDP clients are in it',
    async run({ site, daemon, playwright }) {
      const url = site.put(PAGE);
      const [context] = (await playwright('diarist')).contexts();
      const page = await context.newPage();
      await page.goto(url);
      await page.click('text=Do');
      await page.close();
      const told = (await daemon.log('--client', 'diarist')).map(({ operation }) => operation);
      for (const operation of [
        'connect',
        'Target.createTarget',
        'Page.navigate',
        'script',
        'input',
      ]) {
        assert.ok(told.includes(operation), `${operation} is not among ${told.join(', ')}`);
      }
    },
  },
  {
    name: 'whole after the daemon was killed in the middle of many calls',
    async run({ arrive, site, daemon }) {
      const agents = await Promise.all(['a', 'b', 'c', 'd'].map((name) => arrive(name)));
      await Promise.all(agents.map((agent) => agent.go(site.put(PAGE))));
      const before = await assertWhole(daemon);
      const calls = agents.flatMap((agent) => [
        agent.call('execute', {
          code: `for (let i = 0; i < 200; i += 1) { await page.title(); await page.getByLabel('Name').fill(String(i)); }`,
        }),
        ...Array.from({ length: 20 }, () => agent.call('snapshot')),
      ]);
      const settled = Promise.allSettled(calls);
      await Promise.race(calls);
      await daemon.kill();
      await daemon.start();
      await settled;
      for (const agent of agents) await agent.call('snapshot');
      const after = await assertWhole(daemon);
      assert.ok(after > before + 10, `${before} entries, then ${after}`);
    },
  },
  {
    name: 'a line that was changed is found',
    async run({ agent, site, daemon, folder }) {
      await agent.go(site.put(PAGE));
      await assertWhole(daemon);
      const copy = new Daemon({ program: daemon.program, home: folder, port: 0 });
      const log = join(folder, 'state/audit');
      cpSync(join(daemon.home, 'state/audit'), log, { recursive: true });
      await assertWhole(copy);
      const [file] = readdirSync(log).filter((name) =>
        readFileSync(join(log, name), 'utf8').includes('"agent"'),
      );
      const text = readFileSync(join(log, file), 'utf8');
      writeFileSync(join(log, file), text.replace('"agent"', '"nobody"'));
      const { code, out } = await copy.say('log', 'verify');
      assert.notEqual(code, 0);
      assert.match(out, /changed or damaged/);
    },
  },
]);
