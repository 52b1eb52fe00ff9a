// A secret that was put into an element is told to nobody.
import { expect, test } from 'vitest';
import type { Kit, Target } from '../wire';
import type { KitPage } from './test-env/test-env';
import { pagesOfThisFile, perform } from './test-env/actions';

const withPage = pagesOfThisFile();
const SECRET = 'hunter2';

async function concealed(kit: KitPage, selector: string): Promise<number> {
  const target = { selector };
  const { elements } = await kit.ask('query', { target, countMax: 1, facts: [], charsMax: 1 });
  const number = elements[0]?.number ?? 0;
  await kit.ask('conceal', { number });
  return number;
}

/** All that the kit would tell of the page. */
async function everything(kit: KitPage): Promise<string> {
  const target: Target = { selector: '#e' };
  const body: Target = { selector: 'body' };
  const facts: Kit['query']['params']['facts'] = [
    ...(['name', 'state', 'textContent', 'innerText', 'innerHtml', 'inputValue'] as const),
  ];
  const query = { countMax: 5, facts, attribute: 'value', charsMax: 5000 };
  const exist = { need: 'exist' as const, timeoutMs: 100, force: false, guard: false };
  const charsMax = 5000;
  const told = [
    await kit.ask('snapshot', { id: 1, mode: 'full', charsMax }),
    await kit.ask('ready', { target, ...exist }),
    await kit.ask('query', { target, ...query }),
    await kit.ask('query', { target: body, ...query }),
    await kit.ask('readText', { charsMax }),
    await kit.ask('readHtml', { compression: 'none', charsMax }),
    await kit.ask('readHtml', { compression: 'knowledge', charsMax }),
    await kit.ask('readHtml', { compression: 'reading', charsMax }),
    await kit.ask('readMarkdown', { mainOnly: false, charsMax }),
    await kit
      .ask('waitUntil', { condition: { type: 'text', text: 'x y', gone: false }, timeoutMs: 0 })
      .catch(String),
  ];
  return JSON.stringify(told);
}

test.each([
  ['a text field', `<label>Token <input id=e value="${SECRET}"></label>`],
  ['a text area', `<textarea id=e>${SECRET}</textarea>`],
  ['an editor', `<div id=e contenteditable><p>${SECRET}</p></div>`],
  [
    'an editor in a named part',
    `<section aria-label=S><div id=e contenteditable>${SECRET}</div></section>`,
  ],
])('of %s', async (_, field) => {
  await withPage(`${field}<p>Rest`, async (kit) => {
    expect(await everything(kit)).toContain(SECRET);
    await concealed(kit, '#e');
    const told = await everything(kit);
    expect(told).not.toContain(SECRET);
    expect(told).toContain('••••');
    expect(told).toContain('Rest');
  });
});

test('nor what an action does to it', async () => {
  const body = '<div id=e contenteditable></div><input id=i maxlength=0>';
  await withPage(body, async (kit) => {
    const number = await concealed(kit, '#e');
    const action = { type: 'type' as const, text: `${SECRET}\n${SECRET}`, clear: false };
    await perform(kit, '#e', action);
    const effects = await kit.ask('settle', { number, timeoutMs: 200 });
    expect(JSON.stringify(effects)).not.toContain(SECRET);
    expect(effects).toMatchObject({ element: { value: '••••' }, unchanged: false });
    await concealed(kit, '#i');
    await expect(perform(kit, '#i', { ...action, text: SECRET })).rejects.toMatchObject({
      code: 'noEffect',
      message: '<input id="i"> did not take "••••"',
    });
  });
});

