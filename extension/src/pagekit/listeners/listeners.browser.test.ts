// Which elements react, as the page's own world knows it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestEnv, type TestEnv } from '../test-env/test-env';
import { snapshotLines, withoutNumbers } from '../test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

async function linesAfter(script: string): Promise<string[]> {
  const page = await env.open(`<div id="a">A</div><div id="b">B</div><script>${script}</script>`);
  const { lines } = await snapshotLines(page);
  await page.close();
  return withoutNumbers(lines);
}

describe('an element reacts', () => {
  test.each([
    ['click', '[] clickable "A"'],
    ['mousedown', '[] clickable "A"'],
    ['pointerup', '[] clickable "A"'],
    ['touchstart', '[] clickable "A"'],
    ['keydown', '[] clickable "A"'],
    ['mousemove', '[] hoverable "A"'],
    ['mouseleave', 'A'],
    ['scroll', 'A'],
  ])('to %s: %s', async (type, line) => {
    expect(await linesAfter(`a.addEventListener('${type}', () => {})`)).toEqual([line, 'B']);
  });

  test.each([
    [
      'until its listener is removed',
      'a.addEventListener("click", f); a.removeEventListener("click", f)',
      'A',
    ],
    [
      'while another one is left',
      'a.addEventListener("click", f); a.addEventListener("click", g); a.removeEventListener("click", f)',
      '[] clickable "A"',
    ],
    [
      'while the one of the other phase is left',
      'a.addEventListener("click", f); a.removeEventListener("click", f, true)',
      '[] clickable "A"',
    ],
    [
      'once, however often the same is added',
      'a.addEventListener("click", f); a.addEventListener("click", f); a.removeEventListener("click", f)',
      'A',
    ],
    [
      'until its signal ends it',
      'const c = new AbortController(); a.addEventListener("click", f, { signal: c.signal }); c.abort()',
      'A',
    ],
    [
      'only to a passing pointer, once its click listener is gone',
      'a.addEventListener("click", f); a.onmouseenter = g; a.removeEventListener("click", f)',
      '[] hoverable "A"',
    ],
    [
      'to more than a passing pointer',
      'a.addEventListener("mouseover", f); a.addEventListener("click", f)',
      '[] clickable "A"',
    ],
    ['by a property', 'a.onclick = f', '[] clickable "A"'],
    ['until the property is emptied', 'a.onclick = f; a.onclick = null', 'A'],
    ['by an object', 'a.addEventListener("click", { handleEvent() {} })', '[] clickable "A"'],
    ['not by nothing', 'a.addEventListener("click", null)', 'A'],
  ])('%s', async (_, script, line) => {
    const lines = await linesAfter(`const f = () => {}; const g = () => {}; ${script}`);
    expect(lines).toEqual([line, 'B']);
  });
});

test('listeners that come and go between snapshots are followed', async () => {
  const page = await env.open('<div id="a">A</div>');
  const run = (script: string) => page.page.evaluate(script);
  expect((await snapshotLines(page)).text).toBe('A');
  await run('window.f = () => {}; a.addEventListener("click", f)');
  expect((await snapshotLines(page)).text).toContain('clickable "A"');
  await run('a.removeEventListener("click", f)');
  expect((await snapshotLines(page)).text).toBe('A');
  await run(
    'window.b = document.createElement("div"); b.textContent = "B"; b.addEventListener("click", f)',
  );
  expect((await snapshotLines(page)).text).toBe('A');
  await run('document.body.append(b)');
  expect((await snapshotLines(page)).text).toContain('clickable "B"');
  await page.close();
});

test('a page that writes itself anew is still heard', async () => {
  const page = await env.open('<p>old</p>');
  await snapshotLines(page);
  await page.page.evaluate(`
    document.open();
    document.write('<div id="a">A</div>');
    document.close();
    a.addEventListener('click', () => {});
  `);
  expect(withoutNumbers((await snapshotLines(page)).lines)).toEqual(['[] clickable "A"']);
  await page.close();
});

test('listeners inside shadow roots are heard of', async () => {
  const page = await env.open(`<x-a></x-a><script>
    const root = document.querySelector('x-a').attachShadow({ mode: 'open' });
    root.innerHTML = '<div>In</div>';
    root.firstChild.addEventListener('click', () => {});
  </script>`);
  expect((await snapshotLines(page)).text).toBe('[1] clickable "In"');
  await page.close();
});

test.each([
  ['React', 'a["__reactProps$x1"] = { onClick() {} }; b["__reactProps$x1"] = { title: "" }'],
  ['Svelte', 'a.__click = () => {}'],
  ['Solid', 'a.$$click = () => {}'],
  [
    'jQuery',
    `window.jQuery = { _data: (node) => node === document.body ? { click: [{ selector: '#a' }, { selector: ':odd(' }] } : undefined }`,
  ],
])('handlers that %s keeps to itself are found', async (_, script) => {
  expect(await linesAfter(script)).toEqual(['[] clickable "A"', 'B']);
});

test('the page sees nothing of the hook', async () => {
  const page = await env.open('');
  const plain = await env.open('', { noteListeners: false });
  const look = `({
    text: String(EventTarget.prototype.addEventListener).includes('[native code]'),
    name: EventTarget.prototype.addEventListener.name,
    length: EventTarget.prototype.addEventListener.length,
    own: Object.keys(EventTarget.prototype).join(),
    handler: typeof Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'onclick').set,
    globals: Object.getOwnPropertyNames(window).length,
  })`;
  expect(await page.page.evaluate(look)).toEqual(await plain.page.evaluate(look));
  await page.close();
  await plain.close();
});

test.each([
  [
    'a page that calls it oddly',
    'try { EventTarget.prototype.addEventListener.call({}, "click", f) } catch {} document.addEventListener({ toString: () => "click" }, f)',
  ],
  [
    'a page that froze its prototypes',
    'Object.freeze(EventTarget.prototype); a.addEventListener("click", f)',
  ],
])('%s goes on as it would', async (_, script) => {
  const page = await env.open(`<div id="a">A</div><script>
    let clicks = 0; const f = () => { clicks += 1; };
    ${script}
  </script>`);
  await snapshotLines(page);
  await page.page.click('#a');
  expect(await page.page.evaluate('clicks')).toBe(1);
  await page.close();
});
