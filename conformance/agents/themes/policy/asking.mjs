// @ts-check
// What asks the person, and what becomes of their word.
import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOTH, cases } from '../../case.mjs';

const SHOP = `<title>Shop</title>
  <label>Password <input type="password" id="password"></label>
  <label>Card number <input id="card" autocomplete="cc-number"></label>
  <label>Photo <input type="file" id="photo"></label>
  <button type="button" id="pay">Pay now</button>
  <form id="mail"><textarea aria-label="Message"></textarea><button>Send</button></form>
  <label>Name <input id="name"></label><ol id="log"></ol>
  <script>
    const note = (text) => log.insertAdjacentHTML('beforeend', '<li>' + text);
    pay.onclick = () => note('paid');
    mail.onsubmit = (event) => { event.preventDefault(); note('sent'); };
    password.oninput = () => note('password of ' + password.value.length);
    photo.onchange = () => note('photo ' + photo.files[0].name);
  </script>`;
const LOG = `[...log.children].map((line) => line.textContent).join()`;

/** Each with what the question says, and what the page sees of it. @param {string} file */
const sensitive = (file) =>
  /** @type {const} */ ([
    [{ do: 'type', target: '#password', text: 'sesame' }, /password/i, 'password of 6'],
    [{ do: 'click', target: '#pay' }, /Pay now/, 'paid'],
    [{ do: 'click', target: 'text=Send' }, /Send/, 'sent'],
    [{ do: 'upload', target: '#photo', files: [file] }, /upload|me\.txt/i, 'photo me.txt'],
  ]);

/** @param {string} file @param {string} outcome */
const isDownload = (file, outcome) => (/** @type {any} */ entry) =>
  entry.operation === 'download' && entry.outcome === outcome && entry.detail.includes(file);

