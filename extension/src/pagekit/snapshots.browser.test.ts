// Who a frame is, where its children are, and the numbers of its elements.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestEnv, type TestEnv, type KitPage } from './test-env/test-env';
import { snapshotLines } from './test-env/snapshot';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

function frameAt(page: KitPage, path: string): NonNullable<Parameters<KitPage['ask']>[2]> {
  const found = page.page.frames().find((frame) => frame.url().endsWith(path));
  if (!found) throw new Error(`no frame shows ${path}`);
  return found;
}

test('a title is as long as somebody would read, and hides nothing', async () => {
  const page = await env.open('<p>Hi');
  await page.page.evaluate(() => {
    document.title = `Trains\u202e ${'x'.repeat(1_000_000)}`;
  });
  const { title } = await page.ask('join', { ordinal: 0 });
  expect(title).toMatch(/^Trains x+/);
  expect(title.length).toBeLessThanOrEqual(301);
  expect((await snapshotLines(page, {})).title).toBe(title);
  await page.close();
});

const NESTED = {
  '/one': '<p>first</p><iframe src="%OTHER%/two" title="Second"></iframe>',
  '/two': '<p>second</p><iframe src="%ORIGIN%/three" title="Third"></iframe>',
  '/three': '<p>third</p><button>Deep</button>',
};

test('frames of three sites deep each know their place, and their parents where they belong', async () => {
  const page = await env.open(
    '<iframe src="about:blank"></iframe><iframe src="/one" title="First"></iframe>',
    { paths: NESTED },
  );
  const join = (ordinal: number, path: string) =>
    page.ask('join', { ordinal }, path ? frameAt(page, path) : undefined);
  expect((await join(0, '')).place).toEqual([]);
  expect((await join(1, '/one')).place).toEqual([1]);
  expect((await join(2, '/two')).place).toEqual([1, 0]);
  expect(await join(3, '/three')).toMatchObject({
    ordinal: 3,
    place: [1, 0, 0],
    url: `${page.origin}/three`,
    readyState: 'complete',
    viewWidth: 300,
    viewHeight: 150,
    hearsListeners: true,
    closing: false,
  });

  const top = await snapshotLines(page);
  expect(top.children).toMatchObject([
    { line: 0, indent: 1, number: 1, index: 0, width: 300, height: 150, inView: true },
    { line: 1, indent: 1, number: 2, index: 1, src: `${page.origin}/one` },
  ]);
  expect(top.lines).toEqual(['[1] frame', '[2] frame "First"']);
  const deepest = await snapshotLines(page, {}, frameAt(page, '/three'));
  expect(deepest.lines).toEqual(['third', '[300001] button "Deep"']);
  expect(deepest.interactive).toBe(1);
  await page.close();
});

test('the first word on who a frame is counts', async () => {
  const page = await env.open('<button>A</button>');
  await page.ask('join', { ordinal: 4 });
  expect((await page.ask('join', { ordinal: 5 })).ordinal).toBe(4);
  expect((await snapshotLines(page)).text).toBe('[400001] button "A"');
  await page.close();
});

test('a page that was there before the hook says that its listeners are unknown', async () => {
  const page = await env.open(
    '<div id="a">Go</div><script>a.addEventListener("click", () => {})</script>',
    {
      noteListeners: false,
    },
  );
  expect((await page.ask('join', { ordinal: 0 })).hearsListeners).toBe(false);
  expect((await snapshotLines(page)).text).toBe('Go');
  await page.close();
});

const ANY = { url: '', viewWidth: 0, viewHeight: 0 };

test.each([
  ['bare', 'border: 0', { x: 8, y: 8 }, 1],
  ['in a border and padding', 'border: 3px solid; padding: 5px', { x: 16, y: 16 }, 1],
  ['scaled', 'border: 3px solid; transform: scale(2); transform-origin: 0 0', { x: 14, y: 14 }, 2],
])('a child frame %s is found where its content begins', async (_, style, origin, scale) => {
  const page = await env.open(`<iframe src="/in" style="${style}"></iframe>`, {
    paths: { '/in': 'x' },
  });
  const place = await page.ask('locateChild', { index: 0, reveal: false, ...ANY });
  expect(place).toMatchObject({ origin, scaleX: scale, scaleY: scale });
  await page.close();
});

