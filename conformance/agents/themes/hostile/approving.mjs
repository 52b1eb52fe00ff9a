// @ts-check
// Only the person says yes: not a page, not an agent, not a CDP client.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

const PAY = '<title>Shop</title><button id="pay">Pay now</button>';
const steps = [{ do: 'click', target: '#pay' }];

/** The extension's own origin. @param {import('../../person.mjs').Person} person */
const origin = (person) => {
  const worker = person.addresses.find((url) => /^chrome-extension:.*background\.js$/.test(url));
  return new URL(`${worker}`).href.replace(/\/background\.js$/, '');
};

export default cases([
  {
    name: 'a page cannot',
    async run({ agent, site, daemon, person }) {
      const asking = origin(person);
      const port = new URL(daemon.url).port;
      const url = site.put(
        `<title>Bait</title><iframe id="frame" src="${asking}/ask.html"></iframe>`,
      );
      const bait = await person.open(url);
      await agent.go(site.put(PAY));
      const paying = agent.call('act', { steps });
      const [question] = await daemon.questions();
      const yes = JSON.stringify({ id: question.id, allow: true, remember: 'always' });

      const tried = await person.evaluate(
        bait,
        `(async () => {
          const tried = [];
          const attempt = async (name, what) => {
            try { tried.push([name, await what()]); } catch (error) { tried.push([name, 'failed']); }
          };
          const json = { method: 'POST', body: ${JSON.stringify(yes)}, headers: { 'content-type': 'application/json' } };
          for (const host of ['127.0.0.1', 'localhost']) for (const token of ['', '?token=guess', '?token=0000'])
            for (const options of [undefined, json, { ...json, mode: 'no-cors', headers: {} }])
              await attempt('fetch', async () => (await fetch('http://' + host + ':${port}/api/v1/questions' + token, options)).status);
          await attempt('socket', () => new Promise((resolve) => {
            const socket = new WebSocket('ws://127.0.0.1:${port}/extension?token=guess');
            socket.onopen = () => resolve('open');
            socket.onerror = () => resolve('failed');
          }));
          for (const message of [${yes}, { type: 'answer', ...${yes} }, { name: 'answerQuestion', args: ${yes} }]) {
            await attempt('postMessage', async () => { frame.contentWindow.postMessage(message, '*'); postMessage(message, '*'); return 'sent'; });
            await attempt('runtime', async () => chrome.runtime.sendMessage('${new URL(asking).host}', message));
          }
          await attempt('frame', async () => frame.contentDocument.body.innerHTML);
          await attempt('open', async () => window.open('${asking}/ask.html'));
          return tried;
        })()`,
      );
      for (const [name, outcome] of tried) {
        const harmless = ['failed', 'sent', 0, 401, 403, null];
        assert.ok(harmless.includes(outcome), `${name}: ${JSON.stringify(outcome)}`);
      }
      const { body } = await daemon.api('GET', '/api/v1/questions');
      assert.deepEqual(
        body.questions.map((/** @type {any} */ { id }) => id),
        [question.id],
        'the question still waits',
      );
      await person.answers('Deny');
      assert.match((await paying).text, /the person said no/);
    },
  },
  {
    name: 'an agent cannot, by its tools or scripts',
    over: BOTH,
    async run({ agent, arrive, site, daemon, person }) {
      await agent.go(site.put(PAY));
      const accomplice = await arrive('accomplice');
      await accomplice.go(site.put('<title>Calm</title>'));
      await daemon.rule({ client: 'accomplice', allow: ['tab', 'password', 'payment', 'send'] });
      const paying = agent.call('act', { steps });
      const [question] = await daemon.questions();
      const { tab } = await person.asked();
      const url = `${origin(person)}/ask.html`;

      const closed = /only for the person|may not be driven|no tab|not there/i;
      assert.doesNotMatch((await accomplice.done('tabs')).text, /ask\.html/);
      await accomplice.refused(closed, 'navigate', { url });
      await accomplice.refused(closed, 'tabs', { do: 'use', tab });
      await accomplice.refused(closed, 'snapshot', { tab });
      const allow = { do: 'click', target: 'text=Allow once' };
      await accomplice.refused(closed, 'act', { tab, steps: [allow] });
      await accomplice.refused(closed, 'act', { tab, steps: [{ do: 'press', keys: 'Tab' }] });
      for (const code of [
        `await page.goto('${url}')`,
        `const p = await context.newPage(); await p.goto('${url}'); await p.getByText('Allow once').click()`,
        `await fetchPage('${url}')`,
      ]) {
        await accomplice.refused(closed, 'execute', { code });
      }
      for (const [verb, params] of /** @type {[string, object][]} */ ([
        ['click', { tab, target: 'text=Allow once' }],
        ['eval', { tab, script: 'document.querySelector(".allow").click()' }],
        ['snapshot', { tab }],
      ])) {
        const { status } = await daemon.verb('accomplice', verb, params);
        assert.ok(status === 403 || status === 404, `${verb}: ${status}`);
      }
      const { body } = await daemon.api('GET', '/api/v1/questions');
      assert.equal(body.questions[0]?.id, question.id, 'the question still waits');
      await person.answers('Deny');
      assert.match((await paying).text, /the person said no/);
    },
  },
  {
    name: 'a CDP client cannot',
    async run({ agent, site, daemon, person, playwright, raw }) {
      await agent.go(site.put(PAY));
      const paying = agent.call('act', { steps });
      await daemon.questions();
      const { targetId } = await person.asked();
      const url = `${origin(person)}/ask.html`;
      const [context] = (await playwright('script')).contexts();
      assert.ok(context.pages().every((page) => !page.url().includes('ask.html')));
      await assert.rejects((await context.newPage()).goto(url), /only for the person/);
      const client = await raw('raw');
      await client.send('Target.setDiscoverTargets', { discover: true });
      const { targetInfos } = await client.send('Target.getTargets');
      assert.ok(targetInfos.every((/** @type {any} */ info) => !info.url.includes('ask.html')));
      await assert.rejects(client.send('Target.attachToTarget', { targetId, flatten: true }));
      await assert.rejects(client.send('Target.closeTarget', { targetId }));
      await assert.rejects(client.send('Target.createTarget', { url }), /only for the person/);
      const list = await daemon.api('GET', '/json/list');
      assert.doesNotMatch(JSON.stringify(list.body), /ask\.html/);
      await person.answers('Deny');
      assert.match((await paying).text, /the person said no/);
    },
  },
]);
