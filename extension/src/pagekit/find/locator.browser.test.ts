// What a locator finds, step by step.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LocatorStep, Words } from '../../wire';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const css = (selector: string): LocatorStep => ({ by: 'css', selector });
const xpath = (path: string): LocatorStep => ({ by: 'xpath', xpath: path });
const nth = (index: number): LocatorStep => ({ by: 'nth', index });
const said = (words: Words | string): Words =>
  typeof words === 'string' ? { text: words } : words;
const text = (words: Words | string): LocatorStep => ({ by: 'text', words: said(words) });
const exactly = (words: string): Words => ({ text: words, exact: true });
const like = (source: string, flags = ''): Words => ({ text: source, flags });
const by = (
  kind: 'label' | 'placeholder' | 'altText' | 'title' | 'testId',
  words: Words | string,
): LocatorStep => ({ by: kind, words: said(words) });
const role = (
  name: string,
  words?: Words | string,
  state: Extract<LocatorStep, { by: 'role' }>['state'] = {},
): LocatorStep => ({
  by: 'role',
  role: name,
  state,
  ...(words !== undefined && { name: said(words) }),
});
const filter = (more: Omit<Extract<LocatorStep, { by: 'filter' }>, 'by'>): LocatorStep => ({
  by: 'filter',
  ...more,
});
const steps = (...all: LocatorStep[]) => ({ steps: all });

async function withPage<T>(body: string, use: (kit: KitPage) => Promise<T>): Promise<T> {
  const kit = await env.open(body);
  try {
    return await use(kit);
  } finally {
    await kit.close();
  }
}

/** Ids of all that fit, in order. */
async function idsOf(kit: KitPage, ...all: LocatorStep[]): Promise<string> {
  const { elements } = await kit.ask('query', {
    target: { locator: steps(...all) },
    countMax: 100,
    facts: [],
    attribute: 'id',
    charsMax: 100,
  });
  return elements.map(({ attribute = '?' }) => attribute).join(' ');
}

type Case = [what: string, steps: LocatorStep[], ids: string];

describe('inside', () => {
  const body = `
    <form id=f1><p id=p1><button id=b1>Save</button> <button id=b2>Save all</button></p></form>
    <form id=f2><p id=p2><span><button id=b3 hidden>Save</button></span></p></form>
    <ul id=u><li id=l1>One<ul id=v><li id=l2>Two</li></ul></li></ul>
    <my-app id=app><i id=light>light</i></my-app>
    <input id=s type=submit value="Send it"><script>/* Save */</script>
    <p id=w>Many   white
      spaces</p><p id=x>Re<b id=y>ad</b> me</p>
    <script>
      const root = app.attachShadow({ mode: 'open' });
      root.innerHTML = '<div id=d1><p id=d2><button id=deep>Save deep</button></p></div><slot></slot>' +
        '<my-part id=part></my-part>';
      root.querySelector('my-part').attachShadow({ mode: 'open' }).innerHTML = '<p id=deepest>Deepest</p>';
    </script>`;
  const cases: Case[] = [
    ['css', [css('button')], 'b1 b2 b3 deep'],
    ['css inside css', [css('form'), css('button')], 'b1 b2 b3'],
    ['css from its scope', [css('#u'), css(':scope > li')], 'l1'],
    ['css that begins with its scope', [css('#u'), css('> li')], 'l1'],
    ['css, nothing twice', [css('ul'), css('li')], 'l1 l2'],
    ['css through a shadow root', [css('my-app button')], 'deep'],
    ['css through two shadow roots', [css('body my-app my-part p')], 'deepest'],
    ['css with a child inside a shadow root', [css('my-app div > p > button')], 'deep'],
    ['css in which the left part is another element', [css('div div > p')], ''],
    [
      'css with several ways, in the order of the page',
      [css('my-app p, form#f1 p')],
      'p1 d2 deepest',
    ],
    ['xpath', [xpath('//form/p')], 'p1 p2'],
    ['xpath inside', [css('#f2'), xpath('//button')], 'b3'],
    ['xpath to no elements', [xpath('//form/@id')], ''],
    ['text, part in any case', [text('save')], 'b1 b2 b3 deep'],
    ['text, exactly', [text(exactly('Save'))], 'b1 b3'],
    ['text in another case, exactly', [text(exactly('save'))], ''],
    ['text by a pattern', [text(like('^save( all)?$', 'i'))], 'b1 b2 b3'],
    ['text by a pattern that remembers', [text(like('Save', 'g'))], 'b1 b2 b3 deep'],
    ['text of the element itself', [css('#b1'), text('save')], 'b1'],
    ['text of a button that is an input', [text('send it')], 's'],
    ['text with white space', [text(exactly('Many white spaces'))], 'w'],
    ['text over several elements', [text('read me')], 'x'],
    ['text in a shadow root', [text('deepest')], 'deepest'],
    ['text inside a shadow root only', [css('my-app'), text('save')], 'deep'],
    ['nth', [css('button'), nth(1)], 'b2'],
    ['the last', [css('button'), nth(-1)], 'deep'],
    ['none at that place', [css('button'), nth(9)], ''],
    ['nth, then inside', [css('form'), nth(1), css('button')], 'b3'],
    ['has', [css('form'), filter({ has: steps(text(exactly('Save all'))) })], 'f1'],
    ['has, and nothing around it', [css('p'), filter({ has: steps(css('form button')) })], ''],
    ['has, itself leftmost', [css('form'), filter({ has: steps(css('form#f2 > p')) })], 'f2'],
    ['css inside, nothing around it', [css('#app'), css('body button')], ''],
    ['css inside, through a shadow root', [css('body'), css('my-app div button')], 'deep'],
    ['has not', [css('form'), filter({ hasNot: steps(css('#b1')) })], 'f2'],
    ['text in it', [css('p'), filter({ hasText: said('save all') })], 'p1'],
    ['no such text', [css('form p'), filter({ hasNotText: said('all') })], 'p2'],
    ['visible', [css('form button'), filter({ visible: true })], 'b1 b2'],
    ['hidden', [css('form button'), filter({ visible: false })], 'b3'],
    ['and', [css('button'), { by: 'and', locator: steps(text(exactly('Save'))) }], 'b1 b3'],
    ['or', [css('#w'), { by: 'or', locator: steps(css('#b2')) }], 'b2 w'],
    ['or in a shadow root', [css('#s'), { by: 'or', locator: steps(css('#deep')) }], 'deep s'],
    [
      'or inside has',
      [css('form'), filter({ has: steps(css('i'), { by: 'or', locator: steps(css('#b3')) }) })],
      'f2',
    ],
  ];
  test('all of these', async () => {
    await withPage(body, async (kit) => {
      for (const [what, all, ids] of cases) expect(await idsOf(kit, ...all), what).toBe(ids);
    });
  });

  test('a number, and only inside what was found before', async () => {
    await withPage(body, async (kit) => {
      const { elements } = await kit.ask('query', {
        target: { selector: '#deep' },
        countMax: 1,
        facts: [],
        charsMax: 10,
      });
      const number: LocatorStep = { by: 'number', number: elements[0]?.number ?? 0 };
      expect(await idsOf(kit, number)).toBe('deep');
      expect(await idsOf(kit, css('my-app'), number)).toBe('deep');
      expect(await idsOf(kit, css('form'), number)).toBe('');
      expect(await idsOf(kit, { by: 'number', number: 999 })).toBe('');
    });
  });
});

