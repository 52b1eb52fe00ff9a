// When a target can be acted on, and what is said when it cannot.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Need, Ready, Target } from '../../wire';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

const ready = (page: KitPage, target: Target, need: Need = 'click', more = {}): Promise<Ready> =>
  page.ask('ready', { target, need, timeoutMs: 300, force: false, guard: false, ...more });

async function withPage<T>(body: string, use: (page: KitPage) => Promise<T>): Promise<T> {
  const page = await env.open(body);
  try {
    return await use(page);
  } finally {
    await page.close();
  }
}

describe('a target is found', () => {
  const page =
    '<h2>Login</h2><button id=a>Login</button><button id=b>Login with key</button>' +
    '<label>E-mail * <input id=c></label><input id=d placeholder="Search all">' +
    '<a id=e href="#x"><span>Read <b>more</b></span></a><button id=f hidden>Secret</button>' +
    '<div id=host></div><input id=g type=submit value="Send it"><button id=h aria-label="Close"></button>' +
    '<script>host.attachShadow({mode:"open"}).innerHTML="<button id=s>Deep</button>"</script>';
  const cases: [string, Target, string][] = [
    ['by selector', { selector: '#b' }, 'Login with key'],
    ['in a shadow root', { selector: '#s' }, 'Deep'],
    ['by role and whole name before a part', { role: 'button', name: 'login' }, 'Login'],
    ['by role and a part of the name', { role: 'button', name: 'with key' }, 'Login with key'],
    ['by label', { label: 'e-mail' }, 'E-mail *'],
    ['by placeholder', { label: 'search' }, 'Search all'],
    ['by text, what can be clicked before what cannot', { text: 'Login' }, 'Login'],
    ['by text across elements', { text: 'read more' }, 'Read more'],
    ['by the text of a button that is an input', { text: 'send it' }, 'Send it'],
    ['by text in a shadow root', { text: 'deep' }, 'Deep'],
    ['by the name of an icon', { text: 'close' }, 'Close'],
    ['as the nth', { selector: 'button', nth: 1 }, 'Login with key'],
  ];
  test.each(cases)('%s', async (_, target, name) => {
    await withPage(page, async (kit) => {
      expect((await ready(kit, target, 'exist')).element.name).toBe(name);
    });
  });

  test('at a point, which is then where to act', async () => {
    await withPage('<button style="position:fixed;left:50px;top:60px">B</button>', async (kit) => {
      const found = await ready(kit, { x: 55, y: 65 });
      expect(found).toMatchObject({ element: { name: 'B' }, point: { x: 55, y: 65 } });
    });
  });

  const places: [Need, Target, object, { x: number; y: number }][] = [
    ['exist', { x: 55, y: 65 }, {}, { x: 55, y: 65 }],
    ['view', { x: 55, y: 65 }, {}, { x: 55, y: 65 }],
    ['exist', { selector: 'button' }, { at: { x: 3, y: 4 } }, { x: 53, y: 64 }],
    ['view', { selector: 'button' }, { at: { x: 3, y: 4 } }, { x: 53, y: 64 }],
    ['exist', { selector: 'button' }, {}, { x: 100, y: 80 }],
  ];
  test.each(places)('for %s, %j with %j is acted on there', async (need, target, more, point) => {
    const style = 'position:fixed;left:50px;top:60px;width:100px;height:40px';
    await withPage(`<button style="${style}">B</button>`, async (kit) => {
      expect(await ready(kit, target, need, more)).toMatchObject({ point });
    });
  });

  test('as a field, from its label or from around it', async () => {
    const body =
      '<label id=l for=i>Name</label><input id=i><div id=w><p>x</p><textarea></textarea></div>' +
      '<div id=r contenteditable><p id=p>rich</p></div>';
    await withPage(body, async (kit) => {
      expect(await ready(kit, { selector: '#l' }, 'edit')).toMatchObject({
        element: { role: 'textbox', name: 'Name' },
        field: 'text',
      });
      expect((await ready(kit, { selector: '#w' }, 'edit')).field).toBe('text');
      expect((await ready(kit, { selector: '#p' }, 'edit')).field).toBe('rich');
      expect(await kit.page.evaluate('document.activeElement.id')).toBe('r');
    });
  });

  test('when it comes late', async () => {
    const body =
      '<script>setTimeout(() => document.body.innerHTML = "<button>Late</button>", 100)</script>';
    await withPage(body, async (kit) => {
      expect((await ready(kit, { text: 'Late' })).element.name).toBe('Late');
    });
  });
});