test.each([
  ['a field', `<input id=e value="${SECRET}">`, `<input id=e value="${SECRET.replace('h', 'H')}">`],
  [
    'an editor',
    `<div id=e contenteditable>${SECRET}</div>`,
    '<div id=e contenteditable>Hunter2</div>',
  ],
])('in a picture %s looks the same whatever it holds', async (_, one, other) => {
  const pictureOf = async (field: string, hide: boolean) => {
    let picture = '';
    const style = '<style>#e { font: 20px monospace; caret-color: transparent }</style>';
    await withPage(style + field, async (kit) => {
      await concealed(kit, '#e');
      await kit.ask('show', { type: 'hideForScreenshot', on: hide });
      picture = (await kit.page.screenshot()).toString('base64');
      await kit.ask('show', { type: 'hideForScreenshot', on: false });
      expect(await kit.page.getAttribute('#e', 'style')).toBeOneOf([null, '']);
    });
    return picture;
  };
  expect(await pictureOf(one, false)).not.toBe(await pictureOf(other, false));
  expect(await pictureOf(one, true)).toBe(await pictureOf(other, true));
});

const letterByLetter = (value: string) =>
  Array.from(value, (letter) => `<b>${letter}</b>`).join(' ');
const backwards = (value: string) => Array.from(value).toReversed().join('');

test.each<[string, (value: string) => string]>([
  ['in a text', (value) => `<p>You typed <i>${value}</i>`],
  ['in capitals', (value) => `<p>${value.toUpperCase()}`],
  ['backwards', (value) => `<p>${backwards(value)}`],
  ['letter by letter', (value) => `<p>${letterByLetter(value)}`],
  ['in another field', (value) => `<input value="${value}">`],
  ['as a hint', (value) => `<input placeholder="${value}">`],
  ['on a button', (value) => `<input type=button value="${value}">`],
  ['in a list', (value) => `<select><option>${value}</select>`],
  ['by a style sheet', (value) => `<p data-x="${value}"><style>p::after{content:attr(data-x)}`],
  ['in a drawing', (value) => `<svg><text y=20>${value}</text></svg>`],
  [
    'in a shadow tree',
    (value) => `<div><template shadowrootmode=open><p>${value}</template></div>`,
  ],
])('a picture does not show a value that stands %s', async (_, body) => {
  const pictureOf = async (value: string, values: string[]) => {
    let picture = '';
    await withPage(`<style>* { font: 20px monospace }</style>${body(value)}`, async (kit) => {
      const before = await kit.page.content();
      await kit.ask('show', { type: 'hideForScreenshot', on: true, values });
      picture = (await kit.page.screenshot()).toString('base64');
      await kit.ask('show', { type: 'hideForScreenshot', on: false });
      expect((await kit.page.content()).replaceAll(' style=""', '')).toBe(before);
    });
    return picture;
  };
  const [one, other] = ['hunter22', 'wmfkiy7z'];
  expect(await pictureOf(one, [])).not.toBe(await pictureOf(other, []));
  expect(await pictureOf(one, [one])).toBe(await pictureOf(other, [other]));
});

test('a short value is looked for as a whole word', async () => {
  await withPage('<p id=a>room 123<p id=b>1234<p id=c>321', async (kit) => {
    await kit.ask('show', { type: 'hideForScreenshot', on: true, values: ['123'] });
    const blurred = await kit.page.evaluate(() =>
      Array.from(document.querySelectorAll('p[style]'), ({ id }) => id),
    );
    expect(blurred).toEqual(['a', 'c']);
  });
});

test('what an element is drawn like comes back after the picture', async () => {
  const style = '-webkit-text-security: square !important; color: red';
  await withPage(`<input id=e value=a style="${style}">`, async (kit) => {
    const security = () =>
      kit.page.evaluate(() => {
        const style = document.querySelector<HTMLElement>('#e')?.style ?? new CSSStyleDeclaration();
        return ['getPropertyValue' as const, 'getPropertyPriority' as const].map((read) =>
          style[read]('-webkit-text-security'),
        );
      });
    await concealed(kit, '#e');
    await kit.ask('show', { type: 'hideForScreenshot', on: true });
    expect(await security()).toEqual(['disc', 'important']);
    await kit.ask('show', { type: 'hideForScreenshot', on: true });
    await kit.ask('show', { type: 'hideForScreenshot', on: false });
    expect(await security()).toEqual(['square', 'important']);
  });
});

test('a number that is gone cannot be concealed', async () => {
  await withPage('<input>', async (kit) => {
    await expect(kit.ask('conceal', { number: 9 })).rejects.toMatchObject({ code: 'gone' });
  });
});
