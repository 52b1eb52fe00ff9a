// What the recorder hands on of each kind of gesture, made by real input in real Chromium.
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { pagesOfThisFile } from '../test-env/actions';
import { recordIn, type Recorded } from '../test-env/recording';
import { bundle } from '../test-env/bundle';
import { createTestEnv, type KitPage } from '../test-env/test-env';

const withPage = pagesOfThisFile();

async function recorded(
  body: string,
  use: (kit: KitPage, seen: Recorded) => Promise<void>,
  options = {},
): Promise<void> {
  await withPage(body, async (kit) => {
    const seen = await recordIn(kit, options);
    try {
      await use(kit, seen);
    } finally {
      await seen.leave();
    }
  });
}

test('clicks of every kind, on what can be acted on', async () => {
  const body = `<h1>Shop</h1><button><span>Add</span></button><a href="#x" onclick="return false">Details</a>
    <div onclick="1" id=card><p>Card</p></div><p id=plain>Plain words</p><li id=row>Row</li>`;
  await recorded(body, async ({ page }, seen) => {
    await page.click('button span');
    await page.click('a', { modifiers: ['Shift', 'Alt'] });
    await page.dblclick('button');
    await page.click('#card p', { button: 'right' });
    await page.click('#card', { button: 'middle' });
    await page.click('#plain');
    await page.mouse.click(1200, 700);
    await page.click('#row');
    expect(await seen.endsWith('click li "Row"')).toEqual([
      'click button "Add"',
      'click Shift Alt link "Details"',
      'click 2 times button "Add"',
      'click right div "Card"',
      'click middle div "Card"',
      'click paragraph "Plain words"',
      'click li "Row"',
    ]);
    expect(seen.all[0]).toMatchObject({ url: page.url(), what: { target: { heading: 'Shop' } } });
    const ids = new Set(seen.all.map(({ id }) => id));
    expect(ids.size).toBe(seen.all.length);
  });
});

test('a press that takes away what is pressed is told as it was before', async () => {
  const body = `<style>div{height:40px}</style><div><button onpointerdown="this.remove()">Vanish</button></div>
    <div><button onmousedown="this.textContent='After'">Before</button></div><div><button>Last</button></div>`;
  await recorded(body, async ({ page }, seen) => {
    await page.click('button');
    await page.click('text=Before');
    await page.click('text=Last');
    expect(await seen.endsWith('click button "Last"')).toEqual([
      'click button "Vanish"',
      'click button "Before"',
      'click button "Last"',
    ]);
  });
});

test('typing is told once per field, with its final value', async () => {
  const body = `<label>Name <input id=n value=Bob></label><textarea aria-label=Note></textarea>
    <div contenteditable aria-label=Text role=textbox id=e>Old</div><input id=d type=date aria-label=Day>
    <input id=r type=range min=0 max=10 value=2 aria-label=Volume><button>Done</button>`;
  await recorded(body, async ({ page }, seen) => {
    await page.click('#n');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('am');
    await page.click('textarea');
    await page.keyboard.type('One');
    await page.keyboard.press('Enter');
    await page.keyboard.type('two');
    await page.click('#e');
    await page.keyboard.press('End');
    await page.keyboard.type(' text');
    await page.focus('#d');
    await page.keyboard.type('05062026');
    await page.focus('#r');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.click('button');
    expect(await seen.endsWith('click button "Done"')).toEqual([
      'click textbox "Name"',
      'type textbox "Name" = "Adam"',
      'click textbox "Note"',
      'type textbox "Note" = "One\\ntwo"',
      'click textbox "Text"',
      'type textbox "Text" = "Old text"',
      'type textbox "Day" = "2026-05-06"',
      'type slider "Volume" = "4"',
      'click button "Done"',
    ]);
  });
});