describe('by what is said of it', () => {
  const body = `
    <h1 id=h1>Trains</h1><h2 id=h2>Trains</h2><div role=heading aria-level=3 id=h3>Trains</div>
    <label for=a>User name</label><input id=a placeholder="Your name" title="As in the letter">
    <label>Notes <textarea id=b></textarea></label>
    <span id=l1>First</span><span id=l2>name</span><input id=c aria-labelledby="l1 l2">
    <button id=d aria-label="User menu">☰</button><img id=e alt="A red train">
    <div id=g data-testid="trains-list"></div><div id=h data-testid="trains"></div>
    <input id=i type=checkbox aria-label=On checked><input id=j type=checkbox aria-label=Off>
    <input id=k type=checkbox aria-label=Half><button id=m disabled>Go</button>
    <button id=n aria-expanded=true>Menu</button><button id=o aria-expanded=false>Menu</button>
    <button id=q aria-pressed=true>Bold</button><div role=tab id=r aria-selected=true>Tab</div>
    <div role=tab id=s>Tab</div><button id=t hidden>Go</button>
    <div aria-hidden=true><button id=u>Go</button></div>
    <script>document.getElementById('k').indeterminate = true</script>`;
  const cases: Case[] = [
    ['role', [role('heading')], 'h1 h2 h3'],
    ['role and level', [role('heading', 'trains', { level: 3 })], 'h3'],
    ['role and part of the name', [role('button', 'user')], 'd'],
    ['role and exact name', [role('button', exactly('user menu'))], ''],
    ['role and a pattern', [role('button', like('^(Bold|Menu)$'))], 'n o q'],
    ['role, but not hidden', [role('button', exactly('Go'))], 'm'],
    [
      'role, even hidden',
      [role('button', undefined, { includeHidden: true, disabled: false })],
      'd n o q t u',
    ],
    ['checked', [role('checkbox', undefined, { checked: true })], 'i'],
    ['not checked', [role('checkbox', undefined, { checked: false })], 'j'],
    ['disabled', [role('button', undefined, { disabled: true })], 'm'],
    ['expanded', [role('button', undefined, { expanded: true })], 'n'],
    ['collapsed', [role('button', undefined, { expanded: false })], 'o'],
    ['pressed', [role('button', undefined, { pressed: true })], 'q'],
    ['selected', [role('tab', undefined, { selected: true })], 'r'],
    ['not selected', [role('tab', undefined, { selected: false })], 's'],
    ['an image', [role('image')], 'e'],
    ['label', [by('label', 'user')], 'a d'],
    ['label around it', [by('label', exactly('Notes'))], 'b'],
    ['labels by reference, each for itself', [by('label', exactly('First'))], 'c'],
    ['placeholder', [by('placeholder', 'your')], 'a'],
    ['alt text', [by('altText', 'RED')], 'e'],
    ['title', [by('title', like('letter$'))], 'a'],
    ['test id, always whole', [by('testId', 'trains')], 'h'],
    ['test id by a pattern', [by('testId', like('^trains'))], 'g h'],
  ];
  test('all of these', async () => {
    await withPage(body, async (kit) => {
      for (const [what, all, ids] of cases) expect(await idsOf(kit, ...all), what).toBe(ids);
    });
  });
});

