// What the daemon can ask of this browser: the handlers of the `browserControl` channel.
import type { InvokeHandlers } from '../rpc/contract';
import type { BrowserControl } from '../wire';
import { readDescribePage, readEcho, reading } from './arguments';
import { chromeDoor } from './chrome-door';
import { createMessenger } from './messenger';
import { listTabs } from './tabs';

export function createBrowserControl(): InvokeHandlers<BrowserControl> {
  const askPage = createMessenger(chromeDoor);
  return {
    listTabs,
    echo: reading(readEcho, ({ text, tab }, signal) =>
      tab === undefined ? { text } : askPage(tab, { type: 'echo', text }, signal),
    ),
    describePage: reading(readDescribePage, ({ tab }, signal) =>
      askPage(tab, { type: 'describe' }, signal),
    ),
  };
}
