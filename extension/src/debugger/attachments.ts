// The tabs our debugger is attached to. Chrome keeps the list, so it survives a restart of the worker.
import { HandlerError } from '../rpc/errors';
import type { NoResult, TabId, TabParams } from '../wire';
import { isOwnPage, ownPageRefusal } from '../own-pages';
import { explain, isAttachedAlready, isNoSuchTab, type AddressOf } from './refusal';

/** The part of Chrome's API that attaching needs; tests replace it. */
export interface DebuggerApi {
  attach(tab: TabId): Promise<void>;
  detach(tab: TabId): Promise<void>;
  /** Fails unless the debugger attached to this tab is ours. */
  touch(tab: TabId): Promise<void>;
  look(tab: TabId): Promise<Look>;
  load(tab: TabId): Promise<void>;
  /** Tabs and shared workers with a debugger attached, ours or another's. */
  attachedTabs(): Promise<TabId[]>;
  addressOf: AddressOf;
}

export interface Look {
  address?: string | undefined;
  /** Whether Chrome has discarded the page to save memory. */
  isUnloaded: boolean;
}

export interface Attachments {
  attach: (params: TabParams) => Promise<NoResult>;
  detach: (params: TabParams) => Promise<NoResult>;
  /** For the end of driving: Chrome removes its debugger bar when nothing is attached. */
  detachAll: () => void;
}

export function createAttachments(api: DebuggerApi): Attachments {
  // A daemon that reconnects at once must not lose its tabs to the `detachAll` of before (a race).
  let parting = Promise.resolve();
  // A tab that is detached and attached again at once must not count as still attached.
  const turns = new Map<TabId, Promise<unknown>>();

  function inTurn(tab: TabId, work: () => Promise<NoResult>): Promise<NoResult> {
    const turn = (turns.get(tab) ?? Promise.resolve()).then(work, work);
    turns.set(tab, turn);
    const finish = () => {
      if (turns.get(tab) === turn) turns.delete(tab);
    };
    turn.then(finish, finish);
    return turn;
  }

  async function attachNow(tab: TabId): Promise<NoResult> {
    await parting;
    try {
      const { address, isUnloaded } = await api.look(tab);
      if (address !== undefined && isOwnPage(address)) {
        throw new HandlerError('forbiddenPage', ownPageRefusal(address));
      }
      await attachOnce(tab);
      // Chrome attaches to a discarded tab, and then answers no command until it is loaded.
      if (isUnloaded) await api.load(tab);
    } catch (error) {
      throw await explain(tab, error, api.addressOf);
    }
    return {};
  }

  async function attachOnce(tab: TabId) {
    try {
      await api.attach(tab);
    } catch (error) {
      if (!isAttachedAlready(error)) throw error;
      await api.touch(tab).catch(() => {
        throw error;
      });
    }
  }

  async function detachNow(tab: TabId): Promise<NoResult> {
    try {
      await api.detach(tab);
    } catch (error) {
      // Every other error means that we are not attached, which is the goal.
      if (isNoSuchTab(error)) throw await explain(tab, error, api.addressOf);
    }
    return {};
  }

  async function part() {
    const tabs = await api.attachedTabs();
    // Only our own debugger can be detached, so trying shows whose it is.
    await Promise.allSettled(tabs.map((tab) => api.detach(tab)));
  }

  function detachAll() {
    parting = part().catch((error: unknown) => {
      console.warn('The debugger may still be attached:', error);
    });
  }

  return {
    attach: ({ tab }) => inTurn(tab, () => attachNow(tab)),
    detach: ({ tab }) => inTurn(tab, () => detachNow(tab)),
    detachAll,
  };
}
