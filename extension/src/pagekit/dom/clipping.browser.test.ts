// What a box clips and what gets out of it, as every way to look at a page must have it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from '../test-env/test-env';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const APP = '<h1>Hello</h1><button>Press me</button><a href="/x">More</a>';
const SEEN: [string, string][] = [
  [
    'a body without height, whose overflow is the view’s',
    `<style>body{margin:0;overflow:hidden}#app{position:absolute;inset:0}</style><div id=app>${APP}</div>`,
  ],
  [
    'a root without height',
    `<style>html{overflow:hidden;height:0}body{margin:0;position:absolute;inset:0}</style>${APP}`,
  ],
  [
    'a fixed part of a box without height',
    `<div style="overflow:hidden;height:0"><div style="position:fixed;top:9px">${APP}</div></div>`,
  ],
  [
    'an absolute part of a box without height',
    `<div style="overflow:hidden;height:0"><p style="margin:0"></p><div style="position:absolute;top:9px">${APP}</div></div>`,
  ],
  [
    'a fixed part of an absolute one in a box that is placed itself',
    `<div style="overflow:hidden;height:0;position:relative"><div style="position:absolute"><div style="position:fixed;top:9px">${APP}</div></div></div>`,
  ],
];
test.each(SEEN)('%s is seen', async (_, body) => {
  const page = await env.open(body);
  for (const mode of ['full', 'viewport'] as const) {
    const { lines } = await snapshotLines(page, { mode });
    expect(withoutNumbers(lines), mode).toEqual([
      '# Hello',
      '[] button "Press me"',
      '[] link "More" → /x',
    ]);
  }
  expect((await page.ask('readText', { charsMax: 1000 })).text).toContain('Hello');
  expect((await page.ask('readMarkdown', { charsMax: 1000, mainOnly: false })).text).toContain(
    '# Hello',
  );
  expect((await page.ask('readLinks', { countMax: 9 })).total).toBe(1);
  const target = { text: 'Press me' };
  const condition = { type: 'element', target, state: 'visible' } as const;
  await page.ask('waitUntil', { condition, timeoutMs: 300 });
  const ready = { target, need: 'click', timeoutMs: 300, force: false, guard: false } as const;
  expect((await page.ask('ready', ready)).element).toMatchObject({ name: 'Press me' });
  await page.close();
});

const HIDDEN: [string, string][] = [
  ['a folded box', `<div style="overflow:hidden;height:0">${APP}</div>`],
  [
    'an absolute part of a folded box that is placed itself',
    `<div style="overflow:hidden;height:0;position:relative"><div style="position:absolute;top:0">${APP}</div></div>`,
  ],
  [
    'a fixed part of a folded box that is moved',
    `<div style="overflow:hidden;height:0;transform:translateX(1px)"><div style="position:fixed;top:0">${APP}</div></div>`,
  ],
  [
    'a fixed part of what a clip path leaves nothing of',
    `<div style="clip-path:inset(50%);height:0;overflow:hidden"><div style="position:fixed;top:0">${APP}</div></div>`,
  ],
];
test.each(HIDDEN)('%s is not seen', async (_, body) => {
  const page = await env.open(`<p>Before</p>${body}`);
  const { lines } = await snapshotLines(page);
  expect(lines).toEqual(['Before']);
  expect((await page.ask('readText', { charsMax: 1000 })).text).toBe('Before');
  const condition = { type: 'element', target: { text: 'Press me' }, state: 'hidden' } as const;
  await page.ask('waitUntil', { condition, timeoutMs: 300 });
  await page.close();
});

test('what is absolute in a box that scrolls is in view past that box', async () => {
  const page = await env.open(
    '<div style="overflow:auto;height:60px;margin-top:300px"><p>Row</p>' +
      '<div style="position:absolute;top:20px"><button>Menu</button></div></div>',
  );
  const { lines } = await snapshotLines(page, { mode: 'viewport' });
  expect(withoutNumbers(lines)).toContain('[] button "Menu"');
  await page.close();
});

test('what scrolls in the body is told, though the root has an overflow of its own', async () => {
  const page = await env.open(
    '<style>html{overflow:hidden;height:100%}body{margin:0;overflow:auto;height:100%}</style>' +
      '<p>First</p><div style="height:3000px"></div><p id=last>Last</p>',
  );
  await page.page.evaluate("document.querySelector('#last').scrollIntoView()");
  const { lines } = await snapshotLines(page);
  expect(lines.join()).toContain('First');
  expect(lines.join()).toContain('Last');
  await page.close();
});

test('of two options, the one that can be seen is meant', async () => {
  const page = await env.open(
    '<div role=listbox style="height:0;width:0;overflow:hidden"><div role=option>Rust</div></div>' +
      '<div role=listbox><div role=option id=seen>Rust</div></div>',
  );
  for (const target of [{ text: 'Rust' }, { role: 'option', name: 'Rust' }]) {
    const { elements } = await page.ask('query', {
      target,
      countMax: 9,
      facts: [],
      attribute: 'id',
      charsMax: 99,
    });
    expect(elements).toMatchObject([{ attribute: 'seen' }]);
  }
  await page.close();
});

const EMPTY: [string, string, string][] = [
  ['an empty page', '', 'the page is empty'],
  [
    'a page that is hidden',
    '<div id=app style="display:none"><p>Soon</p></div>',
    'nothing of the page\'s 2 elements can be seen: <div id="app"> is not displayed (display: none)',
  ],
  [
    'a page that is transparent',
    '<div id=app style="opacity:0"><p>Soon</p></div>',
    'nothing of the page\'s 2 elements can be seen: <div id="app"> is transparent',
  ],
  [
    'a page that is folded',
    '<div id=app style="height:0;overflow:hidden"><p>Soon</p></div>',
    'nothing of the page\'s 2 elements can be seen: <div id="app"> has no room (overflow: hidden)',
  ],
  [
    'a page of pictures without words',
    '<img src="data:,"><div></div>',
    "the page's 2 elements say nothing; a screenshot shows what is drawn",
  ],
];
test.each(EMPTY)('%s says so', async (_, body, words) => {
  const page = await env.open(body);
  expect((await snapshotLines(page)).text).toBe(words);
  await page.close();
});
