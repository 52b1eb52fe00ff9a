// Which targets, addresses and origins the `cdp` channel refuses.
import { expect, test } from 'vitest';
import { EXTENSION_ID, type CreateTabParams, type PermissionParams } from '../wire';
import { onTabOnly, withAddress, withOrigin } from './guards';

const refused = (message: string): unknown =>
  expect.objectContaining({ code: 'badArguments', message });

test('a shared worker is a target, and no tab', () => {
  const tabOf = onTabOnly(({ tab }) => tab);
  expect(tabOf({ tab: 7 })).toBe(7);
  expect(() => tabOf({ tab: -1 })).toThrow(
    refused('shared worker -1 has no tab or window: it can be attached to and driven, no more'),
  );
});

test('no tab is opened with a page of ours or a relative address', () => {
  const params = { background: false, newWindow: false, incognito: false };
  const open = withAddress((asked: CreateTabParams) => asked.url);
  expect(open({ ...params, url: '' })).toBe('');
  expect(open({ ...params, url: 'https://a.example/' })).toBe('https://a.example/');
  const url = `chrome-extension://${EXTENSION_ID}/popup.html`;
  const message = `${url} is a page of Tabwright itself, which clients have no access to`;
  expect(() => open({ ...params, url })).toThrow(refused(message));
  expect(() => open({ ...params, url: 'popup.html' })).toThrow(
    refused('url must be an absolute address'),
  );
});

test('an origin is one, with its port and no path', () => {
  const params: PermissionParams = { names: ['geolocation'], setting: 'granted', incognito: false };
  const set = withOrigin((asked: PermissionParams) => asked);
  expect(set({ ...params, origin: 'https://a.example:8443/x' })).toEqual({
    ...params,
    origin: 'https://a.example:8443',
  });
  expect(set(params)).toEqual(params);
  expect(() => set({ ...params, origin: 'file:///' })).toThrow(
    refused('origin must be of http or https'),
  );
});
