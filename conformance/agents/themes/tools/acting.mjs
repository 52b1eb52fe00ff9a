// @ts-check
// Steps on a page: each kind, several in one call, and where a call stops.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberOf } from '../../agent.mjs';
import { BOTH, cases } from '../../case.mjs';

const FORM = `<title>Sign up</title><h1>Sign up</h1>
  <label>Name <input id="name"></label>
  <label>Story <textarea id="story">old</textarea></label>
  <label><input type="checkbox" id="agree"> I agree</label>
  <label><input type="checkbox" id="news" checked> Newsletter</label>
  <label>Colour <select id="colour"><option>Red<option>Green<option>Blue</select></label>
  <label>Photo <input type="file" id="photo"></label>
  <button id="save">Save</button> <button id="menu">Menu</button>
  <div id="card" draggable="true" style="width: 80px; height: 40px">Card</div>
  <div id="tray" style="width: 200px; height: 80px">Tray</div>
  <ol id="log"></ol><div style="height: 3000px"></div><a href="/harbour">To the harbour</a>
  <script>
    const note = (text) => log.insertAdjacentHTML('beforeend', '<li>' + text);
    save.onclick = (e) => note('saved ' + e.detail);
    save.oncontextmenu = (e) => { e.preventDefault(); note('menu of save'); };
    menu.onmouseenter = () => note('menu hovered');
    story.onkeydown = (e) => note('key ' + (e.ctrlKey ? 'Control+' : '') + e.key);
    card.ondragstart = (e) => e.dataTransfer.setData('text/plain', 'card');
    tray.ondragover = (e) => e.preventDefault();
    tray.ondrop = (e) => { e.preventDefault(); note('dropped ' + e.dataTransfer.getData('text/plain')); };
    document.onscrollend = () => note('scrolled');
  </script>`;

const STATE = `JSON.stringify({
  name: document.querySelector('#name').value, story: story.value, agree: agree.checked, news: news.checked,
  colour: colour.value, photo: photo.files[0]?.name,
  log: [...log.children].map((line) => line.textContent),
})`;

