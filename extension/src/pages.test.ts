// The table of our own pages, beside the folders they are made from.
import { existsSync, readdirSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { RequestType } from './messages';
import { mayRequest, PAGE_NAMES, pathOf, type RequestOfPages } from './pages';

test('every page has its folder, and every folder with a page its line', () => {
  const folder = new URL('entrypoints/', import.meta.url);
  const pages = readdirSync(folder).filter((name) =>
    existsSync(new URL(`${name}/index.html`, folder)),
  );
  expect(PAGE_NAMES.toSorted()).toEqual(pages.toSorted());
});

test('no request is there that no page may make', () => {
  expectTypeOf<RequestOfPages>().toEqualTypeOf<RequestType>();
});

test('a path that is none of ours may request nothing', () => {
  expect(mayRequest(pathOf('popup'), 'getStatus')).toBe(true);
  for (const path of [
    '',
    '/',
    '/popup',
    '/other/popup.html',
    '/background.js',
    '/__proto__.html',
  ]) {
    expect(mayRequest(path, 'getStatus')).toBe(false);
  }
});
