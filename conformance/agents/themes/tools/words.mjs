// @ts-check
// Plain words: what is said is done, in the agent's own tabs.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

/** @param {string} url */
const spoken = (url) => url.replace('http://', '');

export default cases([
  {
    name: 'several actions in one sentence',
    over: BOTH,
    async run({ agent, site }) {
      const url = site.put('<title>Tall</title><body style="height: 9000px">');
      /** @type {string[]} */
      const told = [];
      const text = `please open ${spoken(url)} and scroll down twice`;
      const done = await agent.done('do', { text }, { onProgress: (words) => told.push(words) });
      assert.match(done.text, /Opened "Tall"/);
      assert.match(done.text, /scroll down twice \(done\)/);
      assert.ok(
        told.some((words) => /scroll down twice: Scroll down/.test(words)),
        told.join(),
      );
      const { text: scrolled } = await agent.done('execute', {
        code: 'page.evaluate(() => scrollY)',
      });
      assert.doesNotMatch(scrolled, /^0$/m);
    },
  },
  {
    name: 'the tab is its own, and stays its current one',
    async run({ agent, site }) {
      const { tab } = (await agent.done('do', { text: `open ${spoken(site.put('One'))}` })).facts;
      assert.ok(Number.isInteger(tab));
      const after = await agent.done('do', { text: 'zoom in' });
      assert.equal(after.facts.tab, tab);
    },
  },
  {
    name: 'what fails stops it, and what is not understood says what would be',
    async run({ agent, site }) {
      await agent.go(site.put('<a href="#a">Here</a>'));
      const failed = await agent.call('do', { text: 'click the purple link and scroll down' });
      assert.ok(failed.failed);
      assert.match(failed.text, /scroll down \(not done\)/);
      const unknown = await agent.call('do', { text: 'scrol dwn' });
      assert.ok(unknown.failed);
      assert.match(unknown.text, /scroll down/);
      assert.equal(unknown.facts.code, 'not-understood');
    },
  },
]);
