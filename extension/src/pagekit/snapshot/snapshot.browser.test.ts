// What a page looks like to an agent, one kind of page at a time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

let env: TestEnv;
let page: KitPage;
let body = '';
beforeAll(async () => {
  env = await createTestEnv();
  page = await env.open('');
  await page.page.route('**/case', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  );
});
afterAll(() => env.close());

async function linesOf(markup: string): Promise<string[]> {
  body = markup;
  await page.page.goto(`${page.origin}/case`);
  const { lines } = await snapshotLines(page);
  return withoutNumbers(lines);
}

/** A script that adds a listener to each element of a selector. */
function listening(selector: string, type = 'click'): string {
  return `<script>for (const e of document.querySelectorAll('${selector}')) e.addEventListener('${type}', () => {});</script>`;
}

describe('what a page says', () => {
  test.each([
    ['a drawing area, by its size', '<canvas width="90" height="40"></canvas>', ['canvas 90×40']],
    ['a drawing area, by its name', '<canvas aria-label="Sales"></canvas>', ['canvas "Sales"']],
    [
      'no drawing area that is tiny or only an effect',
      '<canvas width="9" height="9"></canvas><canvas style="pointer-events: none"></canvas><p>a</p>',
      ['a'],
    ],
    ['headings by level', '<h1>One</h1><h3>Three</h3>', ['# One', '### Three']],
    [
      'a heading that is a link is one line',
      '<h2><a href="/a/b">Story</a></h2>',
      ['## [] link "Story" → /a/b'],
    ],
    [
      'text with links in its flow',
      '<p>See <a href="/x">the docs</a>, or <b>ask</b>.</p>',
      ['See [] link "the docs", or ask.'],
    ],
    [
      'nested lists by indent',
      '<ul><li>a<ul><li>a1</li><li>a2</li></ul></li><li>b</li></ul>',
      ['a', ' a1', ' a2', 'b'],
    ],
    [
      'table rows',
      '<table><caption>People</caption><tr><th>Name<th>Do<tr><td>Ann | Bo<td><button>Edit</button></table>',
      ['table "People":', ' | Name | Do', ' | Ann \\| Bo | [] button "Edit"'],
    ],
    [
      'a table around tables only arranges them',
      '<table><tr><td><table><tr><td>a<td>b</table><td>aside</table>',
      ['| a | b', 'aside'],
    ],
    [
      'landmarks hold what is inside them',
      '<nav aria-label="Main"><a href="/">Home</a></nav><main><p>Hi</p></main>',
      ['navigation "Main":', ' [] link "Home" → /', 'main:', ' Hi'],
    ],
    [
      'named images only',
      '<img alt="A cat" src=""><img alt="" src=""><img src="">',
      ['image "A cat"'],
    ],
    [
      'right-to-left text as it is written',
      '<p dir="rtl">שלום עולם <a href="/he">קישור</a></p>',
      ['שלום עולם [] link "קישור"'],
    ],
    [
      'a details element that is closed',
      '<details><summary>More</summary>secret</details>',
      ['[] button "More" collapsed'],
    ],
    [
      'and one that is open',
      '<details open><summary>More</summary>shown</details>',
      ['[] button "More" expanded', 'shown'],
    ],
    [
      'display: contents',
      '<div style="display: contents"><p>in</p><button>Go</button></div>',
      ['in', '[] button "Go"'],
    ],
  ])('%s', async (_, markup, lines) => {
    expect(await linesOf(markup)).toEqual(lines);
  });
});

describe('what nobody can see is not told', () => {
  test.each([
    ['display: none', '<button>Save <span style="display: none">hidden</span></button>'],
    ['visibility: hidden', '<p style="visibility: hidden">hidden</p>'],
    ['opacity: 0', '<p style="opacity: 0">hidden</p>'],
    [
      'a box of no height that clips',
      '<div style="height: 0; overflow: hidden">hidden <a href="/">hidden</a></div>',
    ],
    [
      'text for screen readers only',
      '<p style="position: absolute; width: 1px; height: 1px; overflow: hidden">hidden</p>',
    ],
    ['text off the page', '<p style="position: absolute; left: -9999px">hidden</p>'],
    ['content-visibility: hidden', '<div style="content-visibility: hidden">hidden</div>'],
    ['a closed popover', '<div popover>hidden</div>'],
    ['a closed dialog', '<dialog>hidden</dialog>'],
    ['a template', '<template><p>hidden</p></template>'],
    ['the value of a password', '<input type="password" value="hidden" aria-label="Secret">'],
  ])('%s', async (_, markup) => {
    const text = (await linesOf(`<p>seen</p>${markup}`)).join('\n');
    expect(text).toContain('seen');
    expect(text).not.toContain('hidden');
  });

  test('but a visible child of a hidden element is', async () => {
    const markup =
      '<div style="visibility: hidden">no <b style="visibility: visible">yes</b></div>';
    expect(await linesOf(markup)).toEqual(['yes']);
  });

  test('a control that shows itself to the pointer is told as transparent', async () => {
    const markup = '<div style="opacity: 0">words <button>Delete</button></div>';
    expect(await linesOf(markup)).toEqual(['[] button "Delete" transparent']);
  });
});

