// What a client's script presses is held where a click would ask, and done once it may.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Sensitivity } from '../../wire';
import { createTestEnv, type KitPage, type TestEnv } from '../test-env/test-env';
import { CLICK } from '../test-env/actions';

const PAGE = `<title>none</title>
  <button id=pay onclick="note('paid')">Pay now</button>
  <label id=label for=pay>by this</label>
  <div id=down role=button onpointerdown="note('bought')">Buy now</div>
  <button id=plain onclick="note('plain')">Show more</button>
  <button id=slow onclick="setTimeout(() => pay.click(), 100)">Next</button>
  <form id=login onsubmit="note('in'); return false"><input type=password id=pw><button id=enter>Log in</button></form>
  <form id=search onsubmit="note('found'); return false"><input name=q><button>Search</button></form>
  <script>const note = (word) => { document.title = document.title === 'none' ? word : document.title + ' ' + word; };</script>`;
const DENY: Sensitivity[] = ['password', 'payment', 'send'];

let env: TestEnv;
let kit: KitPage;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());
beforeEach(async () => {
  kit = await env.open(PAGE);
});
afterEach(() => kit.close());

const BEGINS = 'tabwright-0123';
const begin = (deny = DENY) => kit.ask('guardScripts', { deny, event: BEGINS });
const release = async (deny = DENY) => (await kit.ask('releaseHeld', { deny })).held;
const run = (script: string) => kit.page.evaluate(script);
const done = () => kit.page.title();

test.each<[string, Sensitivity, string]>([
  ['pay.click()', 'payment', 'paid'],
  ['pay.dispatchEvent(new MouseEvent("click", { bubbles: true }))', 'payment', 'paid'],
  ['label.click()', 'payment', 'paid'],
  ['down.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))', 'payment', 'bought'],
  ['pw.value = "x"; enter.click()', 'password', 'in'],
  ['pw.value = "x"; login.requestSubmit()', 'password', 'in'],
])('%s is held, and done when it may be', async (script, kind, effect) => {
  await begin();
  await run(script);
  expect(await done()).toBe('none');
  expect(await release()).toMatchObject({ sensitivity: kind });
  expect(await done()).toBe('none');
  expect(await release(DENY.filter((other) => other !== kind))).toBeUndefined();
  expect(await done()).toBe(effect);
  // It was for once.
  expect(await release([])).toBeUndefined();
  expect(await done()).toBe(effect);
});

test('what was held for one script is forgotten with the next', async () => {
  await begin();
  await run('pay.click()');
  await begin();
  expect(await release([])).toBeUndefined();
  expect(await done()).toBe('none');
});

const SAYS_IT_BEGINS = `dispatchEvent(new Event('${BEGINS}', { cancelable: true }))`;

test('a script that says that it begins is a new one for the guard', async () => {
  await begin();
  await run('pay.click()');
  await kit.page.click('#plain');
  expect(await run(`const isUnguarded = ${SAYS_IT_BEGINS}; pay.click(); isUnguarded`)).toBe(false);
  expect(await done()).toBe('plain');
  expect(await release([])).toBeUndefined();
  expect(await done()).toBe('plain paid');
});

test('a script hears in the page whether anything is held', async () => {
  const clear = `dispatchEvent(new Event('${BEGINS}!', { cancelable: true }))`;
  await begin();
  expect(await run(`plain.click(); ${clear}`)).toBe(true);
  expect(await run(`pay.click(); ${clear}`)).toBe(false);
  await release([]);
  expect(await run(clear)).toBe(true);
});

test.each([
  ['was never guarded', () => Promise.resolve()],
  ['is guarded no more', () => begin([])],
  ['wrote itself anew', () => run('document.open(); document.write("anew"); document.close()')],
])('a script hears that a document %s', async (how, change) => {
  if (how !== 'was never guarded') await begin();
  await change();
  expect(await run(SAYS_IT_BEGINS)).toBe(true);
});

test.each([
  ['a harmless press', 'plain.click()', 'plain'],
  ['a form that holds nothing of that kind', 'search.requestSubmit()', 'found'],
  ['a login without a password', 'login.requestSubmit()', 'in'],
])('%s is not held', async (_, script, effect) => {
  await begin();
  await run(script);
  expect(await release()).toBeUndefined();
  expect(await done()).toBe(effect);
});

test('nothing is held where nothing is denied', async () => {
  await begin([]);
  await run('pay.click()');
  expect(await done()).toBe('paid');
});

test('what comes later than its script is held, too', async () => {
  await begin();
  await run('new Promise((done) => setTimeout(() => { pay.click(); plain.click(); done() }, 50))');
  expect(await done()).toBe('plain');
});

test('a person presses what they like, and the page answers them', async () => {
  await begin();
  await kit.page.click('#pay');
  expect(await done()).toBe('paid');
  await kit.page.click('#slow');
  await kit.page.waitForFunction(() => document.title === 'paid paid');
  await kit.page.fill('#pw', 'x');
  await kit.page.click('#enter');
  expect(await done()).toBe('paid paid in');
  await kit.page.focus('#pw');
  await kit.page.keyboard.press('Enter');
  expect(await done()).toBe('paid paid in in');
});

test('a script that begins after input of ours is held all the same', async () => {
  await begin();
  await kit.page.click('#plain');
  await begin();
  await run('pay.click()');
  expect(await done()).toBe('plain');
});

test('what the kit does itself is not held', async () => {
  await begin();
  await kit.ask('perform', {
    target: { selector: '#pay' },
    action: CLICK,
    timeoutMs: 1000,
    force: false,
  });
  expect(await done()).toBe('paid');
});
