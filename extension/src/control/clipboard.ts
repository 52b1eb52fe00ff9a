// The clipboard. A service worker cannot get at it, so a page of ours that nobody sees does, and is
// there only as long.
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
  // Chrome allows one such page at a time.
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
  // One may be left by a worker that was stopped.
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