test('after a rest the value is told, and what is typed on corrects it', async () => {
  await recorded('<label>Name <input></label><button>Done</button>', async ({ page }, seen) => {
    await page.focus('input');
    await page.keyboard.type('Gra');
    await seen.endsWith('type textbox "Name" = "Gra"');
    await page.keyboard.type('ce');
    const steps = await seen.endsWith('type textbox "Name" = "Grace"');
    expect(steps).toEqual(['type textbox "Name" = "Grace"']);
    expect(seen.all).toHaveLength(2);
    expect(seen.all[1]?.insteadOf).toBe(seen.all[0]?.id);
    // Something else came between: that the field is changed again is a step of its own.
    await page.click('button');
    await page.focus('input');
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    expect(await seen.endsWith('type textbox "Name" = "Grace!"')).toEqual([
      'type textbox "Name" = "Grace"',
      'click button "Done"',
      'type textbox "Name" = "Grace!"',
    ]);
  });
});

test('what is chosen and ticked, and what it is now', async () => {
  const body = `<label>Size <select><option value=s>Small<option value=l>Large<option value=x>Huge</select></label>
    <label><input type=checkbox id=c> Gift</label><label><input type=radio name=p value=a> Card</label>
    <label><input type=radio name=p value=b id=cash> Cash</label>
    <div role=switch aria-checked=false tabindex=0 aria-label=News
      onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')"></div>
    <style>[role=switch]{width:40px;height:20px;background:#888}</style>`;
  await recorded(body, async ({ page }, seen) => {
    await page.focus('select');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.click('text=Gift');
    await page.click('#c');
    await page.click('#cash');
    await page.click('[role=switch]');
    await page.click('[role=switch]');
    expect(await seen.endsWith('uncheck switch "News"')).toEqual([
      'select combobox "Size" = Huge',
      'check checkbox "Gift"',
      'uncheck checkbox "Gift"',
      'check radio "Cash"',
      'check switch "News"',
      'uncheck switch "News"',
    ]);
    expect(seen.all.find(({ what }) => what.kind === 'select')?.what).toMatchObject({
      chosen: [{ label: 'Large', value: 'l' }],
      options: ['Small', 'Large', 'Huge'],
    });
  });
});

test('keys that do something; letters and carets do not', async () => {
  const body = `<form onsubmit="return false"><label>Find <input></label><button>Search</button></form>
    <button id=b>Menu</button><div role=menu tabindex=0 aria-label=More><div role=menuitem>One</div></div>`;
  await recorded(body, async ({ page }, seen) => {
    await page.focus('input');
    await page.keyboard.type('tea');
    await page.keyboard.press('ArrowLeft');
    // The form is submitted by its button, which nobody clicked.
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.focus('#b');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.focus('[role=menu]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Shift+K');
    await page.keyboard.press('j');
    await page.keyboard.press('Tab');
    expect(await seen.endsWith('press Tab in menu "More"')).toEqual([
      'type textbox "Find" = "tea"',
      'press Enter in textbox "Find"',
      'press ArrowDown in textbox "Find"',
      'press Escape in textbox "Find"',
      'click button "Menu"',
      'click button "Menu"',
      'press ArrowDown in menu "More"',
      'press Control+Shift+k in menu "More"',
      'press Tab in menu "More"',
    ]);
  });
});

test('Enter in a field of many lines is told where the page sends by it', async () => {
  const body = `<textarea aria-label=Chat onkeydown="if (event.key === 'Enter') { event.preventDefault(); this.value = '' }"></textarea>
    <textarea aria-label=Note></textarea><button>Done</button>`;
  await recorded(body, async ({ page }, seen) => {
    await page.focus('textarea');
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await page.focus('[aria-label=Note]');
    await page.keyboard.type('a');
    await page.keyboard.press('Enter');
    await page.keyboard.type('b');
    await page.click('button');
    expect(await seen.endsWith('click button "Done"')).toEqual([
      'type textbox "Chat" = "Hello"',
      'press Enter in textbox "Chat"',
      'type textbox "Note" = "a\\nb"',
      'click button "Done"',
    ]);
  });
});