describe('fields tell what they hold', () => {
  test.each([
    ['<input aria-label="Name" value="old">', 'e.value = "new"', '[] textbox "Name" value="new"'],
    ['<input aria-label="Name" required>', 'e.focus()', '[] textbox "Name" required focused'],
    ['<input type="checkbox" aria-label="Ok">', 'e.checked = true', '[] checkbox "Ok" checked'],
    ['<input type="checkbox" aria-label="Ok" checked>', 'e.checked = false', '[] checkbox "Ok"'],
    ['<input type="checkbox" aria-label="Ok">', 'e.indeterminate = true', '[] checkbox "Ok" mixed'],
    [
      '<textarea aria-label="Note"></textarea>',
      'e.value = "a\\nb"',
      '[] textbox "Note" value="a b" multiline',
    ],
    [
      '<select aria-label="City"><option>Rome<option>Oslo</select>',
      'e.selectedIndex = 1',
      '[] combobox "City" value="Oslo" {Rome, Oslo}',
    ],
    [
      '<select multiple aria-label="City"><option>Rome<option selected>Oslo</select>',
      'e.options[0].selected = true',
      '[] listbox "City" value="Rome, Oslo" {Rome, Oslo}',
    ],
    [
      '<input type="range" aria-label="Vol" max="10">',
      'e.value = 3',
      '[] slider "Vol" value="3" (0 to 10)',
    ],
    [
      '<input type="password" aria-label="Pin">',
      'e.value = "1234"',
      '[] textbox "Pin" type=password value=••••',
    ],
    [
      '<input type="date" aria-label="Born">',
      'e.value = "2020-02-03"',
      '[] textbox "Born" type=date value="2020-02-03"',
    ],
    [
      '<div contenteditable aria-label="Letter"></div>',
      'e.innerHTML = "Dear <b>you</b>"',
      '[] textbox "Letter" value="Dear you" multiline',
    ],
    ['<input aria-label="A" placeholder="dd/mm">', '0', '[] textbox "A" placeholder="dd/mm"'],
    ['<input aria-label="A" aria-invalid="true" readonly>', '0', '[] textbox "A" readonly invalid'],
    ['<button aria-pressed="true" disabled>B</button>', '0', '[] button "B" pressed disabled'],
    ['<fieldset disabled><input id="e" aria-label="A"></fieldset>', '0', '[] textbox "A" disabled'],
    [
      '<button aria-haspopup="menu" aria-expanded="false">M</button>',
      '0',
      '[] button "M" collapsed',
    ],
    ['<a href="/x" aria-current="page">Here</a>', '0', '[] link "Here" current → /x'],
    [
      '<div role="switch" aria-checked="true" tabindex="0">Dark</div>',
      '0',
      '[] switch "Dark" checked',
    ],
    ['<div role="tab" aria-selected="true">One</div>', '0', '[] tab "One" selected'],
  ])('%s after %s', async (markup, script, line) => {
    const marked = markup.replace(/^<(\w+)/, '<$1 id="e"');
    expect(await linesOf(`${marked}<script>${script}</script>`)).toEqual([line]);
  });

  test('a select with 500 options tells the first and their number', async () => {
    const options = Array.from({ length: 500 }, (_, at) => `<option>Option ${at}`).join('');
    const [line] = await linesOf(`<select aria-label="Many">${options}</select>`);
    expect(line).toBe(
      '[] combobox "Many" value="Option 0" {Option 0, Option 1, Option 2, Option 3, Option 4, … 500 options}',
    );
  });
});

