// What is told of an action and what two whole snapshots around it show are the same, on pages of every make.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Effects } from '../../wire';
import { bundleFixture } from '../fixtures/bundle';
import { snapshotLines } from '../test-env/snapshot';
import { createTestEnv, type KitPage, type TestEnv } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

/** A real click, what is told of it, and what the snapshots around it tell. */
async function clickBetweenSnapshots(page: KitPage, selector: string) {
  const before = await snapshotLines(page, { id: 1 });
  const { point, element } = await page.ask('ready', {
    target: { selector },
    need: 'click',
    timeoutMs: 1000,
    force: false,
    guard: true,
  });
  await page.page.mouse.click(point.x, point.y);
  const effects = await page.ask('settle', { number: element.number, timeoutMs: 2000 });
  const diff = await snapshotLines(page, { id: 2, since: 1 });
  const after = await snapshotLines(page, { id: 3 });
  return { effects, diff: diff.lines, before: before.lines, after: after.lines };
}

type Told = Awaited<ReturnType<typeof clickBetweenSnapshots>>;

/** Without what is of the moment: numbers, the focus, what is covered, how far something is scrolled. */
function bare(line: string): string {
  return line
    .trim()
    .replace(/\*?\[\d+\] ?/g, '')
    .replace(/ (?:focused|covered|transparent)\b/g, '')
    .replace(/, \d+ px (?:more below|above|more sideways|scrolled sideways)/g, '')
    .replace(/ \(was [a-z, ]+\)$/, '')
    .replace(/^#+ (.*)$/, 'heading "$1"')
    .replace(/:$/, '')
    .replace(/ +/g, ' ')
    .trim();
}

/** The words of a report: `alert "No"` are two lines of a snapshot. */
function told(line: string): string[] {
  const [, role, text] = /^(text|alert|status|log) "(.*)"$/.exec(line) ?? [];
  if (role === undefined || text === undefined) return [bare(line)];
  return role === 'text' ? [text] : [role, text];
}

function isIn(line: string, lines: readonly string[]): boolean {
  return lines.some((other) => bare(other) === line);
}

/** What reacts and says nothing is numbered in a snapshot, and no news. */
function isNameless(line: string): boolean {
  return /^(?:clickable|focusable|hoverable)(?: \([\w-]+\))?$/.test(line);
}

function expectAgreement({ effects, diff, before, after }: Told): void {
  const signed = diff.filter((line) => /^[-+~] /.test(line) && !/^~ (?:not )?covered /.test(line));
  const news = signed.filter((line) => !line.startsWith('-')).map((line) => bare(line.slice(2)));
  const gone = signed.filter((line) => line.startsWith('-')).map((line) => bare(line.slice(2)));
  const toldNews = [...effects.appeared, ...effects.changed].flatMap(told);
  const toldGone = effects.disappeared.flatMap(told);
  // What is shown again in the same words is no news, and what is told must be so.
  const isNews = (line: string) => !isNameless(line) && !line.startsWith('unreachable');
  const missed = news.filter((line) => !isIn(line, before) && isNews(line));
  expect(new Set(toldNews)).toEqual(new Set(missed));
  expect(toldGone.filter((line) => after.map(bare).includes(line))).toEqual([]);
  const isPlain = (line: string) => !/^(?!image )\w+ ?"/.test(line);
  // A text that was replaced is told by the new one.
  const replaced = missed.some(isPlain) ? isPlain : () => false;
  const lost = gone.filter((line) => !isIn(line, after) && isNews(line));
  expect(new Set(toldGone.filter((line) => !replaced(line)))).toEqual(
    new Set(lost.filter((line) => !replaced(line))),
  );
  if (effects.unchanged) expect(diff).toEqual(['no change']);
}

const button = (onclick: string, words = 'B') =>
  `<button id=b onclick="${onclick}">${words}</button>`;
const FADE = 'transition:opacity 225ms;opacity:0';

const GALLERY: [string, string, Partial<Effects>][] = [
  [
    'a menu that fades in, with the focus on its first item',
    `${button('open()')}<script>
      function open() {
        const menu = document.createElement('div');
        menu.style = 'position:fixed;inset:0;${FADE}';
        menu.innerHTML = '<ul role=menu aria-label=More><li role=menuitem tabindex=-1>Profile<li role=menuitem tabindex=-1>Log out</ul>';
        document.body.append(menu);
        menu.offsetWidth;
        menu.style.opacity = 1;
        menu.querySelector('li').focus();
      }
      b.onclick = open;</script><button>Behind</button><a href=#x>Link</a>`,
    {
      appeared: ['menu "More"', '[4] menuitem "Profile"', '[5] menuitem "Log out"'],
      disappeared: [],
    },
  ],
  [
    'a dialog that fades out and is taken away then',
    `<div id=d role=dialog aria-label=Sure style="position:fixed;inset:0;transition:opacity 200ms">
      <p>Really?</p>${button('d.style.opacity=0;d.ontransitionend=()=>d.remove()', 'Yes')}</div>
      <a href=#x>Behind</a>`,
    { appeared: [], disappeared: ['dialog "Sure"', 'text "Really?"', '[1] button "Yes"'] },
  ],
  [
    'an accordion',
    `<style>#p{height:0;overflow:hidden;visibility:hidden;transition:height .2s,visibility .2s}
      .open #p{height:60px;visibility:visible}</style><div id=a>
      <button id=b aria-expanded=false onclick="a.className='open';b.setAttribute('aria-expanded',true)">Advanced</button>
      <div id=p><label>Port <input></label></div></div>`,
    { appeared: ['[2] textbox "Port"'], changed: ['[1] button "Advanced" expanded'] },
  ],
  [
    'a snackbar that slides in a task later',
    `<style>@keyframes in{from{transform:translateY(100px);opacity:0}}
      #s>div{animation:in .2s;position:fixed;bottom:0}</style>
      ${button("setTimeout(()=>s.innerHTML='<div role=alert>Saved.</div>')")}<div id=s></div>`,
    { appeared: ['alert "Saved."'] },
  ],
  [
    'a tree whose children grow',
    `<style>@keyframes grow{from{height:0;opacity:0}to{height:40px}}ul ul{overflow:hidden;animation:grow .2s}</style>
      <ul role=tree aria-label=Files><li role=treeitem id=b aria-expanded=false tabindex=0>src</ul><script>
      b.onclick = () => { b.setAttribute('aria-expanded', 'true');
        b.insertAdjacentHTML('beforeend', '<ul role=group><li role=treeitem tabindex=-1>main.rs</ul>') }</script>`,
    {},
  ],
  [
    'properties that a script sets, of which nothing tells',
    `${button("f.value='2026-11-17';c.checked=true;e.disabled=false;s.value='two'", 'Today')}
      <input id=f aria-label=Date><input id=c type=checkbox aria-label=All><button id=e disabled>Choose</button>
      <select id=s aria-label=Kind><option>one<option>two</select>`,
    {
      changed: [
        '[2] textbox "Date" value="2026-11-17"',
        '[3] checkbox "All" checked',
        '[4] button "Choose" (was disabled)',
        '[5] combobox "Kind" value="two" {one, two}',
      ],
      appeared: [],
    },
  ],
  [
    'a property that is set when a task has run',
    `${button("setTimeout(()=>f.value='late')", 'Late')}<input id=f aria-label=Other>`,
    { changed: ['[2] textbox "Other" value="late"'] },
  ],
  [
    'links that appear beside a choice',
    `<style>.off{display:none}</style>${button("for(const a of document.querySelectorAll('a'))a.className=''", 'Ann')}
      <a class=off href="/change">Change</a> <a class=off href="/view">View</a>`,
    { appeared: ['[2] link "Change" → /change', '[3] link "View" → /view'] },
  ],
  [
    'a ripple, a style sheet and a noscript, which nobody sees',
    `<style>@keyframes rip{to{transform:scale(4);opacity:0}}.r{animation:rip .5s;position:absolute;inset:0}</style>
      ${button("b.insertAdjacentHTML('beforeend','<span class=r></span>');document.head.insertAdjacentHTML('beforeend','<style>p{color:red}</style><noscript>No</noscript>');document.body.insertAdjacentHTML('beforeend','<style>i{}</style>')")}<p>text</p>`,
    { appeared: [], disappeared: [], changed: [] },
  ],
  [
    'a label that stands for its box',
    `<label id=b style="cursor:pointer"><input type=checkbox style="position:absolute;width:1px;height:1px;opacity:0">Buy milk</label>
      <p id=n>1 left</p><script>document.querySelector('input').onchange = () => n.textContent = '0 left'</script>`,
    { appeared: ['text "0 left"'], changed: ['[1] checkbox "Buy milk" checked'] },
  ],
  [
    'a modal dialog',
    `${button('d.showModal()')}<dialog id=d aria-label=Sure><button>Yes</button></dialog><a href=#x>Behind</a>`,
    { appeared: ['dialog "Sure"', '[3] button "Yes"'], disappeared: [] },
  ],
  [
    'rows of a table made anew with one more',
    `${button("t.innerHTML=t.innerHTML+'<tr><td>Bob<td><button>Edit</button>'", 'Add')}
      <table><tbody id=t><tr><td>Ann<td><button>Edit</button></table>`,
    { appeared: ['| Bob | [3] button "Edit"'], disappeared: [] },
  ],
  [
    'a dialog before which the page is said to be hidden, with a backdrop and sentinels',
    `<div id=r>${button("r.ariaHidden='true';m.hidden=false")}<h3><button><span>Advanced</span></button></h3></div>
      <div id=m hidden><div id=k style="position:fixed;inset:0;z-index:-1"></div><div tabindex=0 data-testid=start
      style="height:9px"></div><p>Choices</p></div><script>k.onclick = () => 0</script>`,
    { appeared: ['text "Choices"'], changed: [], disappeared: [] },
  ],
  [
    'a panel that a framework moves in steps, frames apart',
    `<style>.on{animation:in .2s both paused}.go{animation-play-state:running}@keyframes in{from{opacity:0}}</style>
      ${button('steps()')}<div id=x></div><script>
      frame = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
      steps = () => { x.innerHTML = '<p class=on>Delete it?</p>'; const [p] = x.children;
        frame(() => { p.className = 'on step'; frame(() => p.className = 'on go') }) }</script>`,
    { appeared: ['text "Delete it?"'] },
  ],
  [
    'a dialog that comes when its backdrop has faded in',
    `<style>#k{position:fixed;inset:0;opacity:0;transition:opacity .15s;pointer-events:none}.in{opacity:1!important}</style>
      ${button("k.className='in';k.ontransitionend=()=>m.hidden=false")}<div id=k></div>
      <div id=m role=dialog aria-label=Sure hidden>Body words</div>`,
    { appeared: ['dialog "Sure"', 'text "Body words"'] },
  ],
  [
    'a picture of something else',
    `${button("i.alt='A dog'")}<p><img id=i alt="A cat" width=50 height=50></p>`,
    { appeared: ['image "A dog"'], disappeared: [] },
  ],
  ['nothing', button(''), { appeared: [], disappeared: [], changed: [] }],
];

test.each(GALLERY)('%s', async (_, body, expected) => {
  const page = await env.open(body);
  const seen = await clickBetweenSnapshots(page, '#b');
  expect(seen.effects).toMatchObject(expected);
  expectAgreement(seen);
  await page.close();
});

test('of an endless animation nobody waits for the end', async () => {
  const page =
    await env.open(`<style>@keyframes spin{to{transform:rotate(1turn)}}.s{animation:spin 1s infinite}</style>
    ${button("p.className='s'")}<p id=p>Working</p>`);
  const { effects } = await clickBetweenSnapshots(page, '#b');
  expect(effects).toMatchObject({ appeared: [], disappeared: [] });
  await page.close();
});

test('on a large page, what only came into view has not appeared', async () => {
  const items = Array.from({ length: 900 }, (_, at) => `<li><a href="#i${at}">Item ${at}</a></li>`);
  const page = await env.open(
    `${button("window.scrollTo(0,2000);f.value='far';n.textContent='moved';f.insertAdjacentHTML('afterend','<p>too short</p>')")}<p id=n style="position:fixed;top:0;right:0">here</p>
    <ul>${items.join('')}</ul><input id=f aria-label=Far>`,
  );
  const { effects } = await clickBetweenSnapshots(page, '#b');
  expect(effects).toMatchObject({
    appeared: ['text "moved"', 'text "too short"'],
    disappeared: [],
  });
  expect(effects.changed).toEqual([expect.stringMatching(/^\[\d+\] textbox "Far" value="far"$/)]);
  await page.close();
});

describe('frameworks', () => {
  async function openFixture(name: string): Promise<KitPage> {
    const page = await env.open('<body><script defer src="/app.js"></script></body>', {
      paths: { '/app.js': await bundleFixture(name) },
    });
    await page.page.waitForSelector('#state', { state: 'attached' });
    return page;
  }

  test.each(['plain', 'react', 'vue', 'angular', 'lit'])('a form in %s', async (name) => {
    const page = await openFixture(name);
    for (const selector of ['#agree', '#add', '#add']) {
      const seen = await clickBetweenSnapshots(page, selector);
      expect(seen.effects.appeared.length).toBe(1);
      expectAgreement(seen);
    }
    await page.close();
  });

  test('a dialog in Vue comes and goes', async () => {
    const page = await openFixture('vue-fade');
    const opened = await clickBetweenSnapshots(page, '#b');
    expect(opened.effects.appeared).toEqual([
      'dialog "Settings"',
      'heading "Settings"',
      'text "Choose well."',
      expect.stringMatching(/button "Save"$/),
    ]);
    expectAgreement(opened);
    const closed = await clickBetweenSnapshots(page, '#b');
    expect(closed.effects).toMatchObject({ appeared: [], disappearedCount: 4 });
    expectAgreement(closed);
    await page.close();
  });

  test('a choice in React holds what was chosen, and enables what depends on it', async () => {
    const page = await openFixture('react-select');
    expectAgreement(await clickBetweenSnapshots(page, '#b'));
    const chosen = await clickBetweenSnapshots(page, '#Rail');
    expect(chosen.effects.appeared).toContain('text "By Rail"');
    expect(chosen.effects.changed).toContainEqual(
      expect.stringMatching(/button "Order" \(was disabled\)$/),
    );
    expectAgreement(chosen);
    await page.close();
  });
});

describe('a dialog that takes the rest of the page out of reach', () => {
  const REST = `<div id=root><nav><a href=#x>Home</a></nav><p>Words</p><label><input type=checkbox>Express</label>
    <ul role=listbox aria-label=Panels><li role=option tabindex=0>Files<li role=option tabindex=0>Logs</ul>
    ${button('show()', 'Rename')}</div>`;
  const open = (veil: string) => `${REST}<script>
    function show() {
      const dialog = document.createElement('div');
      dialog.innerHTML = '<div role=dialog aria-modal=true aria-label=Name style="position:fixed;inset:80px;background:#fff"><input aria-label=Title><button id=c>Close</button></div>';
      document.body.append(dialog);
      ${veil}
      c.onclick = () => { dialog.remove(); root.removeAttribute('aria-hidden'); root.inert = false; };
    }</script>`;

  test.each([
    ['by aria-hidden', "root.setAttribute('aria-hidden', 'true');"],
    ['by inert', 'root.inert = true;'],
  ])('%s', async (_, veil) => {
    const page = await env.open(open(veil));
    const opened = await clickBetweenSnapshots(page, '#b');
    expect(opened.effects).toMatchObject({
      appeared: [
        'dialog "Name"',
        expect.stringMatching(/textbox "Title"/),
        expect.stringMatching(/button "Close"/),
      ],
      disappeared: [],
      changed: [],
    });
    const closed = await clickBetweenSnapshots(page, '#c');
    expect(closed.effects).toMatchObject({
      appeared: [],
      disappeared: [
        'dialog "Name"',
        expect.stringMatching(/textbox "Title"/),
        expect.stringMatching(/button "Close"/),
      ],
      changed: [],
    });
    await page.close();
  });
});

test('what a script moves, frame by frame, is waited for', async () => {
  const page = await env.open(`<div id=d style="position:fixed;inset:100px;overflow:hidden">
    <h2>Enable notifications</h2><p>Words</p><button id=b>No</button></div><script>
    b.onclick = () => {
      const height = d.offsetHeight, began = performance.now();
      const step = () => {
        const part = (performance.now() - began) / 400;
        if (part >= 1) return d.remove();
        d.style.height = height * (1 - part) + 'px';
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    };</script>`);
  const { effects } = await clickBetweenSnapshots(page, '#b');
  expect(effects.disappeared).toEqual([
    'heading "Enable notifications"',
    'text "Words"',
    '[1] button "No"',
  ]);
  await page.close();
});