test('a pointer that had to rest somewhere first is told, and no other', async () => {
  const body = `<style>#m ul{display:none;position:absolute} #m:hover ul{display:block}</style>
    <nav><div id=m><a href="#p">Products</a><ul><li><a href="#t">Tea</a></li></ul></div></nav>
    <div id=j><button>Account</button><div id=box></div></div><button id=far style="margin-top:200px">Far</button>
    <script>j.onmouseenter = () => { box.innerHTML = '<a href="#o">Orders</a>' };
      j.onmouseleave = () => { box.innerHTML = '' }</script>`;
  await recorded(body, async ({ page }, seen) => {
    await seen.rested(() => page.click('#far'));
    await page.hover('text=Products');
    await seen.rested(() => page.click('text=Tea'));
    await page.hover('text=Account');
    await seen.rested(() => page.click('text=Orders'));
    await page.hover('text=Products');
    await page.click('#far');
    const steps = await seen.endsWith('click button "Far"');
    expect(steps).toEqual([
      'click button "Far"',
      'hover link "Products"',
      'click link "Tea"',
      'hover button "Account"',
      'click link "Orders"',
      'click button "Far"',
    ]);
  });
});

test('things that are dragged, natively and by a script, are told with what they were dropped on', async () => {
  const body = `<style>.box{width:120px;height:60px;border:1px solid;margin:20px;user-select:none}</style>
    <div class=box draggable=true id=card>Card A</div>
    <div class=box role=group aria-label=Done id=done ondragover="event.preventDefault()" ondrop="event.preventDefault()"></div>
    <div class=box id=handle tabindex=0 aria-label=Handle role=button>Handle</div>
    <p id=text style="margin:20px">Some words to mark with the mouse</p><button>End</button>`;
  await recorded(body, async ({ page }, seen) => {
    await page.dragAndDrop('#card', '#done');
    await page.dragAndDrop('#handle', '#done');
    const box = await page.locator('#text').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + 120, (box?.y ?? 0) + 5, { steps: 3 });
    await page.mouse.up();
    await page.click('button');
    expect(await seen.endsWith('click button "End"')).toEqual([
      'drag div "Card A" onto group "Done"',
      'drag button "Handle" onto group "Done"',
      'click button "End"',
    ]);
    const drag = seen.all.find(({ what }) => what.kind === 'drag')?.what;
    expect(drag).toMatchObject({ by: { y: expect.closeTo(82, -1) as number } });
  });
});

test('files are told by their names', async () => {
  const body = '<label>Photo <input type=file multiple></label><button>End</button>';
  await recorded(body, async ({ page }, seen) => {
    // As the browser's own chooser gives them.
    const session = await page.context().newCDPSession(page);
    const { result } = await session.send('Runtime.evaluate', {
      expression: 'document.querySelector("input")',
    });
    const files = ['package.json', 'tsconfig.json'].map((name) => resolve(name));
    await session.send('DOM.setFileInputFiles', { files, objectId: result.objectId ?? '' });
    await page.click('button');
    expect(await seen.endsWith('click button "End"')).toEqual([
      'upload package.json, tsconfig.json to button "Photo"',
      'click button "End"',
    ]);
  });
});

test('secrets are told by their kind only', async () => {
  const body = `<label>User <input></label><label>Password <input id=p type=password></label>
    <button onclick="p.type = 'text'">Show</button><p id=echo></p>
    <label>Card number <input id=c></label><label>Code <input autocomplete=one-time-code id=o></label>
    <label>Verification code <input id=v></label>
    <button id=end>Sign in</button><script>p.oninput = c.oninput = (e) => { echo.textContent = e.target.value }</script>`;
  await recorded(body, async ({ page }, seen) => {
    await page.focus('#p');
    await page.keyboard.type('hunter2!');
    await page.click('text=Show');
    await page.focus('#p');
    await page.keyboard.type('more');
    await page.focus('#c');
    await page.keyboard.type('4111111111111111');
    await page.focus('#o');
    await page.keyboard.type('123456');
    await page.focus('#v');
    await page.keyboard.type('654321');
    await page.click('#end');
    expect(await seen.endsWith('click button "Sign in"')).toEqual([
      'type textbox "Password" = secret',
      'click button "Show"',
      'type textbox "Password" = secret',
      'type textbox "Card number" = secret',
      'type textbox "Code" = oneTimeCode',
      'type textbox "Verification code" = oneTimeCode',
      'click button "Sign in"',
    ]);
    expect(JSON.stringify(seen.all.map(({ what }) => what))).not.toMatch(
      /hunter2|4111|123456|654321/,
    );
  });
});

