// What is set in Chrome for a permission of CDP.
import { expect, test } from 'vitest';
import type { PermissionSetting } from '../wire';
import { plan } from './permissions';

const ORIGIN = 'https://a.example:8443';

function planFor(names: string[], setting: PermissionSetting = 'granted', origin?: string) {
  const steps = plan({ names, setting, incognito: false, ...(origin ? { origin } : {}) });
  return steps.map((step) => `${step.kind} ${step.setting} ${step.primaryPattern}`);
}

test.each([
  ['geolocation', 'location'],
  ['notifications', 'notifications'],
  ['push', 'notifications'],
  ['audioCapture', 'microphone'],
  ['microphone', 'microphone'],
  ['videoCapture', 'camera'],
  ['camera', 'camera'],
  ['clipboardReadWrite', 'clipboard'],
  ['clipboard-read', 'clipboard'],
])('%s is %s', (name, kind) => {
  expect(planFor([name], 'granted', ORIGIN)).toEqual([`${kind} allow ${ORIGIN}/*`]);
  expect(planFor([name], 'denied', ORIGIN)).toEqual([`${kind} block ${ORIGIN}/*`]);
  expect(planFor([name], 'prompt', ORIGIN)).toEqual([`${kind} ask ${ORIGIN}/*`]);
});

test('without an origin it is for everywhere', () => {
  expect(planFor(['geolocation'])).toEqual(['location allow <all_urls>']);
  expect(planFor(['camera'], 'denied')).toEqual(['camera block <all_urls>']);
});

test('Chrome takes no camera for everywhere in one word', () => {
  expect(planFor(['camera'])).toEqual(['camera allow http://*/*', 'camera allow https://*/*']);
});

test('two names of one thing set it once', () => {
  expect(planFor(['camera', 'videoCapture'], 'denied')).toEqual(['camera block <all_urls>']);
});

test('what every page has is granted as it is', () => {
  expect(planFor(['sensors', 'clipboard-write', 'background-sync'])).toEqual([]);
});

test.each([
  ['midi', 'granted', 'Chrome lets no extension set the permission midi'],
  ['constructor', 'granted', 'Chrome lets no extension set the permission constructor'],
  [
    'sensors',
    'denied',
    'Chrome grants the permission sensors to every page, and lets no extension change that',
  ],
] as const)('%s cannot be %s', (name, setting, message) => {
  expect(() => planFor(['geolocation', name], setting)).toThrow(
    expect.objectContaining({ code: 'failed', message }),
  );
});
