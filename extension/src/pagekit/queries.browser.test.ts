// Asking about elements, and handing them to the page's own scripts.
import { expect, test } from 'vitest';
import type { QueryParams, Target } from '../wire';
import type { KitPage } from './test-env/test-env';
import { pagesOfThisFile } from './test-env/actions';

const withPage = pagesOfThisFile();

const query = (kit: KitPage, target: Target, more: Partial<QueryParams> = {}) =>
  kit.ask('query', { target, countMax: 10, facts: [], charsMax: 100, ...more });
const one = async (kit: KitPage, selector: string, more: Partial<QueryParams>) => {
  const { elements } = await query(kit, { selector }, more);
  expect(elements).toHaveLength(1);
  return elements[0];
};

test('all are counted, and no more told of than asked for', async () => {
  await withPage('<p>a<p>b<p>c', async (kit) => {
    expect(await query(kit, { selector: 'p' }, { countMax: 2 })).toEqual({
      total: 3,
      elements: [{ number: 1 }, { number: 2 }],
    });
    expect(await query(kit, { selector: 'p', nth: 2 })).toEqual({
      total: 1,
      elements: [{ number: 3 }],
    });
    expect(await query(kit, 3)).toMatchObject({ total: 1 });
  });
});

test.each<Target>([{ selector: 'b' }, 99, { x: -5, y: -5 }, { selector: 'p', nth: 7 }])(
  'none fit %j, and that is an answer at once',
  async (target) => {
    await withPage('<p>a', async (kit) => {
      expect(await query(kit, target)).toEqual({ total: 0, elements: [] });
    });
  },
);

test('facts as they are asked for', async () => {
  const body = `<div id=d style="position:fixed;left:10px;top:20px;width:50px;height:30px">
    Read <b>me</b><i hidden> not</i></div><input id=i value=Ada readonly>
    <select id=s><option value=x>First</select><input id=c type=checkbox checked disabled>
    <a id=far href="/x" style="position:absolute;top:9000px">Far</a>
    <div style="height:20px;overflow:hidden"><p id=cut style="margin-top:40px">Cut off</p></div>`;
  await withPage(body, async (kit) => {
    expect(await one(kit, '#d', { facts: ['name', 'rect', 'textContent', 'innerText'] })).toEqual({
      number: 1,
      role: 'div',
      name: 'Read me',
      rect: { x: 10, y: 20, width: 50, height: 30 },
      textContent: '\n    Read me not',
      innerText: 'Read me',
    });
    expect(await one(kit, '#d', { facts: ['innerHtml'] })).toMatchObject({
      innerHtml: '\n    Read <b>me</b><i hidden=""> not</i>',
    });
    expect(await one(kit, '#d', { facts: ['inputValue'] })).toEqual({ number: 1 });
    expect(await one(kit, '#i', { facts: ['inputValue', 'state'] })).toEqual({
      number: 2,
      inputValue: 'Ada',
      visible: true,
      enabled: true,
      editable: false,
      focused: false,
      inView: true,
    });
    expect(await one(kit, '#s', { facts: ['inputValue'] })).toMatchObject({ inputValue: 'x' });
    expect(await one(kit, '#c', { facts: ['state'] })).toMatchObject({
      enabled: false,
      editable: false,
      checked: true,
    });
    await kit.page.focus('#far', { timeout: 1000 });
    await kit.page.evaluate('scrollTo(0, 0)');
    expect(await one(kit, '#far', { facts: ['state'] })).toMatchObject({
      focused: true,
      inView: false,
      visible: true,
    });
    expect(await one(kit, '#cut', { facts: ['state'] })).toMatchObject({ inView: false });
    expect(await one(kit, '#far', { attribute: 'href' })).toMatchObject({ attribute: '/x' });
    expect(await one(kit, '#far', { attribute: 'title' })).not.toHaveProperty('attribute');
  });
});

