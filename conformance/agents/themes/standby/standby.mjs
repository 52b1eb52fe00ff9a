// @ts-check
// `client_mode = "single"`: one client has the browser, the others stand by.
import assert from 'node:assert/strict';
import { BOTH, cases } from '../../case.mjs';

export default cases([
  {
    name: 'an agent waits for a CDP client to go, and goes on then',
    over: BOTH,
    async run({ agent, playwright, site }) {
      const url = site.put('<title>Harbour</title>');
      const holder = await playwright('nightly');
      /** @type {(words: string) => void} */
      let onProgress = () => {};
      const standing = new Promise((resolve) => (onProgress = resolve));
      const going = agent.done(
        'navigate',
        { url },
        {
          onProgress: (words) => words.startsWith('Standing by') && onProgress(words),
        },
      );
      assert.equal(await standing, 'Standing by: nightly drives the browser');
      await holder.close();
      assert.match((await going).page, /^"Harbour"/);
    },
  },
  {
    name: 'an agent that has the browser keeps a CDP client out until it leaves',
    over: BOTH,
    async run({ arrive, playwright, daemon, site }) {
      const guest = await arrive('guest');
      await guest.go(site.put('<title>Harbour</title>'));
      const slot = await daemon.api('GET', '/client-slot');
      assert.deepEqual(slot.body, { mode: 'single', busy: true, client: 'guest' });
      await assert.rejects(playwright('nightly'), /409/);
      await guest.leave();
      await (await playwright('nightly')).close();
    },
  },
  {
    name: 'an agent that is killed keeps nobody out',
    over: ['stdio'],
    async run({ arrive, playwright, site }) {
      const victim = await arrive('victim');
      await victim.go(site.put('<title>Harbour</title>'));
      await assert.rejects(playwright('nightly'), /409/);
      victim.kill();
      const heir = await arrive('heir');
      assert.match((await heir.go(site.put('<title>Heir</title>'))).page, /^"Heir"/);
    },
  },
]);
