// What an action changed, and where the frame goes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Effects } from '../../wire';
import { createTestEnv, type TestEnv, type KitPage } from '../test-env/test-env';

let env: TestEnv;
beforeAll(async () => {
  env = await createTestEnv();
});
afterAll(() => env.close());

/** A real click at the point that the kit gives, and what it changed. */
async function clickAndSettle(page: KitPage, selector: string): Promise<Effects> {
  const { point, element } = await page.ask('ready', {
    target: { selector },
    need: 'click',
    timeoutMs: 500,
    force: false,
    guard: true,
  });
  await page.page.mouse.click(point.x, point.y);
  return page.ask('settle', { number: element.number, timeoutMs: 1000 });
}

async function effectsOf(body: string): Promise<Effects> {
  const page = await env.open(body);
  try {
    return await clickAndSettle(page, '#b');
  } finally {
    await page.close();
  }
}

const button = (onclick: string) => `<button id=b onclick="${onclick}">B</button>`;

describe('what appears', () => {
  const cases: [string, string, string[]][] = [
    [
      'an element that was added',
      button("x.innerHTML='<p>text</p><a href=#>Link</a>'") + '<div id=x></div>',
      ['text "text"', '[2] link "Link" → /'],
    ],
    [
      'text that was added',
      button("x.innerHTML='<p>Saved</p>'") + '<div id=x></div>',
      ['text "Saved"'],
    ],
    [
      'text that changed',
      button("x.textContent='1 item'") + '<p id=x>0 items</p>',
      ['text "1 item"'],
    ],
    [
      'by a class',
      '<style>.c{display:none}</style>' +
        button("x.className=''") +
        '<div id=x class=c><button>OK</button></div>',
      ['[2] button "OK"'],
    ],
    [
      'by a class on something else',
      '<style>#x{display:none}.open #x{display:block}</style>' +
        button("document.body.className='open'") +
        '<div id=x><button>OK</button></div>',
      ['[2] button "OK"'],
    ],
    [
      'by hovering',
      '<style>#x{display:none}#b:hover+#x{display:block}</style>' +
        button('') +
        '<div id=x><button>Item</button></div>',
      ['[2] button "Item"'],
    ],
    [
      'a dialog, before its parts',
      button('d.showModal()') +
        '<dialog id=d aria-label=Sure><h2>Really?</h2><button>Yes</button></dialog>',
      ['dialog "Sure"', 'heading "Really?"', '[2] button "Yes"'],
    ],
    [
      'a popover',
      button('d.showPopover()') + '<div id=d popover><button>Yes</button></div>',
      ['[2] button "Yes"'],
    ],
    [
      'an alert',
      button("x.innerHTML='<button>Undo</button><div role=alert>Failed: no</div>'") +
        '<div id=x></div>',
      ['alert "Failed: no"', '[2] button "Undo"'],
    ],
    [
      'words between elements',
      '<p>Hi</p>' + button("document.body.append('Hello Ada')") + '<p>Ho</p>',
      ['text "Hello Ada"'],
    ],
    [
      'not what has faded out and is taken away later',
      button("x.innerHTML='<p>Rail</p>'; list.style.display='block'") +
        '<p id=x></p><div id=list style="display:none;opacity:0"><ul role=listbox aria-label=Ways>' +
        '<li role=option aria-selected=true tabindex=0>Rail<li role=option tabindex=0>Sea</ul>' +
        '<button>More</button></div>',
      ['text "Rail"'],
    ],
    [
      'a field under something prettier',
      button("x.innerHTML='<label><input type=checkbox style=opacity:0>Fragile</label>'") +
        '<div id=x></div>',
      ['[2] checkbox "Fragile" transparent'],
    ],
    [
      'after a microtask',
      button("Promise.resolve().then(()=>x.innerHTML='<p>soon</p>')") + '<div id=x></div>',
      ['text "soon"'],
    ],
    [
      'after a timer without delay',
      button("setTimeout(()=>x.innerHTML='<p>soon</p>')") + '<div id=x></div>',
      ['text "soon"'],
    ],
    [
      'in a shadow root',
      button("h.shadowRoot.innerHTML='<button>In</button>'") +
        '<div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML="<p>x</p>"</script>',
      ['[2] button "In"'],
    ],
  ];
  test.each(cases)('%s', async (_, body, lines) => {
    const effects = await effectsOf(body);
    expect(effects.appeared).toEqual(lines);
    expect(effects).toMatchObject({ pointerCame: true, unchanged: false });
    expect(effects.missed).toBeUndefined();
  });

  const seenBefore: [string, string, string[]][] = [
    ['what got an attribute', button("b.dataset.used='1'"), []],
    ['what got the focus', `${button('')}<style>#b:focus{color:red}</style>`, []],
    [
      'what is covered now',
      `${button("x.style.display='block'")}<div id=x style="display:none;position:fixed;inset:0">START</div>`,
      ['text "START"'],
    ],
    [
      'what was put elsewhere',
      `${button('document.body.append(x)')}<div id=x><a href=#>Link</a></div><p>last</p>`,
      [],
    ],
    [
      'what was wrapped into something new',
      `${button("const d=document.createElement('div');d.innerHTML='<button>New</button>';x.before(d);d.append(x)")}<a id=x href=#>Link</a>`,
      ['[2] button "New"'],
    ],
    [
      'what was said before in the same words',
      `${button("x.textContent='same'")}<p id=x>same</p>`,
      [],
    ],
    [
      'what is made anew in the same words',
      `${button("x.innerHTML='<p>same</p>'")}<div id=x><p>same</p></div>`,
      [],
    ],
    [
      'what only stands on a line of its own now',
      `${button("b.insertAdjacentHTML('afterend','<p>new</p>')")} ready`,
      ['text "new"'],
    ],
    [
      'what stayed in sight inside something hidden',
      `${button("x.style.visibility='visible'")}<div id=x style="visibility:hidden"><button>A</button><button style="visibility:visible">B</button></div>`,
      ['[2] button "A"'],
    ],
  ];
  test.each(seenBefore)('is not %s', async (_, body, lines) => {
    expect(await effectsOf(body)).toMatchObject({ appeared: lines, changed: [], disappeared: [] });
  });

  test('is told in a few lines, and counted', async () => {
    const many = "x.innerHTML=Array.from({length:30},(_,i)=>'<button>'+i+'</button>').join('')";
    const { appeared, appearedCount } = await effectsOf(`${button(many)}<div id=x></div>`);
    expect(appeared).toHaveLength(8);
    expect(appearedCount).toBe(30);
  });
});