export default cases([
  {
    name: 'every kind of step',
    over: BOTH,
    async run({ agent, site, person, folder, daemon }) {
      await daemon.rule({ client: 'agent', allow: ['upload'] });
      const url = site.put(FORM);
      const page = await agent.go(url);
      const file = join(folder, 'me.txt');
      writeFileSync(file, 'a face');
      const { text } = await agent.act(
        { do: 'type', target: numberOf(page, /textbox "Name"/), text: 'Ada' },
        { do: 'type', target: 'label=Name', text: ' Lovelace', append: true },
        { do: 'clear', target: '#story' },
        { do: 'press', target: '#story', keys: ['x', 'Control+a'] },
        { do: 'check', target: 'label=I agree' },
        { do: 'uncheck', target: 'role=checkbox:Newsletter' },
        { do: 'select', target: 'label=Colour', options: ['Blue'] },
        { do: 'upload', target: '#photo', files: [file] },
        { do: 'hover', target: 'text=Menu' },
        { do: 'click', target: 'text=Save' },
        { do: 'click', target: 'text=Save', count: 2 },
        { do: 'click', target: 'text=Save', button: 'right' },
        { do: 'drag', target: '#card', to: '#tray' },
        { do: 'scroll', to: 'bottom' },
        { do: 'scroll', target: '#save' },
        { do: 'wait', text: 'dropped card' },
      );
      assert.match(text, /textbox "Name".* \(now "Ada Lovelace"\)/);
      assert.match(text, /this is the end/);
      const state = JSON.parse(await person.evaluate(await person.at(url), STATE));
      assert.deepEqual(
        { ...state, log: [] },
        {
          name: 'Ada Lovelace',
          story: 'x',
          agree: true,
          news: false,
          colour: 'Blue',
          photo: 'me.txt',
          log: [],
        },
      );
      const events = state.log.filter((/** @type {string} */ line) => line !== 'scrolled');
      assert.deepEqual(events, [
        'key Delete',
        'key x',
        'key Control+Control',
        'key Control+a',
        'menu hovered',
        'saved 1',
        'saved 1',
        'saved 2',
        'menu of save',
        'dropped card',
      ]);
      const follow = await agent.act({ do: 'follow', text: 'To the harbour' });
      assert.match(follow.text, /went to http.*\/harbour/);
    },
  },
  {
    name: 'what changed is told, and what is seen now if asked for',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(FORM));
      const click = { do: 'click', target: 'text=Save' };
      const diff = await agent.act(click);
      assert.match(diff.page, /clicked button "Save"[\s\S]*\+.*saved 1/);
      assert.doesNotMatch(diff.page, /Newsletter/);
      const none = await agent.done('act', { steps: [click], snapshot: 'none' });
      assert.match(none.page, /\+ .*saved 1/);
      const full = await agent.done('act', { steps: [click], snapshot: 'full' });
      assert.match(full.page, /Newsletter/);
    },
  },
  {
    name: 'stops at a dialog, which the next call answers',
    over: BOTH,
    async run({ agent, site, person }) {
      const url = site.put(`<button id="ask">Ask</button><p id="said"></p><button>After</button>
        <script>ask.onclick = () => { said.textContent = prompt('Your name?', 'Nobody'); }</script>`);
      await agent.go(url);
      const steps = [
        { do: 'click', target: 'text=Ask' },
        { do: 'click', target: 'text=After' },
      ];
      const stopped = await agent.done('act', { steps });
      assert.match(stopped.text, /^Stopped after step 1 of 2: a dialog opened\. The rest was not/);
      assert.match(stopped.text, /waits for step `dialog`: prompt "Your name\?"/);
      await agent.refused(/dialog/i, 'act', { steps: [steps[1]] });
      const answered = await agent.act({ do: 'dialog', accept: true, text: 'Ada' });
      assert.match(answered.text, /accepted the prompt/);
      assert.equal(await person.evaluate(await person.at(url), 'said.textContent'), 'Ada');
      await agent.refused(/no dialog/i, 'act', { steps: [{ do: 'dialog', accept: false }] });
    },
  },
  {
    name: 'stops at another page and at a new tab',
    over: BOTH,
    async run({ agent, site }) {
      const there = site.put('<h1>There</h1>');
      const here = site.put(`<h1>Here</h1><a href="${there}">Go</a>
        <a href="${there}" target="_blank">Open</a><button>Stay</button>`);
      await agent.go(here);
      const stay = { do: 'click', target: 'text=Stay' };
      const opened = await agent.act(stay, { do: 'click', target: 'text=Open' }, stay);
      assert.match(opened.text, /^Stopped after step 2 of 3: a new tab opened/);
      const id = Number(/opened tab (\d+)/.exec(opened.text)?.[1]);
      const gone = await agent.act({ do: 'click', target: 'text=Go' }, stay);
      assert.match(gone.text, /^Stopped after step 1 of 2: the page changed/);
      assert.match(gone.page, /went to http[\s\S]*# There/);
      // A tab that its own opened is its own, too: nobody is asked.
      assert.match((await agent.done('snapshot', { tab: id })).page, /# There/);
    },
  },
  {
    name: 'stops at an error, with what was done so far',
    over: BOTH,
    async run({ agent, site }) {
      await agent.go(site.put(`${FORM}<button disabled>Later</button>`));
      const answer = await agent.refused(/Step 2 of 3 failed: /, 'act', {
        steps: [
          { do: 'type', target: 'label=Name', text: 'Ada' },
          { do: 'click', target: 'text=Later', timeoutMs: 300 },
          { do: 'click', target: 'text=Save' },
        ],
      });
      assert.match(answer.text, /typed into textbox "Name" \(now "Ada"\)[\s\S]*Later.*disabled/);
      assert.equal(answer.facts.code, 'element-disabled');
      assert.doesNotMatch((await agent.done('snapshot')).page, /saved/);
      await agent.refused(/nothing on the page matches/, 'act', {
        steps: [{ do: 'click', target: 'text=Missing', timeoutMs: 300 }],
      });
      await agent.refused(/the number 999/, 'act', { steps: [{ do: 'click', target: 999 }] });
      await agent.refused(/after \d+ ms the page does not say "Godot"/, 'act', {
        steps: [{ do: 'wait', text: 'Godot', timeoutMs: 300 }],
      });
    },
  },
  {
    name: 'waits for what comes',
    async run({ agent, site, person }) {
      const url = site.put('<p id="state">Loading</p>');
      await agent.go(url);
      const target = await person.at(url);
      /** @type {[object, string][]} */
      const waits = [
        [{ text: 'Ready' }, `state.textContent = 'Ready'`],
        [{ for: 'gone', text: 'Ready' }, `state.textContent = 'Gone'`],
        [{ target: 'role=button' }, `document.body.append(document.createElement('button'))`],
        [{ url: `${site.a}/moved` }, `history.pushState(null, '', '/moved')`],
        [{ for: 'load' }, '0'],
        [{ for: 'idle' }, '0'],
      ];
      for (const [wait, cause] of waits) {
        const waiting = agent.act({ do: 'wait', ...wait });
        await person.evaluate(target, cause);
        assert.match((await waiting).text, /waited \d+ ms/, JSON.stringify(wait));
      }
    },
  },
  {
    name: 'a page comes to rest though it never reads an answer',
    async run({ agent, site }) {
      await agent.go(site.put(`<button onclick="fetch('/echo?beacon')">Save</button>`));
      await agent.act({ do: 'wait', for: 'idle' });
      await agent.act({ do: 'click', target: 'text=Save' });
      await site.asked(({ url }) => url === '/echo?beacon');
      await agent.act({ do: 'wait', for: 'idle', timeoutMs: 5_000 });
    },
  },
]);
