// Scrolling the right container, exactly.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScrollMotion, Target } from '../../wire';
import { createTestEnv, type TestEnv } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const box = (id: string, inner: string, style = '') =>
  `<div id=${id} style="width:200px;height:100px;overflow:auto;${style}">${inner}</div>`;
const tall = '<div style="height:1000px;width:900px"><p id=p style="margin:0">p</p></div>';
const page = '<div style="height:4000px"></div>';
const at = (selector: string): Target => ({ selector });

interface Case {
  what: string;
  body: string;
  target?: Target;
  motion: ScrollMotion;
  moved: [number, number];
  container: string;
}
const cases: Case[] = [
  {
    what: 'the page, by pixels',
    body: page,
    motion: { type: 'by', x: 0, y: 333 },
    moved: [0, 333],
    container: 'the page',
  },
  {
    what: 'the page, though it would glide',
    body: `<style>html{scroll-behavior:smooth}</style>${page}`,
    motion: { type: 'by', x: 0, y: 700 },
    moved: [0, 700],
    container: 'the page',
  },
  {
    what: 'no further than its end',
    body: box('c', tall),
    motion: { type: 'by', x: 0, y: 5000 },
    moved: [0, 915],
    container: '<div id="c">',
  },
  {
    what: 'a page with overlap',
    body: `<!doctype html>${page}`,
    motion: { type: 'pages', x: 0, y: 1 },
    moved: [0, 700],
    container: 'the page',
  },
  {
    what: 'half a page',
    body: `<!doctype html>${page}`,
    motion: { type: 'pages', x: 0, y: 0.5 },
    moved: [0, 400],
    container: 'the page',
  },
  {
    what: 'to a share of the way',
    body: box('c', tall),
    motion: { type: 'to', y: 1, x: 0.5 },
    moved: [357.5, 915],
    container: '<div id="c">',
  },
  {
    what: 'the container of the target',
    body: box('c', tall) + page,
    target: at('#p'),
    motion: { type: 'by', x: 50, y: 60 },
    moved: [50, 60],
    container: '<div id="c">',
  },
  {
    what: 'the outer one when the inner is at its end',
    body: box('o', box('i', '<p id=p>p</p>') + tall.replace('id=p', ''), 'height:150px'),
    target: at('#p'),
    motion: { type: 'by', x: 0, y: 40 },
    moved: [0, 40],
    container: '<div id="o">',
  },
  {
    what: 'the largest container of a page that does not scroll',
    body: box('s', tall) + box('c', tall, 'width:600px;height:400px'),
    motion: { type: 'by', x: 0, y: 10 },
    moved: [0, 10],
    container: '<div id="c">',
  },
  {
    what: 'sideways from the right',
    body: `<div dir=rtl>${box('c', tall)}</div>`,
    target: at('#c'),
    motion: { type: 'by', x: -30, y: 0 },
    moved: [-30, 0],
    container: '<div id="c">',
  },
  {
    what: 'to the end from the right',
    body: `<div dir=rtl>${box('c', tall)}</div>`,
    target: at('#c'),
    motion: { type: 'to', x: 1 },
    moved: [-715, 0],
    container: '<div id="c">',
  },
  {
    what: 'not at all, and says so',
    body: '<p>short</p>',
    motion: { type: 'by', x: 0, y: 100 },
    moved: [0, 0],
    container: 'the page',
  },
];

test.each(cases)('$what', async ({ body, target, motion, moved, container }) => {
  const kit = await env.open(body);
  const params = { motion, timeoutMs: 300, ...(target !== undefined && { target }) };
  const scrolled = await kit.ask('scroll', params);
  expect(scrolled.container).toBe(container);
  expect(Math.abs(scrolled.movedX - moved[0])).toBeLessThan(1);
  expect(Math.abs(scrolled.movedY - moved[1])).toBeLessThan(1);
  await kit.close();
});

test('until the target is in view', async () => {
  const kit = await env.open(`${page}<button>far</button>`);
  const { container, movedY } = await kit.ask('scroll', {
    target: { text: 'far' },
    motion: { type: 'intoView' },
    timeoutMs: 300,
  });
  expect(container).toBe('the page');
  expect(movedY).toBeGreaterThan(3000);
  expect(
    await kit.page.evaluate(
      "document.querySelector('button').getBoundingClientRect().bottom <= innerHeight",
    ),
  ).toBe(true);
  await kit.close();
});