test.each([
  ['removed', button('x.remove()') + '<a id=x href=#>Old</a>', ['link "Old"']],
  ['hidden', button('x.hidden=true') + '<a id=x href=#>Old</a>', ['link "Old"']],
])('what disappears: %s', async (_, body, lines) => {
  expect((await effectsOf(body)).disappeared).toEqual(lines);
});

test('the focus is told', async () => {
  const { focused } = await effectsOf(`${button('i.focus()')}<input id=i aria-label=Name>`);
  expect(focused).toMatchObject({ role: 'textbox', name: 'Name' });
});

test('nothing at all is told', async () => {
  const page = await env.open('<p id=b>plain</p>');
  const effects = await clickAndSettle(page, '#b');
  expect(effects).toMatchObject({ unchanged: true, appeared: [], element: { name: 'plain' } });
  await page.close();
});

test('a drawing that grows is a change, and a drag is one action from press to release', async () => {
  const page = await env.open(`<svg id=b width=200 height=200></svg><script>
    b.onmousedown = () => b.append(document.createElementNS(b.namespaceURI, 'path'))</script>`);
  const { point } = await page.ask('ready', {
    target: { selector: '#b' },
    need: 'click',
    timeoutMs: 500,
    force: false,
    guard: true,
  });
  await page.page.mouse.move(point.x, point.y);
  await page.page.mouse.down();
  await page.page.mouse.move(point.x + 20, point.y + 20);
  expect(await page.ask('settle', { timeoutMs: 500 })).toMatchObject({ unchanged: false });
  await page.ask('watch', {});
  await page.page.mouse.up();
  const effects = await page.ask('settle', { timeoutMs: 500 });
  expect(effects).toMatchObject({ unchanged: false, pointerCame: true });
  await page.close();
});

/**
 * A site that takes a request and never answers, so that the old page stays to be asked. Only `/go` is
 * answered, once the test says so.
 */
async function silentSite() {
  let go: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (go = resolve));
  const server = createServer((request, response) => {
    if (request.url === '/go') void told.then(() => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, go, close };
}

/** Changes the page without rest from the click on, and does something when the test says so. */
const busyButton = (then: string) =>
  `${button(`c.port2.postMessage(0);fetch('%SILENT%/go',{mode:'no-cors'}).then(()=>${then})`)}<p id=x></p><script>
  c = new MessageChannel();
  c.port1.onmessage = () => { x.textContent = performance.now(); c.port2.postMessage(0) }</script>`;

describe('where the frame goes', () => {
  const cases: [string, string, Partial<Record<'leavingFor' | 'movedTo', string>>][] = [
    ['a hash', '<a id=b href="#x">l</a>', { movedTo: '/#x' }],
    ['a page of one document', button("history.pushState(0,'','/p')"), { movedTo: '/p' }],
    [
      'a taken over link',
      '<a id=b href="/q">l</a><script>navigation.onnavigate=(e)=>e.intercept({handler(){}})</script>',
      { movedTo: '/q' },
    ],
    ['a link that the page prevents', '<a id=b href="/q" onclick="return false">l</a>', {}],
    // A debugger's questions wait once a navigation has begun, so it begins while one is answered.
    [
      'another page, while this one is busy',
      busyButton("location='%SILENT%/slow'"),
      { leavingFor: '/slow' },
    ],
    [
      'where a form leads, while this page is busy',
      `<form id=f action="%SILENT%/slow"></form>${busyButton('f.requestSubmit()')}`,
      { leavingFor: '/slow?' },
    ],
  ];
  test.each(cases)('%s', async (_, body, expected) => {
    const silent = await silentSite();
    const page = await env.open(body.replaceAll('%SILENT%', silent.origin));
    await page.ask('perform', {
      target: { selector: '#b' },
      action: { type: 'click', button: 'left', count: 1, holdMs: 0, modifiers: [] },
      timeoutMs: 500,
      force: false,
    });
    const settling = page.ask('settle', { timeoutMs: 5000 });
    // Questions are taken in their order: this one is answered when the other has begun.
    await page.inKit('1');
    silent.go();
    const { leavingFor, movedTo } = await settling;
    const path = (url?: string) => url?.replace(page.origin, '').replace(silent.origin, '');
    expect({ leavingFor: path(leavingFor), movedTo: path(movedTo) }).toEqual({
      leavingFor: expected.leavingFor,
      movedTo: expected.movedTo,
    });
    silent.close();
    await page.close();
  });
});
