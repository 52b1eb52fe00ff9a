// The clipboard. A service worker has no access to it, so an offscreen document reads and writes it,
// and is closed right afterwards.
import { browser } from 'wxt/browser';
import { askClipboardPage } from '../messages';
import { pathOf } from '../pages';
import { HandlerError } from '../rpc/errors';
import type { ClipboardText, NoResult } from '../wire';

export interface Clipboard {
  read: () => Promise<ClipboardText>;
  write: (params: ClipboardText) => Promise<NoResult>;
}

export function createClipboard(): Clipboard {
  // Serialized, because Chrome allows only one offscreen document at a time.
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(() => withPage(work));
    last = done.catch(() => undefined);
    return done;
  }

  return {
    async read() {
      const text = await inTurn(() => askClipboardPage({ type: 'readClipboard' }));
      if (text === null) throw new HandlerError('failed', 'Chrome did not give the clipboard');
      return { text };
    },
    async write({ text }) {
      const written = await inTurn(() => askClipboardPage({ type: 'writeClipboard', text }));
      if (written === null) throw new HandlerError('failed', 'Chrome did not take the text');
      return {};
    },
  };
}

async function withPage<T>(work: () => Promise<T>): Promise<T> {
  // A worker that Chrome stopped may have left its document open.
  if (!(await browser.offscreen.hasDocument())) {
    await browser.offscreen.createDocument({
      url: pathOf('clipboard'),
      reasons: ['CLIPBOARD'],
      justification: 'To read or write the clipboard when an agent asks.',
    });
  }
  try {
    return await work();
  } finally {
    await browser.offscreen.closeDocument();
  }
}
