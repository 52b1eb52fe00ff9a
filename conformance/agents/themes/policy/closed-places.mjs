// @ts-check
// Pages of the browser, of the machine and of Tabwright itself are closed, whichever way one comes.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

const CLOSED = ['chrome://settings/', 'file:///etc/passwd', 'view-source:http://127.0.0.1/'];

/** @param {import('../../person.mjs').Person} person */
const ourPage = (person) => {
  const worker = person.addresses.find((url) => /^chrome-extension:.*background\.js$/.test(url));
  return `${worker?.replace('background.js', 'options.html')}`;
};

export default cases([
  {
    name: 'by navigating',
    over: BOTH,
    async run({ agent, person, site }) {
      await agent.go(site.put('<title>Web</title>'));
      for (const url of [...CLOSED, ourPage(person)]) {
        await agent.refused(/may not be driven or opened|only for the person/, 'navigate', {
          url,
        });
        await agent.refused(/may not be driven|only for the person/, 'navigate', {
          url,
          newTab: true,
        });
      }
      await agent.refused(/not an address/, 'navigate', { url: 'javascript:alert(1)' });
      assert.match((await agent.done('snapshot')).page, /^"Web"/);
    },
  },
  {
    name: 'by a tab that is there',
    over: BOTH,
    async run({ agent, person, daemon }) {
      await person.open('chrome://version/');
      const ours = await person.open(ourPage(person));
      await daemon.rule({ client: 'agent', allow: ['tab'] });
      const tabs = await daemon.tabs();
      const browsers = tabs.find((/** @type {any} */ { url }) => url === 'chrome://version/');
      // Of our own page nobody is told, but its number could be guessed.
      const guessed = await person.evaluate(ours, 'chrome.tabs.getCurrent().then(({ id }) => id)');
      assert.ok(!tabs.some((/** @type {any} */ { id }) => id === guessed));
      for (const tab of [browsers.id, guessed]) {
        for (const [tool, args] of /** @type {[string, object][]} */ ([
          ['snapshot', { tab }],
          ['read', { tab, what: 'text' }],
          ['screenshot', { tab }],
          ['act', { tab, steps: [{ do: 'click', target: 'body' }] }],
        ])) {
          await agent.refused(/may not be driven|only for the person|no tab/i, tool, args);
        }
      }
    },
  },
  {
    name: 'by script and by API',
    async run({ agent, person, site, daemon }) {
      await agent.go(site.put('<title>Web</title>'));
      for (const url of [...CLOSED, ourPage(person)]) {
        for (const code of [
          `await page.goto('${url}')`,
          `await fetchPage('${url}')`,
          `await (await context.newPage()).goto('${url}')`,
        ]) {
          await agent.refused(/may not be driven|only for the person/, 'execute', { code });
        }
        for (const place of ['new', 'current']) {
          const { status, body } = await daemon.verb('robot', 'open', { url, in: place });
          assert.equal(status, 403, `${place} ${url}`);
          assert.equal(body.code, 'denied');
        }
      }
      // A page of the web cannot lead there either.
      await agent.call('execute', {
        code: `await page.evaluate(() => { location.href = 'file:///etc/passwd'; })`,
      });
      assert.match((await agent.done('snapshot')).page, /^"Web"/);
    },
  },
  {
    name: 'over CDP',
    async run({ person, playwright, raw }) {
      const ours = ourPage(person);
      await person.open(ours);
      const browser = await playwright('script');
      const [context] = browser.contexts();
      assert.ok(context.pages().every((page) => !page.url().startsWith('chrome-extension:')));
      const page = await context.newPage();
      for (const url of [...CLOSED, ours]) {
        await assert.rejects(page.goto(url), /may not be driven|only for the person/, url);
      }
      const bare = await raw('raw');
      const { targetInfos } = await bare.send('Target.getTargets');
      assert.ok(targetInfos.every((/** @type {any} */ { url }) => !url.startsWith('chrome-ext')));
      await assert.rejects(
        bare.send('Target.createTarget', { url: ours }),
        /may not be driven|only for the person/,
      );
    },
  },
]);