test('one below the view is brought into it', async () => {
  const page = await env.open(
    '<div style="height: 3000px"></div><iframe src="/in" style="border: 0"></iframe>',
    { paths: { '/in': 'x' } },
  );
  const { origin } = await page.ask('locateChild', { index: 0, reveal: true, ...ANY });
  expect(origin.y).toBeGreaterThan(0);
  expect(origin.y).toBeLessThanOrEqual(800 - 150);
  await page.close();
});

test('one in a shadow tree is found by its address and size', async () => {
  const page = await env.open(
    `<x-a></x-a><script>
      document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML =
        '<iframe src="/a" width="100" height="50"></iframe><iframe src="/b" width="100" height="50"></iframe>';
    </script>`,
    { paths: { '/a': 'a', '/b': 'b' } },
  );
  const snapshot = await snapshotLines(page);
  expect(snapshot.children.map(({ src }) => src)).toEqual([`${page.origin}/a`, `${page.origin}/b`]);
  const second = snapshot.children[1];
  const { number } = await page.ask('locateChild', {
    index: -1,
    url: `${page.origin}/b`,
    viewWidth: 100,
    viewHeight: 50,
    reveal: false,
  });
  expect(number).toBe(second?.number);
  await page.close();
});

test.each([
  ['gone', '<p>none</p>'],
  ['hidden', '<iframe src="/in" style="visibility: hidden"></iframe>'],
  ['hidden', '<iframe src="/in" style="display: none"></iframe>'],
  ['covered', '<iframe src="/in"></iframe><div id="veil" style="position: fixed; inset: 0"></div>'],
])('it is refused as %s: %s', async (code, body) => {
  const page = await env.open(body, { paths: { '/in': 'x' } });
  await expect(page.ask('locateChild', { index: 0, reveal: false, ...ANY })).rejects.toMatchObject({
    code,
  });
  await page.close();
});

test('marks are the numbered elements in view, where they are', async () => {
  const page = await env.open(
    `<style>* { margin: 0 } button { position: absolute; width: 80px; height: 30px }</style>
    <button style="left: 10px; top: 20px">A</button><button style="top: 3000px">Below</button>
    <button style="left: 200px; top: 20px">Covered</button>
    <div style="position: absolute; left: 190px; width: 200px; height: 100px; background: #fff"></div>`,
  );
  const { text } = await snapshotLines(page);
  const { marks } = await page.ask('marks', {});
  expect(marks).toEqual([{ number: 1, rect: { x: 10, y: 20, width: 80, height: 30 } }]);
  expect(text).toContain('[1] button "A"');
  await page.close();
});

test('a number stays with its element and is never given to another', async () => {
  const page = await env.open('<button id="a">A</button><button id="b">B</button>');
  expect((await snapshotLines(page)).lines).toEqual(['[1] button "A"', '[2] button "B"']);
  await page.page.evaluate(() => {
    document.querySelector('#a')?.remove();
  });
  const session = await page.page.context().newCDPSession(page.page);
  await session.send('HeapProfiler.collectGarbage');
  await page.page.evaluate(() => {
    document.body.insertAdjacentHTML('afterbegin', '<button>C</button>');
  });
  expect((await snapshotLines(page)).lines).toEqual(['*[3] button "C"', '[2] button "B"']);
  expect((await snapshotLines(page)).lines).toEqual(['[3] button "C"', '[2] button "B"']);
  await page.close();
});

test('reading changes nothing in the page', async () => {
  const page = await env.open(
    '<main><button>A</button><div id="l">B</div></main><script>l.addEventListener("click", () => {})</script>',
  );
  await page.page.evaluate(() => {
    const seen = { changes: 0 };
    Object.assign(window, { seen });
    const options = { subtree: true, childList: true, attributes: true, characterData: true };
    new MutationObserver((changes) => (seen.changes += changes.length)).observe(document, options);
  });
  const markup = await page.page.content();
  for (const mode of ['full', 'interactive', 'viewport'] as const)
    await snapshotLines(page, { mode });
  await page.ask('marks', {});
  expect(await page.page.evaluate('seen.changes')).toBe(0);
  expect(await page.page.content()).toBe(markup);
  await page.close();
});
