// Writing down by what an element can be found on another day, in real Chromium.
import { expect, test } from 'vitest';
import type { Fingerprint, FoundElement } from '../../wire';
import type { KitPage } from '../test-env/test-env';
import { pagesOfThisFile } from '../test-env/actions';

const withPage = pagesOfThisFile();

async function fingerprintOf(kit: KitPage, selector: string): Promise<Fingerprint> {
  const { elements } = await kit.ask('query', {
    target: { selector },
    countMax: 1,
    facts: [],
    fingerprint: true,
    charsMax: 100,
  });
  const [found] = elements;
  if (!found?.fingerprint) throw new Error(`${selector} has no fingerprint`);
  return found.fingerprint;
}

const SHOP = `<header><nav aria-label="Main"><a href="/">Home</a> <a href="/beans?sort=new">Beans</a></nav></header>
  <main><h1>Shop</h1>
    <ul>
      <li class=card><h2>Filter roast</h2><p>Mild, 250 g</p><button id=":r5:" data-sku="A-1">Add to basket</button></li>
      <li class=card><h2>Espresso</h2><p>Dark, 500 g</p><button data-sku="A-2">Add to basket</button></li>
      <li class=card hidden><h2>Decaf</h2><button data-sku="A-3">Add to basket</button></li>
    </ul>
    <h2>Voucher</h2>
    <form aria-label="Voucher"><p>Have a code?</p><label for=v>Voucher code</label>
      <input id=v name=voucher placeholder="ABC-123" autocomplete=off value=typed> <button>Use it</button></form>
  </main>`;

test('an element with all that is said around it', async () => {
  await withPage(SHOP, async (kit) => {
    expect(await fingerprintOf(kit, '[data-sku=A-2]')).toEqual({
      role: 'button',
      name: 'Add to basket',
      tag: 'button',
      attributes: [{ name: 'data-sku', value: 'A-2' }],
      alike: 2,
      place: 1,
      item: { role: 'listitem', text: 'Espresso Dark, 500 g' },
      heading: 'Espresso',
      landmark: 'main',
      neighbours: ['Dark, 500 g', 'Voucher', 'Espresso', 'Have a code? Voucher code Use it'],
    });
    expect(await fingerprintOf(kit, '#v')).toMatchObject({
      role: 'textbox',
      name: 'Voucher code',
      tag: 'input',
      inputType: 'text',
      label: 'Voucher code',
      heading: 'Voucher',
      landmark: 'form "Voucher"',
      alike: 1,
      place: 0,
      attributes: [
        { name: 'id', value: 'v' },
        { name: 'name', value: 'voucher' },
        { name: 'placeholder', value: 'ABC-123' },
        { name: 'autocomplete', value: 'off' },
      ],
      neighbours: ['Voucher code', 'Use it', 'Have a code?'],
    });
    expect(await fingerprintOf(kit, 'a[href*=beans]')).toMatchObject({
      name: 'Beans',
      landmark: 'navigation "Main"',
      attributes: [{ name: 'href', value: '/beans?sort=new' }],
    });
  });
});

test('what a program made up is marked, and what is only for frameworks is left out', async () => {
  const body = `<button id=":r5:" class="css-1x2y3z" data-v-7ba5bd90 data-testid="save-order">Save</button>
    <button id="mui-4711">B</button><button id="field-order">C</button><input id="a8f3c9d2" aria-label=D>
    <a href="/order/4455?id=7&sid=Zk3x9QpL0aW2mN4bV6cX8&token=abc">E</a>`;
  await withPage(body, async (kit) => {
    expect((await fingerprintOf(kit, 'button')).attributes).toEqual([
      { name: 'id', value: ':r5:', generated: true },
      { name: 'data-testid', value: 'save-order' },
    ]);
    expect((await fingerprintOf(kit, '#mui-4711')).attributes[0]).toMatchObject({
      generated: true,
    });
    expect((await fingerprintOf(kit, '#field-order')).attributes[0]).not.toHaveProperty(
      'generated',
    );
    expect((await fingerprintOf(kit, '#a8f3c9d2')).attributes[0]).toMatchObject({
      generated: true,
    });
    expect((await fingerprintOf(kit, 'a')).attributes).toEqual([
      { name: 'href', value: '/order/4455?id=7', generated: true },
    ]);
  });
});

test('no secret is in it', async () => {
  const body = `<form><label>Password <input id=p type=password value=hunter2></label>
      <p>You typed hunter2</p><button title="hunter2">Sign in</button>
      <label>Card number <input id=c autocomplete=cc-number value=4111111111111111></label></form>
    <div id=e contenteditable role=textbox aria-label=Notes>my secret plan</div><p>Not so</p>`;
  await withPage(body, async (kit) => {
    await kit.ask('conceal', { number: await numberOf(kit, '#e') });
    const all = await Promise.all(
      ['#p', '#c', '#e', 'button', 'p'].map((s) => fingerprintOf(kit, s)),
    );
    const told = JSON.stringify(all);
    expect(told).not.toMatch(/hunter2|4111|secret plan/);
    expect(all[0]).toMatchObject({ name: 'Password', inputType: 'password' });
    // Shown in clear, it is still one.
    await kit.page.evaluate('p.type = "text"');
    expect(await fingerprintOf(kit, '#p')).toMatchObject({ inputType: 'password' });
    expect(JSON.stringify(await fingerprintOf(kit, 'button'))).not.toContain('hunter2');
  });
});

async function numberOf(kit: KitPage, selector: string): Promise<number> {
  const asked = { target: { selector }, countMax: 1, facts: [], charsMax: 1 };
  return (await kit.ask('query', asked)).elements[0]?.number ?? 0;
}

