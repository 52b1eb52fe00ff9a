// Waits, and what is said when they were in vain.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Condition } from '../../wire';
import { createTestEnv, type TestEnv } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const later = (code: string) => `<script>setTimeout(() => { ${code} }, 120)</script>`;
const element = (
  selector: string,
  state: 'attached' | 'detached' | 'visible' | 'hidden',
): Condition => ({
  type: 'element',
  target: { selector },
  state,
});

describe('is over when', () => {
  const cases: [string, string, Condition][] = [
    [
      'an element comes',
      later("document.body.innerHTML='<p id=x>x</p>'"),
      element('#x', 'visible'),
    ],
    ['it is shown', `<p id=x hidden>x</p>${later('x.hidden=false')}`, element('#x', 'visible')],
    [
      'it is shown by a style sheet',
      `<p id=x style="display:none">x</p>${later("document.styleSheets[0]||document.adoptedStyleSheets.push(Object.assign(new CSSStyleSheet())),document.adoptedStyleSheets[0].insertRule('#x{display:block!important}')")}`,
      element('#x', 'visible'),
    ],
    ['it is hidden', `<p id=x>x</p>${later('x.hidden=true')}`, element('#x', 'hidden')],
    ['it goes', `<p id=x>x</p>${later('x.remove()')}`, element('#x', 'detached')],
    [
      'one comes into a shadow root',
      `<div id=h></div><script>h.attachShadow({mode:'open'})</script>${later("h.shadowRoot.innerHTML='<p id=x>x</p>'")}`,
      element('#x', 'attached'),
    ],
    [
      'a text can be read',
      `<p id=x></p>${later("x.textContent='All Done'")}`,
      { type: 'text', text: 'all done', gone: false },
    ],
    [
      'a text can be read no more',
      `<p id=x>Loading</p>${later("x.textContent=''")}`,
      { type: 'text', text: 'Loading', gone: true },
    ],
    ['the page is loaded', '<p>x</p>', { type: 'load', complete: true }],
    ['the page answers', '<p>x</p>', { type: 'interactive' }],
    ['the page is quiet', later("document.body.append('x')"), { type: 'quiet', quietMs: 100 }],
  ];
  test.each(cases)('%s', async (_, body, condition) => {
    const page = await env.open(body);
    const { waitedMs } = await page.ask('waitUntil', { condition, timeoutMs: 3000 });
    expect(waitedMs).toBeLessThan(3000);
    await page.close();
  });
});

describe('at the deadline it says', () => {
  const cases: [string, string, Condition, RegExp][] = [
    [
      'that nothing fits, and what nearly does',
      '<p class=done hidden>a</p><p class=done hidden>b</p>',
      element('#done', 'visible'),
      /no element matches "#done"; 2 elements match ".done" but not visible/,
    ],
    [
      'that it is hidden',
      '<p id=x hidden>a</p>',
      element('#x', 'visible'),
      /1 element matches "#x", but none is visible/,
    ],
    ['that it is still there', '<p id=x>a</p>', element('#x', 'detached'), /is still visible/],
    [
      'what the page says instead',
      '<p>Welcome back</p>',
      { type: 'text', text: 'Goodbye', gone: false },
      /does not say "Goodbye"; it begins "Welcome back"/,
    ],
    [
      'that the text is hidden',
      '<p hidden>Goodbye</p>',
      { type: 'text', text: 'Goodbye', gone: false },
      /in the page, but hidden/,
    ],
    [
      'when the page last changed',
      '<p id=x></p><script>setInterval(() => x.textContent += "x", 20)</script>',
      { type: 'quiet', quietMs: 200 },
      /the page changed \d+ ms ago; wanted were 200 ms/,
    ],
  ];
  test.each(cases)('%s', async (_, body, condition, words) => {
    const page = await env.open(body);
    await expect(page.ask('waitUntil', { condition, timeoutMs: 250 })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(words) as string,
    });
    await page.close();
  });
});