export default cases([
  {
    name: 'each sensitive thing is asked about, refused and allowed',
    over: BOTH,
    async run({ agent, site, person, folder }) {
      const file = join(folder, 'me.txt');
      writeFileSync(file, 'a face');
      for (const [step, words, effect] of sensitive(file)) {
        const url = site.put(SHOP);
        await agent.go(url);
        const target = await person.at(url);

        const first = agent.call('act', { steps: [step] });
        const asked = await person.answers('Deny');
        assert.match(asked, /agent(?: \d+)? wants to/);
        assert.match(asked, words);
        assert.match(asked, /127\.0\.0\.1/);
        const denied = await first;
        assert.ok(denied.failed, denied.text);
        assert.match(denied.text, /the person said no/);
        assert.equal(denied.facts.code, 'denied');
        assert.equal(await person.evaluate(target, LOG), '');

        const second = agent.done('act', { steps: [step] });
        await person.answers('Allow once');
        await second;
        assert.ok((await person.evaluate(target, LOG)).includes(effect), effect);
      }
    },
  },
  {
    name: 'an agent is told while the person is asked',
    over: BOTH,
    async run({ agent, site, person }) {
      await agent.go(site.put(SHOP));
      /** @type {(words: string) => void} */
      let told = () => {};
      const waiting = new Promise((resolve) => (told = resolve));
      const buying = agent.done(
        'act',
        { steps: [{ do: 'click', target: '#pay' }] },
        {
          onProgress: (words) => words.startsWith("Waiting for the person's answer") && told(words),
        },
      );
      await waiting;
      await person.answers('Allow once');
      await buying;
    },
  },
  {
    name: 'what a script presses waits for the word of the person, and is then done once',
    over: BOTH,
    async run({ agent, site, person }) {
      const url = site.put(SHOP);
      await agent.go(url);
      const target = await person.at(url);
      const code = `return await page.evaluate(() => { note('ran'); pay.click(); return 'ended' })`;
      const first = agent.call('execute', { code });
      assert.match(await person.answers('Deny'), /press or submit by a script:[\s\S]*Pay now/);
      assert.match((await first).text, /the person said no/);
      assert.equal(await person.evaluate(target, LOG), 'ran');

      const second = agent.done('execute', { code });
      await person.answers('Allow once');
      assert.match((await second).text, /ended/);
      assert.equal(await person.evaluate(target, LOG), 'ran,ran,paid');
    },
  },
  {
    name: 'a file that comes without a sign waits for the word of the person',
    async run({ agent, site, person, daemon, downloads }) {
      const headers = { 'content-disposition': 'attachment; filename="minutes.bin"' };
      const type = 'application/octet-stream';
      const file = site.put({ type, headers, body: 'x'.repeat(1000) });
      await agent.go(site.put(`<title>Minutes</title><a href="${file}">Minutes of May</a>`));
      const steps = [{ do: 'click', target: 'text=Minutes of May' }];

      // The guard is the download's own: it asks whether or not the click's report is out by then.
      const dropped = daemon.logged(isDownload(file, 'refused'));
      const first = agent.done('act', { steps });
      assert.match(await person.answers('Deny'), /keep the file that came from/);
      await first;
      await dropped;
      assert.ok(!readdirSync(downloads).includes('minutes.bin'));

      const kept = daemon.logged(isDownload(file, 'done'));
      const second = agent.done('act', { steps });
      await person.answers('Allow once');
      assert.doesNotMatch((await second).text, /dropped/);
      await kept;
    },
  },
  {
    name: 'a file that comes long after the click waits for the word of the person, too',
    async run({ agent, site, person, daemon, downloads }) {
      const headers = { 'content-disposition': 'attachment; filename="late.bin"' };
      const type = 'application/octet-stream';
      const file = site.put({ type, headers, body: 'y'.repeat(1000) });
      const url =
        site.put(`<title>Later</title><button>Show more</button><a id="a" href="${file}"></a>
        <script>addEventListener('late', () => a.click())</script>`);
      await agent.go(url);
      await agent.act({ do: 'click', target: 'text=Show more' });
      const dropped = daemon.logged(isDownload(file, 'refused'));
      await person.evaluate(await person.at(url), `dispatchEvent(new Event('late'))`);
      assert.match(await person.answers('Deny'), /keep the file that came from/);
      await dropped;
      assert.ok(!readdirSync(downloads).includes('late.bin'));
    },
  },
  {
    name: 'what the person downloads in a tab of their own asks nobody',
    async run({ site, person, daemon, downloads }) {
      const headers = { 'content-disposition': 'attachment; filename="mine.bin"' };
      const type = 'application/octet-stream';
      const file = site.put({ type, headers, body: 'z'.repeat(1000) });
      const target = await person.open(
        site.put(`<title>Mine</title><a id="a" href="${file}"></a>`),
      );
      const ended = daemon.until(
        await daemon.now(),
        ({ type, download }) => type === 'download' && download.state === 'finished',
      );
      await person.evaluate(target, 'a.click()');
      await ended;
      assert.ok(readdirSync(downloads).includes('mine.bin'));
      const { body } = await daemon.api('GET', '/api/v1/questions');
      assert.deepEqual(body.questions, []);
    },
  },
  {
    name: 'what is not sensitive asks nobody',
    async run({ agent, site, daemon }) {
      await agent.go(site.put(SHOP));
      const before = await daemon.now();
      await agent.act({ do: 'type', target: '#name', text: 'Ada' });
      await agent.act({ do: 'type', target: 'label=Message', text: 'Hello' });
      const { body } = await daemon.api('GET', '/api/v1/questions');
      assert.deepEqual(body.questions, []);
      assert.ok((await daemon.now()) > before);
    },
  },
  {
    name: 'by script and by API just the same',
    async run({ agent, site, person, daemon }) {
      const url = site.put(SHOP);
      const { tab } = (await agent.go(url)).facts;
      const scripted = agent.call('execute', { code: `await page.locator('#pay').click()` });
      assert.match(await person.answers('Deny'), /Pay now/);
      assert.match((await scripted).text, /the person said no/);
      const posted = daemon.verb('robot', 'click', { tab, target: '#pay' });
      assert.match(await person.answers('Deny'), /robot wants to[\s\S]*Pay now/);
      assert.equal((await posted).status, 403);
      assert.equal(await person.evaluate(await person.at(url), LOG), '');
    },
  },
  {
    name: 'a yes for this site holds there until the daemon stops, and nowhere else',
    async run({ agent, site, person, daemon }) {
      const url = site.put(SHOP);
      await agent.go(url);
      const pay = { do: 'click', target: '#pay' };
      const first = agent.act(pay);
      await person.answers('Allow here for now');
      await first;
      await agent.act(pay);
      assert.equal(await person.evaluate(await person.at(url), LOG), 'paid,paid');
      const { rules } = await daemon.json('rules');
      assert.ok(rules.every((/** @type {any} */ { source }) => source !== 'person'));
      await agent.go(url.replace(site.a, site.b));
      const elsewhere = agent.call('act', { steps: [pay] });
      await person.answers('Deny');
      assert.ok((await elsewhere).failed);
    },
  },
  {
    name: 'always becomes a rule',
    async run({ agent, site, person, daemon }) {
      await agent.go(site.put(SHOP));
      const pay = { do: 'click', target: '#pay' };
      const first = agent.act(pay);
      await person.answers('Always allow here');
      await first;
      const { rules } = await daemon.json('rules');
      const [{ source, rule }] = rules;
      assert.equal(source, 'person');
      assert.deepEqual(rule.allow, ['payment']);
      assert.equal(rule.client, 'agent');
      assert.ok(site.a.endsWith(rule.site), rule.site);
      await agent.act(pay);
    },
  },
  {
    name: 'answered in the terminal',
    async run({ agent, site, daemon, person }) {
      await agent.go(site.put(SHOP));
      const steps = [{ do: 'click', target: '#pay' }];
      const first = agent.call('act', { steps });
      const [{ id }] = await daemon.questions();
      const list = await daemon.say('approve');
      assert.match(list.out, new RegExp(`^${id}  agent(?: \\d+)? wants to click .*Pay now`));
      assert.match((await daemon.say('approve', String(id), '--deny')).out, /Denied question/);
      assert.ok((await first).failed);
      const second = agent.done('act', { steps });
      const [again] = await daemon.questions();
      const approve = (/** @type {string[]} */ ...more) =>
        daemon.say('approve', String(again.id), ...more);
      const code = await person.code();
      assert.match((await approve()).complaint, /a yes needs the code/);
      const wrong = code.replace(/^./, (digit) => String((Number(digit) + 1) % 10));
      assert.match((await approve('--code', wrong)).complaint, /a yes needs the code/);
      assert.match((await approve('--code', code)).out, /Allowed question/);
      await second;
      const late = await daemon.say('approve', String(id), '--code', code);
      assert.notEqual(late.code, 0);
      assert.match(late.complaint, /question/i);
    },
  },
]);