describe('what can be used', () => {
  test.each([
    ['by a listener only', `<div id="a">Go</div>${listening('#a')}`, ['[] clickable "Go"']],
    ['by an attribute', '<div onclick="0">Go</div>', ['[] clickable "Go"']],
    [
      'by a property',
      '<div id="a">Go</div><script>a.onclick = () => {}</script>',
      ['[] clickable "Go"'],
    ],
    [
      'by the cursor only',
      '<div style="cursor: pointer">Go <b>now</b></div>',
      ['[] clickable "Go now"'],
    ],
    ['by the keyboard', '<div tabindex="0">Stop</div>', ['[] focusable "Stop"']],
    ['by dragging', '<div draggable="true">Card</div>', ['[] draggable "Card"']],
    [
      'neighbours with their own listeners are two',
      `<div class="m"><span>Reply</span><span>Forward</span></div>${listening('.m span')}`,
      ['[] clickable "Reply"', '[] clickable "Forward"'],
    ],
    [
      'a list that listens is used by its items',
      `<ul id="l"><li>One</li><li>Two</li></ul>${listening('#l')}`,
      ['[] clickable "One"', '[] clickable "Two"'],
    ],
    [
      'a card and the button in it are two',
      `<div id="card" style="cursor: pointer"><p>Card</p><button>Save</button></div>${listening('#card')}`,
      ['[] clickable (card):', ' Card', ' [] button "Save"'],
    ],
    [
      'a container that listens for its buttons is none',
      `<div id="card"><p>Card</p><button>Save</button></div>${listening('#card')}`,
      ['Card', '[] button "Save"'],
    ],
    [
      'the cross of a tab is not the tab',
      `<div role="tab">Mail <span id="x">×</span></div>${listening('#x')}`,
      ['[] tab "Mail ×" [] clickable "×"'],
    ],
    [
      'the listening icon of a button is the button',
      `<button aria-label="Close"><svg id="x" width="9" height="9"/></button>${listening('#x')}`,
      ['[] button "Close"'],
    ],
    [
      'a row that reacts keeps its cells',
      `<table><tr id="r"><td>a<td>b</table>${listening('#r')}`,
      ['[] clickable | a | b'],
    ],
    ['the page itself is none', `<p>text</p>${listening('html, body')}`, ['text']],
    [
      'a canvas that listens',
      `<canvas id="board"></canvas>${listening('#board')}`,
      ['[] canvas 300×150 (board)'],
    ],
    [
      'a link in a drawing',
      '<svg><a href="/s"><text y="20">Map</text></a></svg>',
      ['[] link "Map" → /s'],
    ],
    [
      'a shape that listens',
      `<svg><circle id="dot" r="9" cx="9" cy="9"/></svg>${listening('circle')}`,
      ['[] circle (dot)'],
    ],
    [
      'shapes that only notice the pointer',
      `<svg><rect width="9" height="9"/><path d="M20 0h9v9z"/></svg>${listening('rect, path', 'mouseenter')}`,
      ['[] rect', '[] path'],
    ],
    [
      'a menu that opens when the pointer comes',
      `<div id="m">Menu</div>${listening('#m', 'mouseover')}`,
      ['[] hoverable "Menu"'],
    ],
    [
      'what notices the pointer around or inside what is used is none',
      `<div id="a"><button>Save</button></div><div id="b">Go <i id="c">on</i></div>${listening('#a, #c', 'mouseenter')}${listening('#b')}`,
      ['[] button "Save"', '[] clickable "Go on"'],
    ],
    [
      'rows, and points of a chart, that notice the pointer are none',
      `<table><tr><td>a<td>b</table><svg>${'<circle r="1"/>'.repeat(50)}</svg>${listening('tr, circle', 'mouseenter')}`,
      ['| a | b'],
    ],
    [
      'a custom element',
      `<my-button>Buy</my-button>${listening('my-button')}`,
      ['[] clickable "Buy"'],
    ],
    [
      'a label of a hidden box',
      '<label><input type="checkbox" checked style="display: none">Agree</label>',
      ['[] checkbox "Agree" checked'],
    ],
    [
      'a label of a box that a wrapper without room hides, once',
      '<label><span style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%)">' +
        '<input type="checkbox" role="switch" aria-label="Agree"></span>Agree</label>',
      ['[] switch "Agree"'],
    ],
    [
      'a visible control that is hidden from assistive technology',
      '<button aria-hidden="true">Up</button>',
      ['[] button "Up"'],
    ],
    [
      'a link without words, by what its maker called it',
      '<a href="/t" class="icon-twitter"></a><style>a { padding: 9px }</style>',
      ['[] link (icon-twitter) → /t'],
    ],
    [
      'a media element',
      '<video controls aria-label="Trailer"></video>',
      ['[] video "Trailer" paused'],
    ],
  ])('%s', async (_, markup, lines) => {
    expect(await linesOf(markup)).toEqual(lines);
  });

  test.each([
    [
      'a label before its field',
      '<label for="a">Email</label><input id="a">',
      ['[] textbox "Email"'],
    ],
    ['a label around its field', '<label>Email <input></label>', ['[] textbox "Email"']],
    [
      'a label by reference',
      '<span id="l">Email:</span> <input aria-labelledby="l">',
      ['[] textbox "Email:"'],
    ],
    [
      'a legend',
      '<fieldset><legend>Who</legend><input aria-label="A"></fieldset>',
      ['group "Who":', ' [] textbox "A"'],
    ],
  ])('%s is said once', async (_, markup, lines) => {
    expect(await linesOf(markup)).toEqual(lines);
  });
});

