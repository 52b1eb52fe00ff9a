// @ts-check
// A page that runs away: what follows is judged by where it is then.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

export default cases([
  {
    name: 'it goes to a denied site in the middle of a script',
    over: BOTH,
    async run({ agent, site, daemon, person }) {
      const vault = site.put('<title>Vault</title><button>Take</button>');
      const there = vault.replace(site.a, site.b);
      const url = site.put(
        `<title>Bait</title><button onclick="location.href = '${there}'">Go</button>`,
      );
      await daemon.rule({ site: new URL(site.b).host, mode: 'deny' });
      await agent.go(url);
      const answer = await agent.call('execute', {
        code: `await page.getByText('Go').click();
          await page.waitForURL('**', { timeout: 2000 }).catch(() => {});
          await page.getByText('Take').click({ timeout: 2000 });
          return 'taken';`,
      });
      assert.ok(answer.failed, answer.text);
      await person.at(there);
      const read = await agent.refused(/not allowed.*deny/, 'snapshot');
      assert.doesNotMatch(read.text, /Vault|Take/);
      await agent.refused(/deny/, 'act', { steps: [{ do: 'click', target: 'text=Take' }] });
      await agent.refused(/deny/, 'screenshot');
      assert.doesNotMatch((await agent.done('tabs')).text, /Vault/);
      await agent.done('navigate', { url, newTab: true });
    },
  },
  {
    name: 'it tries to open the browser and the machine',
    over: BOTH,
    async run({ agent, site, person }) {
      const url = site.put(`<title>Bait</title><button id="go">Go</button><script>
        go.onclick = () => {
          for (const there of ['file:///etc/passwd', 'chrome://settings/', 'view-source:{a}/']) {
            try { window.open(there); } catch {}
            try { location.href = there; } catch {}
          }
        };
      </script>`);
      await agent.go(url);
      await agent.call('act', { steps: [{ do: 'click', target: '#go' }] });
      const after = await agent.call('snapshot');
      assert.doesNotMatch(after.text, /root:|Settings/);
      const opened = person.addresses.filter((each) => /^(file|view-source):|settings/.test(each));
      assert.deepEqual(opened, []);
    },
  },
  {
    name: 'it opens popups without end',
    async run({ agent, site }) {
      const popup = site.put('<title>Popup</title>', 'many');
      await agent.go(
        site.put(
          `<button onclick="for (let i = 0; i < 20; i += 1) window.open('${popup}?' + i)">Go</button>`,
        ),
      );
      const acted = await agent.call('act', { steps: [{ do: 'click', target: 'text=Go' }] });
      assert.match(acted.text, /opened tab|Popup/);
      assert.match((await agent.done('reset')).text, /tabs closed/);
    },
  },
  {
    name: 'it is replaced while the person is asked about it',
    async run({ agent, site, daemon, person }) {
      const url = site.put('<title>Shop</title><button id="pay">Pay now</button>');
      const trap = site.put(
        `<title>Trap</title><button id="pay" onclick="document.title = 'caught'">Pay now</button>`,
      );
      await agent.go(url);
      const paying = agent.call('act', {
        steps: [{ do: 'click', target: '#pay', timeoutMs: 2000 }],
      });
      await daemon.questions();
      const target = await person.at(url);
      await person.evaluate(
        target,
        `setTimeout(() => location.replace('${trap.replace(site.a, site.b)}'))`,
      );
      await person.at(trap.replace(site.a, site.b));
      await person.answers('Allow once');
      const answer = await paying;
      assert.ok(answer.failed, `a yes for one site was used on another: ${answer.text}`);
      assert.equal(await person.evaluate(target, 'document.title'), 'Trap');
    },
  },
]);
