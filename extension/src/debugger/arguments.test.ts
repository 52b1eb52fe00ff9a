// Which parameters the `cdp` channel accepts.
import { expect, test } from 'vitest';
import { EXTENSION_ID } from '../wire';
import {
  readCreateTab,
  readPermissions,
  readSetCookies,
  readStore,
  readTabParams,
  readTargetParams,
} from './arguments';

const refused = (message: string): unknown =>
  expect.objectContaining({ code: 'badArguments', message });

test('a shared worker is a target, and no tab', () => {
  expect(readTargetParams({ tab: -1 })).toEqual({ tab: -1 });
  expect(() => readTabParams({ tab: -1 })).toThrow(
    refused('shared worker -1 has no tab or window: it can be attached to and driven, no more'),
  );
});

test('what is not said of a new tab is no', () => {
  expect(readCreateTab({ url: 'https://a.example/' })).toEqual({
    url: 'https://a.example/',
    background: false,
    newWindow: false,
    incognito: false,
  });
  expect(readCreateTab({ url: '', incognito: true, group: 'Work' })).toMatchObject({
    incognito: true,
    group: 'Work',
  });
});

test('no tab is opened with a page of ours, nor in a group without a title', () => {
  const url = `chrome-extension://${EXTENSION_ID}/popup.html`;
  const message = `${url} is a page of Tabwright itself, which clients have no access to`;
  expect(() => readCreateTab({ url })).toThrow(refused(message));
  expect(() => readCreateTab({ url: '', group: '' })).toThrow(refused('group must be a title'));
});

test('cookies are of the ordinary store unless it is said', () => {
  expect(readStore({})).toEqual({ incognito: false });
  expect(readSetCookies({ cookies: [] })).toEqual({ cookies: [], incognito: false });
  expect(readSetCookies({ cookies: [], incognito: true })).toMatchObject({ incognito: true });
});

test('an origin is one, with its port and no path', () => {
  const params = { names: ['geolocation'], setting: 'granted' };
  expect(readPermissions({ ...params, origin: 'https://a.example:8443/x' })).toEqual({
    ...params,
    origin: 'https://a.example:8443',
    incognito: false,
  });
  expect(readPermissions(params)).not.toHaveProperty('origin');
  expect(() => readPermissions({ ...params, origin: 'file:///' })).toThrow(
    refused('origin must be of http or https'),
  );
  expect(() => readPermissions({ ...params, setting: 'maybe' })).toThrow(
    refused('setting must be one of granted, denied, prompt'),
  );
});