describe('what is over and around', () => {
  test('shadow roots and slots are read in the order of the screen', async () => {
    const markup = `
      <x-card><b slot="title">Title</b><i>body</i><u slot="nowhere">lost</u></x-card>
      <script>
        customElements.define('x-card', class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML =
              '<h2><slot name="title"></slot></h2><p><slot></slot></p>' +
              '<slot name="foot"><button>Default</button></slot>';
          }
        });
      </script>`;
    expect(await linesOf(markup)).toEqual(['## Title', 'body', '[] button "Default"']);
  });

  test('a modal dialog is all that can be reached', async () => {
    const markup = `<button>Behind</button><dialog id="d" aria-label="Sure?"><button>Yes</button></dialog>
      <script>d.showModal()</script>`;
    expect(await linesOf(markup)).toEqual([
      'dialog "Sure?":',
      ' [] button "Yes" focused',
      'unreachable: the rest of the page, while dialog "Sure?" is open',
    ]);
  });

  test('what is inert is one line', async () => {
    const markup = '<div inert><p>Old</p><button>No</button></div><button>Yes</button>';
    expect(await linesOf(markup)).toEqual(['unreachable (inert): "Old No"', '[] button "Yes"']);
  });

  test('an open popover is read', async () => {
    const markup =
      '<div popover id="p"><button>Copy</button></div><script>p.showPopover()</script>';
    expect(await linesOf(markup)).toEqual(['[] button "Copy"']);
  });

  test('what an overlay covers says so', async () => {
    const markup = `<button>Under</button><p style="margin-top: 300px"><button>Free</button></p>
      <div style="position: fixed; inset: 0 0 auto 0; height: 200px; background: #fff">Cookies</div>`;
    expect(await linesOf(markup)).toEqual([
      '[] button "Under" covered',
      '[] button "Free"',
      'Cookies',
    ]);
  });

  test('a container that scrolls tells how far', async () => {
    const items = Array.from(
      { length: 50 },
      (_, at) => `<div style="height: 40px">Row ${at}</div>`,
    );
    const markup = `<div id="s" aria-label="Log" style="height: 200px; overflow: auto">${items.join('')}</div>
      <script>s.scrollTop = 300</script>`;
    const [head, first] = await linesOf(markup);
    expect(head).toBe('[] scroll area "Log", 1500 px more below, 300 px above:');
    expect(first).toBe(' Row 0');
  });

  test('what is scrolled out of its container is not covered', async () => {
    const items = Array.from({ length: 9 }, (_, at) => `<p><button>B${at}</button></p>`);
    const markup = `<div style="height: 60px; overflow: auto">${items.join('')}</div>`;
    expect((await linesOf(markup)).at(-1)).toBe(' [] button "B8"');
  });

  test('a modal dialog in a shadow tree is found too', async () => {
    const markup = `<button>Behind</button><x-a></x-a><script>
        const root = document.querySelector('x-a').attachShadow({ mode: 'open' });
        root.innerHTML = '<dialog aria-label="In"><button>Yes</button></dialog>';
        root.firstChild.showModal();
      </script>`;
    expect((await linesOf(markup))[0]).toBe('dialog "In":');
    expect((await linesOf(markup)).join()).not.toContain('Behind');
  });

  test('a tree deeper than any page is read as far as it goes', async () => {
    const markup = `<p>top</p><script>
        let at = document.body;
        for (let depth = 0; depth < 1500; depth += 1) at = at.appendChild(document.createElement('div'));
        at.innerHTML = '<button>Deep</button>';
      </script>`;
    expect((await linesOf(markup))[0]).toBe('top');
  });

  test('a form whose fields hide its properties is read like any other', async () => {
    const names = [
      'nodeType',
      'childNodes',
      'firstChild',
      'parentNode',
      'localName',
      'getAttribute',
    ];
    const more = [
      'getAttributeNames',
      'shadowRoot',
      'checkVisibility',
      'getBoundingClientRect',
      'id',
    ];
    const fields = [...names, ...more].map((name) => `<input name="${name}" aria-label="${name}">`);
    const lines = await linesOf(`<form>${fields.join('')}<button>Send</button></form>`);
    expect(lines).toHaveLength(12);
    expect(lines.at(-1)).toBe('[] button "Send"');
  });
});
