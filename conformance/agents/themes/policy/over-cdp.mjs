// @ts-check
// The same rules for clients that speak CDP.
import assert from 'node:assert/strict';
import { cases } from '../../case.mjs';

const PAGE = `<title>Desk</title><button onclick="this.textContent = 'Done'">Do</button>`;

export default cases([
  {
    name: 'a page on a denied site is not seen, and not reached',
    async run({ site, daemon, person, playwright }) {
      const url = site.put(PAGE);
      const denied = url.replace(site.a, site.b);
      await daemon.rule({ site: new URL(site.b).host, mode: 'deny' });
      await person.open(url);
      await person.open(denied);
      const [context] = (await playwright('script')).contexts();
      const seen = context.pages().map((page) => page.url());
      assert.ok(seen.includes(url) && !seen.includes(denied), seen.join());
      const page = await context.newPage();
      await assert.rejects(page.goto(denied), /not allowed.*deny/);
      await page.goto(url);
      await page.click('text=Do');
    },
  },
  {
    name: 'ask mode asks once per site',
    async run({ site, daemon, person, playwright }) {
      const url = site.put(PAGE);
      await daemon.rule({ client: 'script', mode: 'ask' });
      await person.open(url);
      const [context] = (await playwright('script')).contexts();
      const page = context.pages().find((each) => each.url() === url);
      assert.ok(page);
      const pressing = page.click('text=Do');
      assert.match(
        await person.answers('Allow once'),
        /script wants to\s+drive this page by scripts/,
      );
      await pressing;
      assert.equal(await page.title(), 'Desk');
      assert.equal(await page.innerText('button'), 'Done');
      const { body } = await daemon.api('GET', '/api/v1/questions');
      assert.deepEqual(body.questions, []);
    },
  },
  {
    name: 'files, new tabs and read-only',
    async run({ site, daemon, person, raw }) {
      await person.open(site.put(`${PAGE}<input type="file">`));
      const client = await raw('raw');
      const ask = await attach(client, 'Desk');
      const { root } = await ask('DOM.getDocument');
      const { nodeId } = await ask('DOM.querySelector', { nodeId: root.nodeId, selector: 'input' });
      const giving = ask('DOM.setFileInputFiles', { nodeId, files: [process.execPath] });
      const refused = assert.rejects(giving, /the person said no/);
      assert.match(await person.answers('Deny'), /raw wants to\s+DOM\.setFileInputFiles/);
      await refused;
      await daemon.rule({ client: 'raw', new_tabs: false });
      const opening = client.send('Target.createTarget', { url: `${site.a}/` });
      await assert.rejects(opening, /opening tabs is not allowed/);
      await daemon.rule({ client: 'raw', mode: 'read-only' });
      await assert.rejects(ask('Runtime.evaluate', { expression: '1' }), /read-only/);
      const pressing = { type: 'mousePressed', x: 1, y: 1, button: 'left', clickCount: 1 };
      await assert.rejects(ask('Input.dispatchMouseEvent', pressing), /read-only/);
      assert.ok((await ask('DOM.getDocument')).root.nodeId);
    },
  },
  {
    name: 'a question goes with the client that asked it',
    async run({ site, daemon, person, raw }) {
      await person.open(site.put(PAGE));
      await daemon.rule({ client: 'raw', mode: 'ask' });
      const client = await raw('raw');
      const ask = await attach(client, 'Desk');
      const driving = assert.rejects(ask('Runtime.evaluate', { expression: '1' }));
      assert.equal((await daemon.questions()).length, 1);
      await client.close();
      await driving;
      await daemon.calm();
    },
  },
]);

/**
 * Puts a bare CDP client on the page with this title.
 * @param {import('../../../raw.mjs').RawClient} client
 * @param {string} title
 */
async function attach(client, title) {
  const { targetInfos } = await client.send('Target.getTargets');
  const { targetId } = targetInfos.find((/** @type {any} */ info) => info.title === title);
  const { sessionId } = await client.send('Target.attachToTarget', { targetId, flatten: true });
  return (/** @type {string} */ method, params = {}) => client.send(method, params, sessionId);
}