describe('a target is refused', () => {
  const dialog = '<dialog id=m aria-label="Cookies">c</dialog><script>m.showModal()</script>';
  const cover =
    '<div aria-label="Cookies" role=dialog style="position:fixed;inset:0;background:#fff"><p>c</p></div>';
  const cases: [string, string, Target, Need, string, RegExp][] = [
    [
      'nothing fits',
      '<p>x</p>',
      { selector: '#no' },
      'click',
      'notFound',
      /nothing .* matches "#no"/,
    ],
    ['bad CSS', '', { selector: 'a[' }, 'click', 'badArguments', /"a\["/],
    [
      'several fit',
      '<button>A</button><button>A</button>',
      { text: 'A' },
      'click',
      'ambiguous',
      /2 elements match .*\[1\] button "A", \[2\]/,
    ],
    ['too few for nth', '<i>a</i>', { selector: 'i', nth: 3 }, 'click', 'notFound', /only 1/],
    [
      'hidden',
      '<button hidden>A</button>',
      { selector: 'button' },
      'click',
      'hidden',
      /not visible/,
    ],
    [
      'disabled',
      '<button disabled>A</button>',
      { selector: 'button' },
      'click',
      'disabled',
      /button "A" is disabled/,
    ],
    [
      'disabled by fieldset',
      '<fieldset disabled><button>A</button></fieldset>',
      { selector: 'button' },
      'click',
      'disabled',
      /disabled/,
    ],
    [
      'covered',
      `<button>A</button>${cover}`,
      { selector: 'button' },
      'click',
      'covered',
      /button "A" is covered by dialog "Cookies"/,
    ],
    [
      'under a modal dialog',
      `<button>A</button>${dialog}`,
      { selector: 'button' },
      'click',
      'covered',
      /dialog/,
    ],
    [
      'without pointer events',
      '<button style="pointer-events:none">A</button>',
      { selector: 'button' },
      'click',
      'wrongKind',
      /takes no clicks: they go to <body> behind it/,
    ],
    [
      'without pointer events, over what takes them',
      `<svg width=90 height=30><rect id=r width=90 height=30 /><text y=20 style="pointer-events:none">A</text></svg>`,
      { selector: 'text' },
      'click',
      'wrongKind',
      /they go to \[\d+\] <rect id="r"> behind it/,
    ],
    ['read-only', '<input readonly>', { selector: 'input' }, 'edit', 'readOnly', /read-only/],
    [
      'no field',
      '<button>A</button>',
      { selector: 'button' },
      'edit',
      'wrongKind',
      /takes no text/,
    ],
    [
      'no options',
      '<button>A</button>',
      { selector: 'button' },
      'choose',
      'wrongKind',
      /no options/,
    ],
    [
      'not to be ticked',
      '<button>A</button>',
      { selector: 'button' },
      'check',
      'wrongKind',
      /cannot be ticked/,
    ],
    ['an unknown number', '', 77, 'click', 'gone', /77/],
    ['a point outside', '', { x: 5000, y: 5 }, 'click', 'notFound', /the view is 1280 by 800/],
    [
      'moving',
      '<style>@keyframes k{to{transform:translateX(900px)}}button{animation:k 9s linear}</style><button>A</button>',
      { selector: 'button' },
      'click',
      'moving',
      /keep still/,
    ],
  ];
  test.each(cases)('%s', async (_, body, target, need, code, words) => {
    await withPage(body, async (kit) => {
      const refusal: unknown = await ready(kit, target, need).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code, message: expect.stringMatching(words) as string });
    });
  });

  test('gone, in the words it had', async () => {
    await withPage('<button>Old</button>', async (kit) => {
      const { element } = await ready(kit, { text: 'Old' });
      await kit.page.evaluate('document.querySelector("button").remove()');
      await expect(ready(kit, element.number)).rejects.toMatchObject({
        code: 'gone',
        message: expect.stringContaining('button "Old"') as string,
      });
    });
  });

  test('but not when the caller insists', async () => {
    await withPage(`<button disabled>A</button>${cover}`, async (kit) => {
      const { element } = await ready(kit, { selector: 'button' }, 'click', { force: true });
      expect(element.name).toBe('A');
    });
  });
});