describe('refuses', () => {
  const cases: [string, LocatorStep[], string][] = [
    ['a broken pattern', [text(like('(', 'i'))], '/(/i is no regular expression: '],
    ['flags that are none', [text(like('a', 'k'))], '/a/k is no regular expression: '],
    ['broken CSS where nothing was found before', [css('i'), css('b[')], '"b[" is not a CSS'],
    ['broken CSS', [css('b[')], '"b[" is not a CSS selector that Chrome understands'],
    ['a broken path', [xpath('//[')], '"//[" is not an XPath to elements'],
    ['a frame', [css('iframe'), { by: 'frame' }], 'a locator leads into a frame'],
    ['to choose among nothing', [nth(0)], 'a locator cannot begin with "nth"'],
    ['no steps', [], 'the locator has no steps'],
  ];
  test.each(cases)('%s', async (_, all, message) => {
    await withPage('<iframe></iframe>', async (kit) => {
      await expect(idsOf(kit, ...all)).rejects.toMatchObject({
        code: 'badArguments',
        message: expect.stringContaining(message) as string,
      });
    });
  });
});

describe('to act there must be one', () => {
  const body = '<form><button hidden>Save</button><button>Save</button></form>';
  const ready = (kit: KitPage, ...all: LocatorStep[]) =>
    kit.ask('ready', {
      target: { locator: steps(...all) },
      need: 'click',
      timeoutMs: 100,
      force: false,
      guard: false,
    });

  test('several are listed, also hidden ones', async () => {
    await withPage(body, async (kit) => {
      await expect(ready(kit, css('form'), css('button'))).rejects.toMatchObject({
        code: 'ambiguous',
        message:
          '2 elements match css "form" › css "button": [1] button "Save", [2] button "Save"; ' +
          'say which by number or nth',
      });
      expect(await ready(kit, css('button'), nth(-1))).toMatchObject({ element: { number: 2 } });
    });
  });

  test('none is said in words', async () => {
    const all: LocatorStep[] = [
      css('form'),
      role('button', exactly('Go'), { checked: true, disabled: false, level: 2 }),
      filter({ has: steps(text(like('a', 'i'))), hasNotText: said('b'), visible: true }),
      { by: 'or', locator: steps(by('testId', 'x')) },
      nth(1),
      nth(-1),
      nth(-2),
    ];
    await withPage(body, async (kit) => {
      await expect(ready(kit, ...all)).rejects.toMatchObject({
        code: 'notFound',
        message:
          'nothing on the page matches css "form" › role button exactly "Go" checked not disabled ' +
          'level 2 › that has (text /a/i) that does not say "b" visible › or (test id "x") › 2nd › ' +
          'last › 2nd from the end',
      });
    });
  });

  test('it is waited for', async () => {
    await withPage('<div id=d></div>', async (kit) => {
      const target = { locator: steps(role('button', 'late')) };
      const waiting = kit.ask('ready', {
        target,
        need: 'click',
        timeoutMs: 10_000,
        force: false,
        guard: false,
      });
      await kit.page.evaluate('d.innerHTML = "<button>Late</button>"');
      expect(await waiting).toMatchObject({ element: { name: 'Late' } });
    });
  });

  test('what has the focus is found, also in shadow roots, and frames around it', async () => {
    const body = `<main id=m><input id=a></main><my-app id=app></my-app><iframe id=f srcdoc='<input>'></iframe>
      <script>app.attachShadow({ mode: 'open' }).innerHTML = '<input id=deep>'</script>`;
    await withPage(body, async (kit) => {
      const focused: LocatorStep = { by: 'focused' };
      expect(await idsOf(kit, focused)).toBe('');
      await kit.page.locator('#a').focus();
      expect(await idsOf(kit, focused)).toBe('a');
      expect(await idsOf(kit, css('#m'), focused)).toBe('a');
      await kit.page.locator('#deep').focus();
      expect(await idsOf(kit, focused)).toBe('deep');
      expect(await idsOf(kit, css('#app'), focused)).toBe('deep');
      expect(await idsOf(kit, css('#m'), focused)).toBe('');
      await kit.page.frameLocator('#f').locator('input').focus();
      expect(await idsOf(kit, focused)).toBe('f');
    });
  });

  test('what we show the person is not found', async () => {
    await withPage('<p id=p></p>', async (kit) => {
      await kit.ask('show', { type: 'showOverlay', driver: 'Claude' });
      expect(await idsOf(kit, css('html > *'), nth(-1))).toBe('?');
      expect(await idsOf(kit, css('html > div'))).toBe('');
    });
  });
});
