// @ts-check
// A page that wants a secret, and one that gives it away.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BOTH, cases } from '../../case.mjs';

const VALUE = 'Sesam-öffne+dich/7319';
const FIELD = `<title>Login</title><label>Key <input id="key"></label>`;
/** Shows what was typed wherever a page can. */
const ECHO = `${FIELD}<p id="said"></p><a id="link">Link</a><table><tr><td id="cell"></table><script>
  key.oninput = () => {
    const value = key.value;
    said.textContent = 'You typed ' + value;
    cell.textContent = value;
    document.title = 'Key ' + value;
    link.href = '/echo?' + encodeURIComponent(value);
    key.setAttribute('aria-label', 'Key ' + value);
    console.log('typed', value, { value });
    history.replaceState(null, '', '?key=' + encodeURIComponent(value));
    fetch('/echo?sent=' + encodeURIComponent(value), { method: 'POST', body: JSON.stringify({ value }) })
      .then((answer) => answer.text()).then(() => { document.body.dataset.sent = 'yes'; });
  };
</script>`;
const FORMS = [VALUE, encodeURIComponent(VALUE), JSON.stringify(VALUE).slice(1, -1)];

/** @param {string} text @param {string} where */
function hasNone(text, where) {
  for (const form of FORMS) assert.ok(!text.includes(form), `${where} has the secret as ${form}`);
}

/** @param {string} folder @returns {string} all that is in its files */
function all(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return all(path);
      return entry.isFile() ? readFileSync(path, 'utf8') : '';
    })
    .join('\n');
}

export default cases([
  {
    name: 'on the wrong site it is not typed',
    over: BOTH,
    async run({ agent, site, daemon, person }) {
      await daemon.tell(VALUE, 'secret', 'set', 'wrong', '--site', 'bank.example');
      const url = site.put(FIELD);
      await agent.go(url);
      const steps = [{ do: 'type', target: '#key', text: '${secret:wrong}' }];
      const refused = await agent.refused(/wrong/, 'act', { steps });
      assert.equal(refused.facts.code, 'secret-problem');
      await agent.refused(/wrong/, 'execute', {
        code: `await page.fill('#key', '\${secret:wrong}')`,
      });
      await agent.refused(/nowhere/, 'act', {
        steps: [{ do: 'type', target: '#key', text: '${secret:nowhere}' }],
      });
      assert.equal(await person.evaluate(await person.at(url), 'key.value'), '');
    },
  },
  {
    name: 'on a page that is replaced while the person is asked it is not typed',
    async run({ agent, site, daemon, person }) {
      await daemon.tell(VALUE, 'secret', 'set', 'moved', '--site', '127.0.0.1');
      const field = '<input type="password" id="key" oninput="document.title = this.value">';
      const url = site.put(field);
      const trap = site.put(`<title>Trap</title>${field}`).replace(site.a, site.b);
      await agent.go(url);
      const typing = agent.call('act', {
        steps: [{ do: 'type', target: '#key', text: '${secret:moved}', timeoutMs: 2_000 }],
      });
      await daemon.questions();
      const target = await person.at(url);
      await person.evaluate(target, `setTimeout(() => location.replace('${trap}'))`);
      await person.at(trap);
      await person.answers('Allow once');
      assert.ok((await typing).failed);
      assert.equal(await person.evaluate(target, 'document.title'), 'Trap');
    },
  },
  {
    name: 'on the right site it is typed, and told nowhere',
    over: BOTH,
    async run({ agent, site, daemon, person, arrive }) {
      // One in the background, as agents start it, writes its log to a file.
      await daemon.kill();
      await daemon.start();
      await daemon.tell(VALUE, 'secret', 'set', 'key', '--site', '127.0.0.1');
      const url = site.put(ECHO);
      await agent.go(url);
      await agent.done('read', { what: 'console' });
      await agent.done('read', { what: 'network' });
      const typed = await agent.act({ do: 'type', target: '#key', text: '${secret:key}' });
      const target = await person.at(new RegExp(`^${url}\\?key=`));
      assert.equal(await person.evaluate(target, 'key.value'), VALUE, 'the page has got it');
      await person.evaluate(
        target,
        `new Promise((done) => { const look = () => document.body.dataset.sent ? done() : requestIdleCallback(look); look(); })`,
      );

      /** @type {[string, Promise<import('../../agent.mjs').Answer>][]} */
      const told = [
        ['the report', Promise.resolve(typed)],
        ['snapshot', agent.done('snapshot')],
        ['diff', agent.done('snapshot', { diff: true })],
        ['tabs', agent.done('tabs')],
        ['use', agent.done('tabs', { do: 'use', tab: typed.facts.tab })],
        ['another agent', (await arrive('other')).done('tabs')],
      ];
      for (const what of ['markdown', 'text', 'html', 'links', 'tables', 'console', 'network']) {
        told.push([what, agent.done('read', { what })]);
      }
      const network = await agent.done('read', { what: 'network', filter: 'sent=' });
      const id = Number(/^(\d+) POST/m.exec(network.page)?.[1]);
      told.push(['one request', agent.done('read', { what: 'network', id })]);
      for (const code of [
        `page.inputValue('#key')`,
        `page.title()`,
        `page.url()`,
        `page.content()`,
        `page.evaluate(() => [document.title, document.body.innerText, location.href])`,
        `page.locator('#key').getAttribute('aria-label')`,
        `page.consoleMessages()`,
        `page.requests()`,
        `snapshot()`,
      ]) {
        told.push([code, agent.call('execute', { code: `return await ${code}` })]);
      }
      for (const [where, answer] of told) {
        const { text, facts } = await answer;
        hasNone(text, where);
        hasNone(JSON.stringify(facts), `${where} (facts)`);
      }
      const resource = await agent.client.readResource({ uri: 'tabwright://page' });
      hasNone(JSON.stringify(resource), 'the resource');
      hasNone(JSON.stringify(await daemon.log()), 'the log');
      assert.ok(all(join(daemon.home, 'state/log')).length > 0);
      hasNone(all(join(daemon.home, 'state')), 'a file of the daemon');
      hasNone((await daemon.say('secret', 'list')).out, 'the list of secrets');
      const byApi = await daemon.verb('robot', 'text', { tab: typed.facts.tab });
      hasNone(JSON.stringify(byApi.body), 'the API');
    },
  },
]);
