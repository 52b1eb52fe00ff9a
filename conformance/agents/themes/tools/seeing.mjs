// @ts-check
// The page as an agent sees it: snapshots, pictures, and where it is.
import assert from 'node:assert/strict';
import { numberOf } from '../../agent.mjs';
import { BOTH, cases } from '../../case.mjs';
import { sizeOf } from '../../pictures.mjs';

const PAGE = `<title>Harbour</title><h1>Harbour</h1>
  <nav><a href="/ships">Ships</a> <a href="/cranes">Cranes</a></nav>
  <form aria-label="Berth"><label>Name <input value="Ada"></label>
    <button type="button" style="width: 120px; height: 40px">Save</button></form>
  <p id="tide">The tide is low</p>
  <p style="margin-top: 3000px">Deep down</p><button>Dive</button>`;

export default cases([
  {
    name: 'whole, in view, and inside one element',
    over: BOTH,
    async run({ agent, site }) {
      const full = await agent.go(site.put(PAGE));
      assert.match(full.page, /^"Harbour" http:.*\n# Harbour/);
      assert.match(full.page, /textbox "Name" value="Ada"/);
      assert.match(full.page, /The tide is low[\s\S]*Deep down[\s\S]*button "Dive"/);
      assert.ok(full.page.startsWith(`"Harbour" ${site.a}`), full.page);

      const view = await agent.done('snapshot', { mode: 'viewport' });
      assert.match(view.page, /The tide is low/);
      assert.doesNotMatch(view.page, /Dive/);
      const within = numberOf(full, /link "Ships"/);
      const part = await agent.done('snapshot', { within });
      assert.match(part.page, /Ships/);
      assert.doesNotMatch(part.page, /Cranes|Save/);
      const interactive = await agent.done('snapshot', { mode: 'interactive' });
      assert.match(interactive.page, /button "Save"/);
      assert.doesNotMatch(interactive.page, /The tide is low/);
    },
  },
  {
    name: 'only what changed',
    over: BOTH,
    async run({ agent, site, person }) {
      const url = site.put(PAGE);
      const first = await agent.go(url);
      const same = await agent.done('snapshot', { diff: true });
      assert.doesNotMatch(same.page, /Ships|tide/);
      const target = await person.at(url);
      await person.evaluate(target, `tide.textContent = 'The tide is high'`);
      await person.evaluate(target, `tide.insertAdjacentHTML('afterend', '<button>Sail</button>')`);
      const diff = await agent.done('snapshot', { diff: true });
      assert.match(diff.text, /^changes in tab/);
      assert.match(diff.page, /The tide is high/);
      assert.match(diff.page, /\+.*button "Sail"/);
      assert.doesNotMatch(diff.page, /Cranes/);
      const save = numberOf(first, /button "Save"/);
      const again = await agent.done('snapshot');
      assert.equal(numberOf(again, /button "Save"/), save, 'a number stays with its element');
    },
  },
  {
    name: 'a page larger than its budget says what is left out',
    async run({ agent, site }) {
      const many = Array.from({ length: 2_000 }, (_, at) => `<button>Button ${at}</button>`);
      const { text } = await agent.done('navigate', {
        url: site.put(many.join('')),
        maxChars: 2_000,
      });
      assert.match(text, /\d+ of 2000 elements left out: ask `within` one/);
      assert.ok(text.length < 3_000, `${text.length} characters`);
    },
  },
  {
    name: 'pictures of the view, of all of it, of an element, with numbers',
    over: BOTH,
    async run({ agent, site }) {
      const page = await agent.go(site.put(PAGE));
      const shoot = async (/** @type {object} */ args) => {
        const { pictures } = await agent.done('screenshot', args);
        assert.equal(pictures.length, 1);
        return pictures[0];
      };
      const view = await shoot({});
      const full = await shoot({ full: true });
      assert.ok(sizeOf(full).height > sizeOf(view).height + 2_000);
      const target = numberOf(page, /button "Save"/);
      // It may begin in the middle of a pixel, and then ends in one.
      const { width, height } = sizeOf(await shoot({ target }));
      assert.ok([120, 121].includes(width) && [40, 41].includes(height), `${width} × ${height}`);
      const marked = await shoot({ marks: true });
      assert.deepEqual(sizeOf(marked), sizeOf(view));
      assert.ok(!marked.equals(view), 'no numbers were drawn');
      assert.ok(!(await shoot({})).equals(marked), 'the numbers have stayed in the page');
    },
  },
  {
    name: 'through the history and over again',
    over: BOTH,
    async run({ agent, site }) {
      const [one, two] = [site.put('<h1>One</h1>'), site.put('<h1>Two</h1>')];
      await agent.go(one);
      await agent.go(two);
      assert.match((await agent.done('navigate', { go: 'back' })).page, /# One/);
      assert.match((await agent.done('navigate', { go: 'forward' })).page, /# Two/);
      const before = site.seen.filter(({ url }) => two.endsWith(url)).length;
      await agent.done('navigate', { go: 'reload' });
      assert.equal(site.seen.filter(({ url }) => two.endsWith(url)).length, before + 1);
      const brief = await agent.done('navigate', { url: one, snapshot: false });
      assert.match(brief.text, /^tab \d+ is at/);
      assert.doesNotMatch(brief.page, /# One/);
      await agent.refused(/nowhere|cannot|refused|ERR_/i, 'navigate', {
        url: 'http://127.0.0.1:1/',
      });
    },
  },
]);
