// Attaching and letting go, with Chrome played by a few lines.
import { expect, test } from 'vitest';
import { createPromise } from '../rpc/test-pair';
import { EXTENSION_ID } from '../wire';
import { createAttachments, type DebuggerApi } from './attachments';

const TAB = 7;
const ALREADY = 'Another debugger is already attached to the tab with id: 7.';

function createChrome(chrome: Partial<DebuggerApi> = {}) {
  const log: string[] = [];
  const note = (what: string) => () => {
    log.push(what);
    return Promise.resolve();
  };
  const attachments = createAttachments({
    attach: note('attach'),
    detach: (tab) => note(`detach ${tab}`)(),
    touch: note('touch'),
    look: () => Promise.resolve({ address: 'https://a.example/', isUnloaded: false }),
    load: note('load'),
    attachedTabs: () => Promise.resolve([]),
    addressOf: () => Promise.resolve('https://forbidden.example/'),
    ...chrome,
  });
  return { log, ...attachments };
}

const fails = (message: string) => () => Promise.reject(new Error(message));

test('a tab is attached to', async () => {
  const { attach, log } = createChrome();
  await expect(attach({ tab: TAB })).resolves.toEqual({});
  expect(log).toEqual(['attach']);
});

test('and loaded if it was not', async () => {
  const { attach, log } = createChrome({ look: () => Promise.resolve({ isUnloaded: true }) });
  await attach({ tab: TAB });
  expect(log).toEqual(['attach', 'load']);
});

test('a page of our own is never attached to', async () => {
  const address = `chrome-extension://${EXTENSION_ID}/popup.html`;
  const { attach, log } = createChrome({
    look: () => Promise.resolve({ address, isUnloaded: false }),
  });
  await expect(attach({ tab: TAB })).rejects.toMatchObject({ code: 'forbiddenPage' });
  expect(log).toEqual([]);
});

test('a shared worker that is gone is called one', async () => {
  const { attach } = createChrome({ attach: fails('No target with given id W.') });
  await expect(attach({ tab: -1 })).rejects.toMatchObject({
    code: 'noSuchTab',
    message: 'there is no shared worker -1',
  });
});

test('attaching again is fine while the debugger is ours', async () => {
  const { attach, log } = createChrome({ attach: fails(ALREADY) });
  await expect(attach({ tab: TAB })).resolves.toEqual({});
  expect(log).toEqual(['touch']);
});

test('and is not when it is another’s', async () => {
  const { attach } = createChrome({ attach: fails(ALREADY), touch: fails('not attached') });
  await expect(attach({ tab: TAB })).rejects.toMatchObject({ code: 'failed', message: ALREADY });
});

test.each([
  'Cannot access a chrome:// URL',
  'Cannot access a chrome-extension:// URL of different extension',
  'Cannot access contents of url "view-source:http://a/". Extension manifest must request …',
  'Cannot attach to this target.',
  'The extensions gallery cannot be scripted.',
])('a page Chrome forbids: %s', async (reason) => {
  const { attach } = createChrome({ attach: fails(reason) });
  await expect(attach({ tab: TAB })).rejects.toMatchObject({
    code: 'forbiddenPage',
    message: `tab 7 shows https://forbidden.example/, where Chrome allows no debugger: ${reason}`,
  });
});

test.each(['No tab with given id 7.', 'No tab with id: 7.'])('no such tab: %s', async (reason) => {
  const { attach, detach } = createChrome({ attach: fails(reason), detach: fails(reason) });
  const outcome = { code: 'noSuchTab', message: 'there is no tab 7' };
  await expect(attach({ tab: TAB })).rejects.toMatchObject(outcome);
  await expect(detach({ tab: TAB })).rejects.toMatchObject(outcome);
});

test('any other refusal is told as it is', async () => {
  const { attach } = createChrome({ attach: fails('out of luck') });
  await expect(attach({ tab: TAB })).rejects.toMatchObject({
    code: 'failed',
    message: 'out of luck',
  });
});

test('detaching what is not attached is fine', async () => {
  const { detach } = createChrome({ detach: fails('Debugger is not attached to …') });
  await expect(detach({ tab: TAB })).resolves.toEqual({});
});

test('a new attach waits until the tabs of the last connection were let go', async () => {
  const tabs = createPromise<number[]>();
  const { attach, detachAll, log } = createChrome({ attachedTabs: () => tabs.promise });
  detachAll();
  const attached = attach({ tab: TAB });
  tabs.resolve([TAB, 8]);
  await attached;
  expect(log).toEqual(['detach 7', 'detach 8', 'attach']);
});

test('a tab that is let go and wanted again at once is attached in the end', async () => {
  const letGo = createPromise<undefined>();
  const { attach, detach, log } = createChrome({
    detach: async () => {
      await letGo.promise;
      log.push('detached');
    },
  });
  const parted = detach({ tab: TAB });
  const joined = attach({ tab: TAB });
  letGo.resolve(undefined);
  await Promise.all([parted, joined]);
  expect(log).toEqual(['detached', 'attach']);
});
