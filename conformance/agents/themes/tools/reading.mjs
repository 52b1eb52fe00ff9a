// @ts-check
// What a page says, without element numbers, to its last line.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

const PAGE = `<title>Trains</title><nav><a href="/home">Home</a></nav>
  <main><h1>Trains</h1><p>They <em>leave</em> on time.</p>
  <table><caption>Departures</caption><tr><th>To<th>At<tr><td>Bern<td>10:02<tr><td>Basel<td>10:30</table>
  <a href="/tickets">Tickets</a></main><footer>Small print</footer>
  <script>
    console.log('the page greets', { you: 1 }); console.error('a fault');
    fetch('/echo?first', { method: 'POST', body: 'cargo' }).then((answer) => answer.text());
  </script>`;

export default cases([
  {
    name: 'each kind of content',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(PAGE));
      const read = async (/** @type {object} */ args) => (await agent.done('read', args)).page;
      const markdown = await read({ what: 'markdown' });
      assert.match(markdown, /# Trains\n\nThey \*leave\* on time\./);
      assert.match(markdown, /\| Bern \| 10:02 \|/);
      assert.doesNotMatch(await read({ what: 'markdown', main: true }), /Small print/);
      assert.match(await read({ what: 'text' }), /They leave on time\.[\s\S]*Small print/);
      assert.match(await read({ what: 'html' }), /<em>leave<\/em>/);
      assert.equal(await read({ what: 'text', target: 'footer' }), 'Small print');
      assert.match(await read({ what: 'links' }), /\[\d+\] Home http.*\/home\n.*Tickets/);
      assert.doesNotMatch(await read({ what: 'links', filter: 'tickets' }), /Home/);
      const tables = await read({ what: 'tables' });
      assert.match(tables, /Departures \(2 rows\)\nTo,At\nBern,10:02\nBasel,10:30/);
    },
  },
  {
    name: 'the console and the network',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(PAGE));
      assert.match((await agent.done('read', { what: 'console' })).text, /from now on: reload/);
      await agent.done('read', { what: 'network' });
      await agent.done('navigate', { go: 'reload' });
      await agent.act({ do: 'wait', for: 'idle' });
      const console = await agent.done('read', { what: 'console' });
      assert.match(console.page, /the page greets.*you: 1/);
      assert.match(console.page, /error: a fault/);
      const network = await agent.done('read', { what: 'network', filter: 'first' });
      const [, id] = /^(\d+) POST http.*\/echo\?first → 200 /m.exec(network.page) ?? [];
      assert.ok(id, network.page);
      const one = await agent.done('read', { what: 'network', id: Number(id) });
      assert.match(one.page, /sent body:\ncargo\nbody:\n\{"method":"POST"/);
    },
  },
  {
    name: 'a long page to its end, part by part',
    over: BOTH,
    async run({ agent, site }) {
      const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at} of the long story`);
      await agent.go(site.put(`<pre>${lines.join('\n')}</pre>`));
      let part = await agent.done('read', { what: 'text' });
      let told = part.page;
      let parts = 1;
      while (part.facts.more) {
        assert.match(part.text, /\d+ more characters: read \{"more":"more-\d+"\}$/);
        part = await agent.done('read', { more: part.facts.more });
        told += `\n${part.page}`;
        parts += 1;
      }
      assert.deepEqual(told.split('\n'), lines);
      assert.ok(parts >= 6, `${parts} parts`);
      const few = await agent.done('read', { what: 'text', maxChars: 1_000 });
      assert.ok(few.text.length < 1_200);
      const rest = await agent.done('read', { more: few.facts.more, maxChars: 100_000 });
      assert.match(rest.page, /line 2999/);
      // Each part is given once.
      await agent.refused(/nothing more/, 'read', { more: few.facts.more });
    },
  },
]);
