// Roles and names, beside what Chromium itself tells assistive technology.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

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

/** The element with the id `e`, as the kit names it. */
async function factsIn(markup: string): Promise<{ role: string; name: string }> {
  body = markup;
  await page.page.goto(`${page.origin}/case`);
  const { element } = await page.ask('ready', {
    target: { selector: '#e' },
    need: 'exist',
    timeoutMs: 1000,
    force: false,
    guard: false,
  });
  return { role: element.role, name: element.name };
}

/** Role and name as Chromium computes them. */
async function chromiumsIn(): Promise<{ role: string; name: string }> {
  const session = await page.page.context().newCDPSession(page.page);
  const { root } = await session.send('DOM.getDocument', { depth: 1 });
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: '#e',
  });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    nodeId,
    fetchRelatives: false,
  });
  await session.detach();
  const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
  return { role: text(nodes[0]?.role?.value), name: text(nodes[0]?.name?.value) };
}

const AGREED: [markup: string, role: string, name: string][] = [
  ['<button id="e">Save <b>all</b></button>', 'button', 'Save all'],
  ['<button id="e" aria-label="Close">×</button>', 'button', 'Close'],
  ['<button id="e" title="Tip"></button>', 'button', 'Tip'],
  ['<button id="e"><img alt="Print" src=""></button>', 'button', 'Print'],
  ['<a id="e" href="/"><i title="Tip">Text</i></a>', 'link', 'Text'],
  ['<button id="e"><img title="Print" src=""></button>', 'button', 'Print'],
  ['<button id="e"><span aria-label="Close"></span></button>', 'button', 'Close'],
  ['<button id="e"><span aria-labelledby="l"></span></button><i id="l">Shut</i>', 'button', 'Shut'],
  ['<button id="e"><svg aria-label="Star"></svg></button>', 'button', 'Star'],
  ['<button id="e"><svg role="img"><title>Star</title></svg> 5</button>', 'button', 'Star 5'],
  ['<a id="e" href="/"><svg><use href="#x"><title>Deep</title></use></svg></a>', 'link', 'Deep'],
  ['<a id="e" href="/" title="Tip"><img alt="" src=""></a>', 'link', 'Tip'],
  ['<a id="e" href="/" aria-describedby="l"></a><i id="l">Said</i>', 'link', ''],
  ['<button id="e" value="x"></button>', 'button', ''],
  ['<div id="e" role="button" aria-labelledby="none">Go</div>', 'button', 'Go'],
  ['<div id="e" role="button"><input type="button" value="In"></div>', 'button', 'In'],
  [
    '<div id="e" role="button"><select><option>One<option selected>Two</select></div>',
    'button',
    'Two',
  ],
  ['<div role="listbox"><div id="e" role="option">A <b>b</b></div></div>', 'option', 'A b'],
  ['<a id="e" href="/">A<span style="visibility: hidden"> gone</span></a>', 'link', 'A'],
  ['<a id="e" href="/">A<span> b</span><span>c</span></a>', 'link', 'A bc'],
  ['<a id="e" href="/"><span style="display: inline-block">A</span>b</a>', 'link', 'A b'],
  [
    '<div id="e" role="textbox" aria-placeholder="Message" tabindex="0"></div>',
    'textbox',
    'Message',
  ],
  ['<input id="e" type="file" aria-label="Photo">', 'button', 'Photo'],
  ['<a id="e" href="/"><object title="Obj"></object></a>', 'link', 'Obj'],
  ['<meter id="e" aria-label="Disk" value="1"></meter>', 'meter', 'Disk'],
  ['<label>A<select id="e"><option>x</select></label>', 'combobox', 'A'],
  ['<button id="e"><svg><title>Search</title></svg></button>', 'button', 'Search'],
  ['<button id="e">Save<span style="display: none"> hidden</span></button>', 'button', 'Save'],
  ['<button id="e">Save<span aria-hidden="true"> icon</span></button>', 'button', 'Save'],
  ['<button id="e"><div>One</div><div>Two</div></button>', 'button', 'One Two'],
  ['<button id="e">One<br>Two</button>', 'button', 'One Two'],
  ['<a id="e" href="/">Home</a>', 'link', 'Home'],
  [
    '<a id="e" href="/" aria-labelledby="a b"></a><i id="a">Read</i> <i id="b">more</i>',
    'link',
    'Read more',
  ],
  [
    '<i id="a" hidden>Secret <b>label</b></i><a id="e" href="/" aria-labelledby="a">x</a>',
    'link',
    'Secret label',
  ],
  [
    '<input id="e" aria-labelledby="e l" aria-label="Own"><i id="l">Other</i>',
    'textbox',
    'Own Other',
  ],
  ['<label for="e">Email</label><input id="e" type="email">', 'textbox', 'Email'],
  ['<label>Age <input id="e" type="number"> years</label>', 'spinbutton', 'Age years'],
  ['<label for="e">One</label><label for="e">Two</label><input id="e">', 'textbox', 'One Two'],
  [
    '<input id="e" type="checkbox"><label for="e">Flash the screen <input value="3"> times</label>',
    'checkbox',
    'Flash the screen 3 times',
  ],
  ['<input id="e" placeholder="Your name">', 'textbox', 'Your name'],
  ['<input id="e" title="Tip" placeholder="Hint">', 'textbox', 'Tip'],
  ['<input id="e" type="search" aria-label="Find">', 'searchbox', 'Find'],
  ['<input id="e" type="range" aria-label="Vol">', 'slider', 'Vol'],
  ['<input id="e" type="submit">', 'button', 'Submit'],
  ['<input id="e" type="submit" value="Go">', 'button', 'Go'],
  ['<input id="e" type="reset">', 'button', 'Reset'],
  ['<input id="e" type="button" value="Do">', 'button', 'Do'],
  ['<input id="e" type="image" alt="Buy" src="">', 'button', 'Buy'],
  ['<input id="e" list="l" aria-label="City"><datalist id="l"></datalist>', 'combobox', 'City'],
  ['<select id="e" aria-label="Size"><option>S</select>', 'combobox', 'Size'],
  ['<select id="e" multiple aria-label="Size"><option>S</select>', 'listbox', 'Size'],
  ['<textarea id="e" aria-label="Note">text</textarea>', 'textbox', 'Note'],
  ['<img id="e" alt="A cat" src="">', 'image', 'A cat'],
  ['<h3 id="e">Title</h3>', 'heading', 'Title'],
  ['<div id="e" role="heading">Title</div>', 'heading', 'Title'],
  ['<div id="e" role="button">Go</div>', 'button', 'Go'],
  ['<div id="e" role="nothing button">Go</div>', 'button', 'Go'],
  ['<div id="e" role="checkbox" aria-checked="true">On</div>', 'checkbox', 'On'],
  ['<div role="tablist"><div id="e" role="tab">One</div></div>', 'tab', 'One'],
  ['<nav id="e" aria-label="Main"></nav>', 'navigation', 'Main'],
  ['<section id="e" aria-label="News">x</section>', 'region', 'News'],
  ['<form id="e" aria-label="Sign in">x</form>', 'form', 'Sign in'],
  ['<fieldset id="e"><legend>Who</legend></fieldset>', 'group', 'Who'],
  ['<table id="e"><caption>People</caption><tr><th>A<tr><td>b</table>', 'table', 'People'],
  ['<dialog id="e" open aria-label="Sure?">x</dialog>', 'dialog', 'Sure?'],
  ['<main id="e">x</main>', 'main', ''],
  ['<header id="e">x</header>', 'banner', ''],
  ['<footer id="e">x</footer>', 'contentinfo', ''],
  ['<button id="e" role="none">Still</button>', 'button', 'Still'],
  [
    '<style>#e::before { content: "New: " }</style><button id="e">Mail</button>',
    'button',
    'New: Mail',
  ],
  [
    '<span id="e" role="link" tabindex="0"><span style="display: contents">In</span></span>',
    'link',
    'In',
  ],
];

