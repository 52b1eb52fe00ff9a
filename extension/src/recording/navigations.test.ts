// What a navigation was, by what Chrome tells of it and where the tab has been.
import { expect, test } from 'vitest';
import { navigated } from './navigations';
import type { Way } from '../connection/storage';

const A = 'https://a.example/';
const B = 'https://b.example/';
const C = 'https://c.example/';

test.each([
  [{ transitionType: 'typed' }, { kind: 'navigate', how: 'address' }],
  [{ transitionType: 'auto_bookmark' }, { kind: 'navigate', how: 'address' }],
  [
    { transitionType: 'link', transitionQualifiers: ['from_address_bar'] },
    { kind: 'navigate', how: 'address' },
  ],
  [{ transitionType: 'reload' }, { kind: 'navigate', how: 'reload' }],
  [{ transitionType: 'link' }, { kind: 'arrived', title: '' }],
  [
    { transitionType: 'form_submit', transitionQualifiers: ['server_redirect'] },
    { kind: 'arrived' },
  ],
])('%j', (step, what) => {
  expect(navigated(undefined, { url: A, ...step }).what).toMatchObject({ ...what, url: A });
});

test('back and forward are told apart by where the tab has been', () => {
  const go = (way: Way | undefined, url: string) =>
    navigated(way, { url, transitionType: 'link' }).way;
  const history = { transitionType: 'link', transitionQualifiers: ['forward_back'] };
  let way = go(go(go(undefined, A), B), C);
  expect(way).toEqual({ urls: [A, B, C], at: 2 });
  const back = navigated(way, { url: B, ...history });
  expect(back.what).toMatchObject({ how: 'back' });
  const again = navigated(back.way, { url: A, ...history });
  expect(again.what).toMatchObject({ how: 'back' });
  const forward = navigated(again.way, { url: B, ...history });
  expect(forward.what).toMatchObject({ how: 'forward' });
  expect(navigated(forward.way, { url: C, ...history }).what).toMatchObject({ how: 'forward' });
  // From here another way is taken: what was ahead is gone.
  way = go(again.way, C);
  expect(way).toEqual({ urls: [A, C], at: 1 });
  expect(navigated(undefined, { url: A, ...history }).what).toMatchObject({ how: 'back' });
});
