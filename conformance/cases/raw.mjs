// @ts-check
// The wire itself: discovery documents, sessions, errors and order.
import assert from 'node:assert/strict';
import { raw } from '../case.mjs';
import { discoveryUrl } from '../endpoint.mjs';

/**
 * @param {import('../raw.mjs').RawClient} client
 * @param {string} sessionId
 * @param {string} expression
 */
async function evaluate(client, sessionId, expression) {
  const options = { expression, awaitPromise: true, returnByValue: true };
  const { result } = await client.send('Runtime.evaluate', options, sessionId);
  return result.value;
}

/** @param {import('../endpoint.mjs').Endpoint} endpoint @param {string} path */
async function discover(endpoint, path) {
  const response = await fetch(discoveryUrl(endpoint, path));
  assert.equal(response.status, 200);
  return response.json();
}

/** Opens a tab, gives it to the story, and closes it. */
async function withTab(
  /** @type {import('../raw.mjs').RawClient} */ client,
  /** @type {string} */ url,
  /** @type {(sessionId: string, targetId: string) => Promise<void>} */ story,
) {
  const { targetId, sessionId } = await client.openTab('about:blank');
  try {
    await client.send('Page.enable', {}, sessionId);
    await client.send('Page.navigate', { url }, sessionId);
    await client.event('Page.loadEventFired', (event) => event.sessionId === sessionId);
    await story(sessionId, targetId);
  } finally {
    await client.send('Target.closeTarget', { targetId });
  }
}