test('texts are cut', async () => {
  await withPage(`<p title="${'t'.repeat(50)}">${'a'.repeat(50)}`, async (kit) => {
    const facts = ['textContent', 'innerText', 'innerHtml'] as const;
    const told = await one(kit, 'p', { facts: [...facts], attribute: 'title', charsMax: 10 });
    expect(told).toMatchObject({
      textContent: `${'a'.repeat(9)}…`,
      innerText: `${'a'.repeat(9)}…`,
      innerHtml: `${'a'.repeat(9)}…`,
      attribute: `${'t'.repeat(9)}…`,
    });
  });
});

test.each([
  ['a password', '<input id=e type=password value=hunter2>'],
  ['one shown in clear', '<input id=e name=password autocomplete=new-password value=hunter2>'],
])('%s is not told', async (_, field) => {
  await withPage(`<form>${field}</form>`, async (kit) => {
    const told = await one(kit, '#e', { facts: ['inputValue'], attribute: 'value' });
    expect(told).toMatchObject({ inputValue: '••••', attribute: '••••' });
    const { innerHtml } = (await one(kit, 'form', { facts: ['innerHtml'] })) ?? {};
    expect(innerHtml).toContain('value="••••"');
    expect(innerHtml).not.toContain('hunter2');
    expect(await kit.page.inputValue('#e')).toBe('hunter2');
  });
});

/** What a script of the page gets when it calls. */
const call = (kit: KitPage, event: string) =>
  kit.page.evaluate((name) => {
    const got: (string | undefined)[] = [];
    const hear = (told: Event) => got.push((told.composedPath()[0] as Element | undefined)?.id);
    window.addEventListener(`${name}!`, hear, true);
    document.dispatchEvent(new Event(name));
    window.removeEventListener(`${name}!`, hear, true);
    return got;
  }, event);

const handOver = (kit: KitPage, target: Target, all: boolean, event = 'secret') =>
  kit.ask('handOver', { target, all, event, timeoutMs: 200 });

test('elements are handed to the page in order, once', async () => {
  const body =
    '<p id=a><p id=b><div id=h></div><p id=c><script>' +
    'h.attachShadow({mode:"open"}).innerHTML = "<p id=deep></p>"</script>';
  await withPage(body, async (kit) => {
    expect(await handOver(kit, { selector: 'p' }, true)).toEqual({ count: 4 });
    expect(await call(kit, 'other')).toEqual([]);
    expect(await call(kit, 'secret')).toEqual(['a', 'b', 'deep', 'c']);
    expect(await call(kit, 'secret')).toEqual([]);
    expect(await handOver(kit, { selector: '#deep' }, false)).toEqual({ count: 1 });
    expect(await call(kit, 'secret')).toEqual(['deep']);
  });
});

test('of all there may be none; one is waited for, and must be the only one', async () => {
  await withPage('<p id=a><p id=b>', async (kit) => {
    expect(await handOver(kit, { selector: 'i' }, true)).toEqual({ count: 0 });
    await expect(handOver(kit, { selector: 'i' }, false)).rejects.toMatchObject({
      code: 'notFound',
    });
    const target = { locator: { steps: [{ by: 'css', selector: 'p' } as const] } };
    await expect(handOver(kit, target, false)).rejects.toMatchObject({ code: 'ambiguous' });
    await expect(handOver(kit, target, true, '')).rejects.toMatchObject({ code: 'badArguments' });
    const late = kit.ask('handOver', {
      target: { selector: '#late' },
      all: false,
      event: 'secret',
      timeoutMs: 10_000,
    });
    await kit.page.evaluate('b.id = "late"');
    expect(await late).toEqual({ count: 1 });
    expect(await call(kit, 'secret')).toEqual(['late']);
  });
});

test('a kit that has left hands nothing over', async () => {
  await withPage('<p id=a>', async (kit) => {
    await handOver(kit, { selector: 'p' }, true);
    await kit.inKit('tabwright.leave()');
    expect(await call(kit, 'secret')).toEqual([]);
  });
});
