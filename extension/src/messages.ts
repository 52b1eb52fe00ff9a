// What our own pages and the service worker say to each other. Nobody else is listened to, but for
// one word of a content script: stop.
import { browser } from 'wxt/browser';
import type { ConnectionState } from './connection/state';
import type { Status, TabId } from './wire';

/** Page → worker: each request with what it gives back. */
export interface PageRequests {
  getConnection: { params: object; reply: ConnectionState };
  connect: { params: object; reply: null };
  pair: { params: { code: string; port: number }; reply: null };
  rename: { params: { name: string }; reply: null };
  getStatus: { params: object; reply: Status };
  disconnectClient: { params: { id: number }; reply: null };
}

/** Worker → every open page. */
export interface Broadcast {
  type: 'connectionChanged';
  state: ConnectionState;
}

/** Worker → the page that gets at the clipboard. Each gives back a text: the one read or written. */
export type ClipboardRequest = { type: 'readClipboard' } | { type: 'writeClipboard'; text: string };

/** Content script → worker. */
interface Stop {
  type: 'stopPressed';
}

/** The name of the line that a mask holds to the worker while it is up. */
export const MASK_LINE = 'mask';

export type RequestType = keyof PageRequests;
type Params<T extends RequestType> = PageRequests[T]['params'];
type Reply<T extends RequestType> = PageRequests[T]['reply'];
type Envelope<T extends RequestType> = { reply: Reply<T> } | { error: string };

/** Rejects with a message that can be shown to a person. */
export async function askWorker<T extends RequestType>(
  type: T,
  params: Params<T>,
): Promise<Reply<T>> {
  const envelope: Envelope<T> = await browser.runtime.sendMessage({ ...params, type });
  if ('error' in envelope) throw new Error(envelope.error);
  return envelope.reply;
}

export type PageHandlers = { [T in RequestType]: (params: Params<T>) => Promise<Reply<T>> };

export function answerPages(handlers: PageHandlers): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isFromOwnPage(sender) || !isRequest(message, handlers)) return false;
    // `isRequest` has matched the type with its parameters, which TypeScript cannot follow.
    const handle = handlers[message.type] as (params: unknown) => Promise<unknown>;
    handle(message).then(
      (reply) => {
        sendResponse({ reply });
      },
      (error: unknown) => {
        sendResponse({ error: error instanceof Error ? error.message : String(error) });
      },
    );
    return true;
  });
}

export function broadcast(message: Broadcast): void {
  // Rejects when no page is open, which is how it is most of the time.
  browser.runtime.sendMessage(message).catch(() => undefined);
}

/** Gives back how to stop listening. */
export function onConnectionChanged(listener: (state: ConnectionState) => void): () => void {
  const onMessage = (message: Partial<Broadcast>) => {
    if (message.type === 'connectionChanged' && message.state) listener(message.state);
  };
  browser.runtime.onMessage.addListener(onMessage);
  return () => {
    browser.runtime.onMessage.removeListener(onMessage);
  };
}

/** Gives nothing when the clipboard could not be got at. */
export async function askClipboardPage(request: ClipboardRequest): Promise<string | null> {
  return browser.runtime.sendMessage<ClipboardRequest, string | null>(request);
}

/** `answer` gives nothing when the clipboard cannot be got at. */
export function answerClipboard(answer: (request: ClipboardRequest) => string | null): void {
  browser.runtime.onMessage.addListener((message: Partial<ClipboardRequest>, sender, reply) => {
    if (!isFromOwnPage(sender)) return;
    if (message.type === 'readClipboard' || message.type === 'writeClipboard') {
      reply(answer(message as ClipboardRequest));
    }
  });
}

/** Rejects when the extension was reloaded and this content script belongs to nobody any more. */
export async function tellStopPressed(): Promise<void> {
  await browser.runtime.sendMessage<Stop>({ type: 'stopPressed' });
}

export function onStopPressed(listener: (tab: TabId) => void): void {
  browser.runtime.onMessage.addListener((message: Partial<Stop>, { id, tab }) => {
    if (id !== browser.runtime.id || tab?.id === undefined) return;
    if (message.type === 'stopPressed') listener(tab.id);
  });
}

/** A content script shares our id but not our origin: it speaks from a page that may be hostile. */
function isFromOwnPage(sender: { id?: string; url?: string }): boolean {
  const isOurs = sender.id === browser.runtime.id;
  return isOurs && (sender.url?.startsWith(browser.runtime.getURL('/')) ?? false);
}

function isRequest(message: unknown, handlers: PageHandlers): message is { type: RequestType } {
  const type = (message as { type?: unknown } | null)?.type;
  return typeof type === 'string' && Object.hasOwn(handlers, type);
}