async function candidatesFor(kit: KitPage, like: Partial<Fingerprint>): Promise<FoundElement[]> {
  const whole: Fingerprint = {
    role: '',
    name: '',
    tag: '',
    attributes: [],
    alike: 1,
    place: 0,
    neighbours: [],
    ...like,
  };
  const { elements } = await kit.ask('query', {
    target: { like: whole },
    countMax: 100,
    facts: [],
    fingerprint: true,
    charsMax: 100,
  });
  return elements;
}

const namesOf = (found: FoundElement[]) => found.map(({ fingerprint }) => fingerprint?.name);

test('candidates are of the same family or have an equal attribute, the best first', async () => {
  const body = `<a href="/x">Elsewhere</a><button>Cancel</button><a href="/save">Save all</a>
    <button hidden>Save</button><input aria-label="Save as"><input type=checkbox aria-label="Save">
    <div role=button>Save</div><div data-testid=save>Keep</div><div class=btn>Save</div><p>Save</p>
    <app-bar></app-bar><script>
      document.querySelector('app-bar').attachShadow({ mode: 'open' }).innerHTML =
        '<button>save</button>';
    </script>`;
  await withPage(body, async (kit) => {
    const found = await candidatesFor(kit, {
      role: 'button',
      name: 'Save',
      tag: 'button',
      attributes: [{ name: 'data-testid', value: 'save' }],
    });
    const said = found.map(({ fingerprint: it }) => `${it?.tag} ${it?.name}${it?.text ?? ''}`);
    // By name, then by a part of it; a field and a box to tick are no buttons.
    expect(said).toEqual([
      'button Save',
      'div Save',
      'button save',
      'div Save',
      'p Save',
      'div Keep',
      'a Save all',
      'button Cancel',
      'a Elsewhere',
    ]);
    const shown = found.map(({ visible }) => visible);
    expect(shown.slice(0, 2)).toEqual([false, true]);
    expect(found[0]).toMatchObject({ enabled: true });

    const fields = await candidatesFor(kit, { role: 'searchbox', name: 'Save as', tag: 'input' });
    expect(namesOf(fields)).toEqual(['Save as']);
    const ticks = await candidatesFor(kit, { role: 'switch', name: 'Save', tag: 'div' });
    expect(namesOf(ticks)).toEqual(['Save']);
  });
});

test('of many that are alike, those in a like row are told', async () => {
  const rows = Array.from(
    { length: 300 },
    (_, at) => `<tr><td>Order ${at}</td><td><button>Delete</button></td></tr>`,
  );
  await withPage(`<table>${rows.join('')}</table>`, async (kit) => {
    const found = await candidatesFor(kit, {
      role: 'button',
      name: 'Delete',
      tag: 'button',
      item: { role: 'row', text: 'Order 250' },
    });
    expect(found).toHaveLength(60);
    expect(found[0]?.fingerprint?.item).toEqual({ role: 'row', text: 'Order 250' });
    expect(found[0]?.fingerprint).toMatchObject({ alike: 300, place: 250 });
  });
});

test('acting on one needs exactly one', async () => {
  await withPage(
    '<button>Save</button><button>Cancel</button><input aria-label=Name>',
    async (kit) => {
      const like = (role: string, name: string) => ({
        like: { role, name, tag: 'button', attributes: [], alike: 1, place: 0, neighbours: [] },
      });
      const ready = (target: ReturnType<typeof like>) =>
        kit.ask('ready', {
          target,
          need: 'click',
          timeoutMs: 300,
          force: false,
          guard: false,
          deny: [],
        });
      await expect(ready(like('button', 'Save'))).rejects.toMatchObject({
        code: 'ambiguous',
        message: expect.stringContaining('the recorded button "Save"') as string,
      });
      expect((await ready(like('textbox', 'Name'))).element.name).toBe('Name');
      await expect(ready(like('checkbox', 'Agree'))).rejects.toMatchObject({ code: 'notFound' });
    },
  );
});

test('a frame is called by its title, label or name', async () => {
  const body = `<iframe title="Payment" src="/a"></iframe><iframe name=chat src="/b"></iframe>`;
  await withPage(body, async (kit) => {
    const name = (index: number) =>
      kit.ask('nameChild', { index, url: '', viewWidth: 0, viewHeight: 0, reveal: false });
    expect([await name(0), await name(1), await name(7)]).toEqual([
      { text: 'Payment' },
      { text: 'chat' },
      { text: '' },
    ]);
  });
});

test('candidates on a large page', async () => {
  const part = (at: number) =>
    `<section class=part><h3>Part ${at}</h3><div class=row><p>Some words about part ${at}</p>
     <a href="/p/${at}">Read ${at}</a><button>Keep ${at}</button></div></section>`;
  const body = Array.from({ length: 850 }, (_, at) => part(at)).join('');
  await withPage(body, async (kit) => {
    const counted = await kit.page.evaluate('document.querySelectorAll("*").length');
    expect(counted).toBeGreaterThan(5000);
    const like = await fingerprintOf(kit, 'section:nth-of-type(500) button');
    const params = { target: { like }, countMax: 60, facts: [], fingerprint: true, charsMax: 100 };
    const took = await kit.inKit(`(async () => {
      const took = [];
      for (let at = 0; at < 7; at += 1) {
        const begun = performance.now();
        await tabwright.ask({ name: 'query', params: ${JSON.stringify(params)} });
        took.push(performance.now() - begun);
      }
      return took.sort((a, b) => a - b);
    })()`);
    const found = await candidatesFor(kit, like);
    expect(found[0]?.fingerprint?.attributes).toEqual([]);
    expect(found[0]?.fingerprint).toMatchObject({ name: 'Keep 499', heading: 'Part 499' });
    console.info('candidates with fingerprints on 5,000 elements, ms:', took);
  });
});