export default raw([
  {
    name: '/json/version names the browser and its WebSocket',
    needs: ['http'],
    async run({ endpoint }) {
      const version = await discover(endpoint, '/json/version');
      assert.match(version.Browser, /Chrom\w*\/\d+\./);
      assert.equal(version['Protocol-Version'], '1.3');
      assert.match(version.webSocketDebuggerUrl, /^wss?:\/\//);
    },
  },
  {
    name: '/json/list names the tabs',
    needs: ['http'],
    async run({ endpoint, raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/second?listed`, async (_, targetId) => {
        for (const path of ['/json/list', '/json']) {
          const tabs = await discover(endpoint, path);
          const tab = tabs.find((/** @type {any} */ each) => each.id === targetId);
          assert.equal(tab.url, `${site.a}/second?listed`);
          assert.equal(tab.type, 'page');
          assert.match(tab.webSocketDebuggerUrl, /^wss?:\/\//);
        }
      });
    },
  },
  {
    name: '/json/protocol describes the domains',
    needs: ['http'],
    async run({ endpoint }) {
      const { domains } = await discover(endpoint, '/json/protocol');
      const names = domains.map((/** @type {any} */ each) => each.domain);
      for (const name of ['Page', 'Runtime', 'Network', 'Target']) assert.ok(names.includes(name));
    },
  },
  {
    name: 'an unknown method gives error -32601 and the connection lives on',
    async run({ raw }) {
      const client = await raw();
      await assert.rejects(client.send('Nothing.likeThis'), { code: -32601 });
      await assert.rejects(client.send('Browser.likeThis'), { code: -32601 });
      assert.ok((await client.send('Browser.getVersion')).product);
    },
  },
  {
    name: 'wrong parameters give error -32602',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/`, async (sessionId) => {
        const wrong = client.send('Page.navigate', { url: 5 }, sessionId);
        await assert.rejects(wrong, { code: -32602 });
        assert.equal(await evaluate(client, sessionId, '1 + 1'), 2);
      });
    },
  },
  {
    name: 'an unknown session gives an error, not silence',
    async run({ raw }) {
      const client = await raw();
      const refused = client.send('Runtime.evaluate', { expression: '1' }, 'no-such-session');
      await assert.rejects(refused, { code: -32001 });
      assert.ok((await client.send('Browser.getVersion')).product);
    },
  },
  {
    name: 'an unknown target gives an error, not silence',
    async run({ raw }) {
      const client = await raw();
      const targetId = '0'.repeat(32);
      await assert.rejects(client.send('Target.attachToTarget', { targetId, flatten: true }));
      await assert.rejects(client.send('Target.closeTarget', { targetId }));
      assert.ok((await client.send('Browser.getVersion')).product);
    },
  },
  {
    name: 'text that is no command does not break the others',
    async run({ raw }) {
      const [rough, calm] = [await raw(), await raw()];
      rough.sendText('this is not JSON');
      rough.sendText('{"id": 1}');
      assert.ok((await calm.send('Browser.getVersion')).product);
    },
  },
  {
    name: 'a tab is attached when autoattached, before createTarget answers',
    async run({ raw }) {
      const client = await raw();
      await client.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
      });
      const { targetId } = await client.send('Target.createTarget', { url: 'about:blank' });
      const attached = client.events.find(
        ({ method, params }) =>
          method === 'Target.attachedToTarget' && params.targetInfo.targetId === targetId,
      );
      assert.ok(attached, 'Target.attachedToTarget did not come first');
      assert.equal(attached.params.waitingForDebugger, true);
      assert.ok(attached.params.targetInfo.browserContextId);
      await client.send('Runtime.runIfWaitingForDebugger', {}, attached.params.sessionId);
      assert.equal(await evaluate(client, attached.params.sessionId, '2 * 2'), 4);
      await client.send('Target.closeTarget', { targetId });
      await client.event(
        'Target.detachedFromTarget',
        ({ params }) => params.sessionId === attached.params.sessionId,
      );
    },
  },
  {
    name: 'setDiscoverTargets tells of what there is and what comes',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/second`, async (_, targetId) => {
        const other = await raw();
        await other.send('Target.setDiscoverTargets', { discover: true });
        const created = await other.event(
          'Target.targetCreated',
          ({ params }) => params.targetInfo.targetId === targetId,
        );
        assert.equal(created.params.targetInfo.url, `${site.a}/second`);
        const later = await other.send('Target.createTarget', { url: 'about:blank' });
        const { targetInfo } = (
          await other.event(
            'Target.targetCreated',
            ({ params }) => params.targetInfo.targetId === later.targetId,
          )
        ).params;
        assert.equal(targetInfo.type, 'page');
        await other.send('Target.closeTarget', { targetId: later.targetId });
        await other.event(
          'Target.targetDestroyed',
          ({ params }) => params.targetId === later.targetId,
        );
      });
    },
  },
  {
    name: 'the target id of a page is the id of its main frame',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/`, async (sessionId, targetId) => {
        const { frameTree } = await client.send('Page.getFrameTree', {}, sessionId);
        assert.equal(frameTree.frame.id, targetId);
      });
    },
  },
  {
    name: 'two sessions of one client on one tab are apart',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/`, async (sessionId, targetId) => {
        const second = await client.send('Target.attachToTarget', { targetId, flatten: true });
        assert.notEqual(second.sessionId, sessionId);
        await client.send('Runtime.enable', {}, second.sessionId);
        await evaluate(client, sessionId, "console.log('only the second asked')");
        const logged = await client.event('Runtime.consoleAPICalled');
        assert.equal(logged.sessionId, second.sessionId);
        await client.send('Target.detachFromTarget', { sessionId: second.sessionId });
        assert.equal(await evaluate(client, sessionId, '3'), 3);
        const calls = client.events.filter(({ method }) => method === 'Runtime.consoleAPICalled');
        assert.equal(calls.length, 1);
      });
    },
  },
  {
    name: 'bindings of two clients in one tab are apart',
    async run({ raw, site }) {
      const [one, two] = [await raw(), await raw()];
      await withTab(one, `${site.a}/`, async (first, targetId) => {
        const attached = await two.send('Target.attachToTarget', { targetId, flatten: true });
        const second = attached.sessionId;
        await one.send('Runtime.enable', {}, first);
        await two.send('Runtime.enable', {}, second);
        await one.send('Runtime.addBinding', { name: 'toFirst' }, first);
        await two.send('Runtime.addBinding', { name: 'toSecond' }, second);
        await evaluate(one, first, "toFirst('a'); toSecond('b'); 0");
        const called = await one.event('Runtime.bindingCalled', (e) => e.params.name === 'toFirst');
        assert.equal(called.params.payload, 'a');
        await two.event('Runtime.bindingCalled', (e) => e.params.name === 'toSecond');
      });
    },
  },
  {
    name: 'object ids of two clients do not collide',
    async run({ raw, site }) {
      const [one, two] = [await raw(), await raw()];
      await withTab(one, `${site.a}/`, async (first, targetId) => {
        const attached = await two.send('Target.attachToTarget', { targetId, flatten: true });
        const ask = async (
          /** @type {import('../raw.mjs').RawClient} */ client,
          /** @type {string} */ sessionId,
          /** @type {string} */ who,
        ) => {
          const options = { expression: `({ who: '${who}' })`, objectGroup: 'shared-name' };
          const { result } = await client.send('Runtime.evaluate', options, sessionId);
          return {
            objectId: result.objectId,
            functionDeclaration: 'function () { return this.who }',
          };
        };
        const ofOne = await ask(one, first, 'one');
        const ofTwo = await ask(two, attached.sessionId, 'two');
        await two.send(
          'Runtime.releaseObjectGroup',
          { objectGroup: 'shared-name' },
          attached.sessionId,
        );
        const { result } = await one.send('Runtime.callFunctionOn', ofOne, first);
        assert.equal(result.value, 'one');
        await assert.rejects(two.send('Runtime.callFunctionOn', ofTwo, attached.sessionId));
      });
    },
  },
  {
    name: 'a breakpoint of one client is resumed by it',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/`, async (sessionId) => {
        await client.send('Debugger.enable', {}, sessionId);
        const running = evaluate(client, sessionId, 'debugger; 5');
        const paused = await client.event('Debugger.paused');
        assert.equal(paused.sessionId, sessionId);
        assert.ok(paused.params.callFrames.length > 0);
        await client.send('Debugger.resume', {}, sessionId);
        assert.equal(await running, 5);
      });
    },
  },
  {
    name: 'a thousand commands at once are all answered, in order',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/`, async (sessionId) => {
        await evaluate(client, sessionId, 'window.n = 0');
        const sent = Array.from({ length: 1000 }, () => evaluate(client, sessionId, '++window.n'));
        assert.deepEqual(
          await Promise.all(sent),
          sent.map((_, i) => i + 1),
        );
      });
    },
  },
  {
    name: 'ten megabytes go in and come back',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/`, async (sessionId) => {
        const word = 'x'.repeat(10 * 1024 * 1024);
        const text = await evaluate(client, sessionId, `'${word}'`);
        assert.equal(text.length, word.length);
      });
    },
  },
  {
    name: 'input and screenshots by bare commands',
    async run({ raw, site }) {
      const client = await raw();
      await withTab(client, `${site.a}/mouse`, async (sessionId) => {
        const at = { x: 30, y: 20, button: 'left', clickCount: 1 };
        await client.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at }, sessionId);
        await client.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }, sessionId);
        assert.equal(await evaluate(client, sessionId, 'seen.length'), 1);
        const { data } = await client.send('Page.captureScreenshot', {}, sessionId);
        assert.equal(Buffer.from(data, 'base64').toString('latin1', 1, 4), 'PNG');
      });
    },
  },
  {
    name: 'sessions end with the tab',
    async run({ raw, site }) {
      const client = await raw();
      const { targetId, sessionId } = await client.openTab(`${site.a}/`);
      await client.send('Target.closeTarget', { targetId });
      await client.event('Target.detachedFromTarget', (e) => e.params.sessionId === sessionId);
      await assert.rejects(client.send('Runtime.enable', {}, sessionId));
    },
  },
  {
    name: 'cookies on the session of the browser',
    async run({ raw, site }) {
      const client = await raw();
      const cookies = [{ name: 'raw', value: 'yes', url: site.a }];
      await client.send('Storage.setCookies', { cookies });
      const found = (await client.send('Storage.getCookies')).cookies;
      assert.ok(found.some((/** @type {any} */ cookie) => cookie.name === 'raw'));
      await client.send('Storage.clearCookies');
      assert.deepEqual((await client.send('Storage.getCookies')).cookies, []);
    },
  },
  {
    name: 'workers of a tab that was open before are attached',
    needs: ['person'],
    async run({ person, raw, site }) {
      const targetId = await person.open(`${site.a}/worker?raw`);
      const client = await raw();
      const tab = await client.send('Target.attachToTarget', { targetId, flatten: true });
      const auto = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
      await client.send('Target.setAutoAttach', auto, tab.sessionId);
      const { params } = await client.event(
        'Target.attachedToTarget',
        (event) => event.params.targetInfo.type === 'worker',
      );
      assert.equal(params.targetInfo.url, `${site.a}/worker.js?raw`);
      assert.equal(await evaluate(client, params.sessionId, 'self.secret'), 7);
    },
  },
  {
    name: 'a client that does not read does not stop another',
    async run({ raw, site }) {
      const [deaf, other] = [await raw(), await raw()];
      await withTab(other, `${site.a}/`, async (sessionId, targetId) => {
        const attached = await deaf.send('Target.attachToTarget', { targetId, flatten: true });
        await deaf.send('Runtime.enable', {}, attached.sessionId);
        deaf.pause();
        const flood = "for (let i = 0; i < 2000; i++) console.log('x'.repeat(5000)); 1";
        assert.equal(await evaluate(other, sessionId, flood), 1);
        assert.equal(await evaluate(other, sessionId, '2'), 2);
        deaf.resume();
      });
    },
  },
]);