test('what appears is told: a dialog, a message, a list', async () => {
  const body = `<button onclick="d.showModal()">Open</button><dialog id=d aria-label="Choose a size"><button onclick="d.close(); s.textContent = 'Saved for later'">Keep</button></dialog>
    <div role=status id=s></div><p role=alert>Here from the beginning</p>`;
  await recorded(body, async ({ page }, seen) => {
    await page.click('text=Open');
    await page.click('text=Keep');
    await seen.appears('appeared status "Saved for later"');
    expect(seen.steps(true)).toEqual([
      'click button "Open"',
      'appeared dialog "Choose a size"',
      'click button "Keep"',
      'appeared status "Saved for later"',
    ]);
  });
});

test('in open shadow roots and in frames of the same and of another site', async () => {
  const body = `<shop-app></shop-app><iframe src="/in" title=Inner></iframe><iframe src="%OTHER%/in?x=1"></iframe>
    <script>document.querySelector('shop-app').attachShadow({mode:'open'}).innerHTML =
      '<section aria-label=App><button>Deep</button><label>Q <input></label></section>'</script>`;
  const inner = '<label>Inside <input></label><button>Go</button>';
  const env = await createTestEnv();
  const kit = await env.open(body, { paths: { '/in': inner } });
  try {
    const seen = await recordIn(kit);
    const { page } = kit;
    await page.click('text=Deep');
    await page.focus('input');
    await page.keyboard.type('tea');
    await page.frameLocator('iframe >> nth=0').locator('input').click();
    await page.keyboard.type('one');
    await page.frameLocator('iframe >> nth=0').locator('button').click();
    await seen.endsWith('click button "Go"');
    const other = page.frames().find((frame) => frame.url().startsWith(kit.other));
    if (!other) throw new Error('the other frame is missing');
    await seen.enter(other);
    await other.locator('input').click();
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    expect(await seen.endsWith('press Enter in textbox "Inside"')).toEqual([
      'click button "Deep"',
      'type textbox "Q" = "tea"',
      'click textbox "Inside"',
      'type textbox "Inside" = "one"',
      'click button "Go"',
      'click textbox "Inside"',
      'type textbox "Inside" = "two"',
      'press Enter in textbox "Inside"',
    ]);
    expect(seen.all[0]).not.toHaveProperty('child');
    expect(seen.all[0]?.what).toMatchObject({ target: { landmark: 'region "App"' } });
    expect(seen.all[2]).toMatchObject({ url: `${kit.origin}/in`, child: { index: 0 } });
    expect(seen.all.at(-1)).toMatchObject({ url: `${kit.other}/in?x=1`, child: { index: 1 } });
  } finally {
    await kit.close();
    await env.close();
  }
});

test('what scripts do is not recorded, nor what the kit does itself or shows', async () => {
  const body =
    '<button onclick="log.push(event.isTrusted)">Go</button><input aria-label=F><script>log = []</script>';
  await recorded(body, async ({ page }, seen) => {
    await page.evaluate('document.querySelector("button").click()');
    const ready = {
      target: { selector: 'button' },
      need: 'click',
      timeoutMs: 500,
      force: false,
      guard: true,
      deny: [],
    };
    await seen.inWorld(`tabwright.ask(${JSON.stringify({ name: 'ready', params: ready })})`);
    // As a client's input comes, which a page cannot tell from a person's.
    await page.click('button');
    const settle = { name: 'settle', params: { timeoutMs: 500 } };
    await seen.inWorld(`tabwright.ask(${JSON.stringify(settle)})`);
    const overlay = { name: 'show', params: { type: 'showOverlay', driver: 'Somebody' } };
    await seen.inWorld(`tabwright.ask(${JSON.stringify(overlay)})`);
    await page.mouse.click(640, 10);
    await seen.inWorld(
      `tabwright.ask(${JSON.stringify({ name: 'show', params: { type: 'hideOverlay' } })})`,
    );
    await page.focus('input');
    await page.keyboard.type('mine');
    await page.keyboard.press('Enter');
    expect(await seen.endsWith('press Enter in textbox "F"')).toEqual([
      'type textbox "F" = "mine"',
      'press Enter in textbox "F"',
    ]);
    expect(await page.evaluate('log')).toEqual([false, true]);
  });
});

