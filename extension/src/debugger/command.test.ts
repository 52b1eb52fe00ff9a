// What becomes of a command that Chrome rejects, or that we do.
import { expect, test } from 'vitest';
import { EXTENSION_ID } from '../wire';
import { failed, refuseNavigation } from './command';

test.each([
  [
    `{"code":-32601,"message":"'Nope.x' wasn't found"}`,
    { code: -32601, message: "'Nope.x' wasn't found" },
  ],
  ['{"message":"no code"}', { code: -32000, message: 'no code' }],
  ['{"code":-32000}', { code: -32000, message: '{"code":-32000}' }],
  ['{ not JSON', { code: -32000, message: '{ not JSON' }],
  [
    'Debugger is not attached to the tab with id: 7.',
    { code: -32000, message: 'Debugger is not attached to the tab with id: 7.' },
  ],
])('%s', (message, error) => {
  expect(failed(new Error(message))).toEqual({ error });
});

test('no client navigates to a page of ours', () => {
  const url = `chrome-extension://${EXTENSION_ID}/options.html`;
  expect(refuseNavigation({ url })?.error?.message).toContain('a page of Tabwright itself');
  expect(refuseNavigation({ url: 'https://a.example/' })).toBeUndefined();
  expect(refuseNavigation({})).toBeUndefined();
  expect(refuseNavigation(undefined)).toBeUndefined();
});