describe('the point', () => {
  const hit = (kit: KitPage, { point }: Ready) =>
    kit.page.evaluate(`document.elementFromPoint(${point.x}, ${point.y})?.id`);
  const cases: [string, string, Target][] = [
    ['far below', '<div style="height:5000px"></div><button id=t>A</button>', { selector: '#t' }],
    [
      'in a container',
      '<div style="height:100px;overflow:auto"><div style="height:900px"></div><button id=t>A</button></div>',
      { selector: '#t' },
    ],
    [
      'under a sticky header',
      '<div style="position:sticky;top:0;height:200px;background:#eee;z-index:9"></div><div style="height:900px"></div><button id=t>A</button><div style="height:2000px"></div><script>scrollTo(0,850)</script>',
      { selector: '#t' },
    ],
    [
      'half covered',
      '<button id=t style="width:300px;height:50px">A</button><div style="position:fixed;left:0;top:0;width:250px;height:300px;background:red"></div>',
      { selector: '#t' },
    ],
    [
      'of a card, not of the button in it',
      '<div id=t role=link style="width:200px;padding:40px 0"><button style="margin-left:60px">X</button></div>',
      { selector: '#t' },
    ],
    [
      'of a link over two lines',
      '<div style="width:120px">aaaaaaaaaaaa <a id=t href="#">bb ccccccccccc</a></div>',
      { selector: '#t' },
    ],
  ];
  test.each(cases)('%s', async (_, body, target) => {
    await withPage(body, async (kit) => {
      expect(await hit(kit, await ready(kit, target))).toBe('t');
    });
  });

  test('of a ticked thing that is drawn by its label', async () => {
    const body =
      '<label id=l><input type=checkbox style="position:absolute;opacity:0;width:0;height:0">' +
      '<span style="display:inline-block;width:40px;height:20px;background:#ccc"></span></label>';
    await withPage(body, async (kit) => {
      const { point, element, field } = await ready(kit, { selector: '#l' }, 'check');
      expect(field).toBe('tick');
      expect(element.checked).toBe(false);
      await kit.page.mouse.click(point.x, point.y);
      expect(await kit.page.isChecked('input')).toBe(true);
    });
  });

  test('at a place of the element', async () => {
    await withPage(
      '<canvas width=300 height=100 style="position:fixed;left:10px;top:20px">',
      async (kit) => {
        const { point } = await ready(kit, { selector: 'canvas' }, 'click', {
          at: { x: 200, y: 5 },
        });
        expect(point).toEqual({ x: 210, y: 25 });
      },
    );
  });
});

test('an element that was enabled in the meantime is ready', async () => {
  const body =
    '<button disabled>A</button><script>setTimeout(() => document.querySelector("button").disabled = false, 80)</script>';
  await withPage(body, async (kit) => {
    expect((await ready(kit, { text: 'A' })).element.name).toBe('A');
  });
});

test('hidden file inputs are ready for files, also behind a button', async () => {
  await withPage('<button>Upload</button><input type=file hidden>', async (kit) => {
    expect((await ready(kit, { text: 'Upload' }, 'files')).field).toBe('file');
  });
});

test('the parts of an image map are reached where they are drawn', async () => {
  const body =
    '<img usemap="#m" width=100 height=100 style="position:fixed;left:10px;top:10px">' +
    '<map name=m><area id=t coords="50,50,100,100" href="#there"></map>';
  await withPage(body, async (kit) => {
    const { point } = await ready(kit, { selector: '#t' });
    await kit.page.mouse.click(point.x, point.y);
    expect(await kit.page.evaluate('location.hash')).toBe('#there');
  });
});

test('what a snapshot saw in its place a moment ago needs no frame to be found still', async () => {
  await withPage('<button>B</button><p>See <a href="/x">C</a></p>', async (kit) => {
    await kit.inKit(`frames = 0; {
      const ask = window.requestAnimationFrame;
      window.requestAnimationFrame = (step) => { frames += 1; return ask(step) };
    }`);
    await kit.ask('snapshot', { id: 1, mode: 'full', charsMax: 2000 });
    await kit.page.waitForFunction('(window.begun ??= performance.now()) + 40 < performance.now()');
    await ready(kit, { selector: 'button' });
    await ready(kit, { selector: 'a' });
    expect(await kit.inKit('frames')).toBe(0);
  });
});

test.each([
  ['checkbox', true],
  ['radio', false],
])('the label of a hidden %s is told as what it stands for', async (type, checked) => {
  const input = `<input type=${type} ${checked ? 'checked' : ''} style="display:none">`;
  await withPage(`<label id=l>${input}Agree</label>`, async (kit) => {
    const { element } = await ready(kit, { selector: '#l' });
    expect(element).toMatchObject({ role: type, name: 'Agree', checked });
  });
});