test('dialogs are told with the answer that the person gave', async () => {
  const body = `<button onclick="out.textContent = confirm('Delete it?')">Delete</button>
    <button id=n onclick="out.textContent = prompt('Name?', 'x')">Rename</button><p id=out></p>`;
  await recorded(body, async ({ page }, seen) => {
    await page.evaluate(await bundle('wrapDialogs', new URL('dialogs.ts', import.meta.url)));
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.click('button');
    await seen.endsWith('confirm "Delete it?" dismissed');
    page.once('dialog', (dialog) => void dialog.accept('Blue'));
    await page.click('#n');
    expect(await seen.endsWith('prompt "Name?" accepted with "Blue"')).toEqual([
      'click button "Delete"',
      'confirm "Delete it?" dismissed',
      'click button "Rename"',
      'prompt "Name?" accepted with "Blue"',
    ]);
    expect(await page.textContent('#out')).toBe('Blue');
  });
});

test.each(['reload', 'navigation', 'link', 'submit'] as const)(
  'a gesture arrives that is followed at once by %s',
  async (by) => {
    const body = `<form action="/next"><label>Name <input name=q></label><button>Send</button></form>
      <a href="/next">Next</a>`;
    const env = await createTestEnv();
    const kit = await env.open(body, {
      paths: { '/next': '<h1>Next</h1><button>Over there</button>' },
    });
    try {
      const seen = await recordIn(kit);
      const { page } = kit;
      await page.focus('input');
      await page.keyboard.type('Ada');
      if (by === 'reload') await page.reload();
      else if (by === 'navigation') await page.goto(`${kit.origin}/next`);
      else if (by === 'link') await page.click('a');
      else await page.keyboard.press('Enter');
      await page.waitForLoadState();
      if (by !== 'reload') {
        await page.click('button');
        await seen.endsWith('click button "Over there"');
      }
      const typed = 'type textbox "Name" = "Ada"';
      const before = {
        reload: [],
        navigation: [],
        link: ['click link "Next"'],
        submit: ['press Enter in textbox "Name"'],
      }[by];
      const after = by === 'reload' ? [] : ['click button "Over there"'];
      await seen.appears(typed);
      expect(seen.steps()).toEqual([typed, ...before, ...after]);
    } finally {
      await kit.close();
      await env.close();
    }
  },
);

test('what a gesture costs the page', async () => {
  const row = (at: number) =>
    `<tr><td>Item ${at}</td><td><a href="#${at}">Open</a></td><td><button>Delete</button></td></tr>`;
  const rows = Array.from({ length: 200 }, (_, at) => row(at));
  const body = `<h1>Orders</h1><label>Find <input></label><table>${rows.join('')}</table>`;
  const use = async ({ page }: KitPage, seen: Recorded) => {
    const costs: [string, number][] = [];
    const cost = async (name: string, act: () => Promise<void>) => {
      await seen.inWorld('spent = 0');
      await act();
      costs.push([name, (await seen.inWorld('spent')) as number]);
    };
    await page.click('h1');
    for (let at = 1; at <= 5; at += 1) {
      await cost('click', () => page.click(`tr:nth-child(${at}) button`));
      await cost('typing of five letters', async () => {
        await page.focus('input');
        await page.keyboard.type('hello');
      });
      await cost('Enter', () => page.keyboard.press('Enter'));
    }
    const steps = await seen.endsWith('press Enter in textbox "Find"');
    expect(steps.filter((step) => step === 'click button "Delete"')).toHaveLength(5);
    const told = costs.map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
    console.info('recording, ms in listeners:', told.join(', '));
  };
  await recorded(body, use, { isTimed: true });
});