test.each(AGREED)('%s', async (markup, role, name) => {
  const facts = await factsIn(markup);
  const chromiums = await chromiumsIn();
  expect(chromiums).toEqual({ role, name });
  expect(facts).toEqual({ role: role === 'image' ? 'img' : role, name: facts.name });
  // Where there is no name, the kit says what the element says.
  if (name) expect(facts.name).toBe(name);
});

test.each([
  [
    'a password is a textbox to type into',
    '<input id="e" type="password" aria-label="P">',
    'textbox',
    'P',
  ],
  [
    'so is a place to edit',
    '<div id="e" contenteditable aria-label="Letter"></div>',
    'textbox',
    'Letter',
  ],
  [
    'an icon is named by its title, also one without a role',
    '<a id="e" href="/"><span title="Choose a Date"></span></a>',
    'link',
    'Choose a Date',
  ],
  ['a summary is a button', '<details><summary id="e">More</summary></details>', 'button', 'More'],
  [
    'the parts of a table that only arranges are nothing',
    '<table role="presentation"><tr><td id="e">x</table>',
    'td',
    'x',
  ],
  ['a drawing is an image', '<svg id="e"><title>Map</title></svg>', 'img', 'Map'],
  [
    'what only reacts is named by its text',
    '<div id="e" onclick="0">Go <b>on</b></div>',
    'div',
    'Go on',
  ],
  ['signs of icon fonts are no name', '<button id="e">\u{e001} Mail</button>', 'button', 'Mail'],
])('%s', async (_, markup, role, name) => {
  expect(await factsIn(markup)).toEqual({ role, name });
});

test('names are read through shadow roots and slots', async () => {
  const markup = `<x-field><b slot="label">City</b></x-field><script>
    const field = document.querySelector('x-field');
    field.attachShadow({ mode: 'open' }).innerHTML =
      '<i id="l"><slot name="label"></slot></i><input id="e" aria-labelledby="l">';
  </script>`;
  expect(await factsIn(markup)).toEqual({ role: 'textbox', name: 'City' });
});
