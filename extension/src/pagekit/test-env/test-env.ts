// A real page with the kit in it, for tests. Every page has its own site; frames of another site
// come from `other`.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type CDPSession, type Frame, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { plainSentence } from '../../page-words';
import type { Kit } from '../../wire';
import type { Answer, KitReply } from '../contract';

export interface TestEnv {
  /** Opens a page with this body at `/`; other paths are served as given. */
  open(body: string, options?: OpenOptions): Promise<KitPage>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** More documents by path, on both origins. Whole documents, or bodies. */
  paths?: Record<string, string>;
  /** False for a page that was there before the hook. */
  noteListeners?: boolean;
  viewport?: { width: number; height: number };
  /** What the person prefers, from the beginning: to switch it in a page that is there is another matter. */
  media?: { colorScheme: 'light' | 'dark'; reducedMotion: 'reduce' };
}

export interface KitPage {
  /** Playwright's hands on the same page: trusted input, and a look from the page's own world. */
  page: Page;
  origin: string;
  /** Another site: its frames live in another process. */
  other: string;
  /** Asks the kit; a refusal is an error with its code, and of what kind it is if sensitive. */
  ask<N extends keyof Kit>(name: N, params: Kit[N]['params'], frame?: Frame): Promise<Answer<N>>;
  /** Evaluates in the kit's own world. */
  inKit(expression: string, frame?: Frame): Promise<unknown>;
  close(): Promise<void>;
}

/** In the browser that all tests share; `url` is another one's debugger. */
export async function createTestEnv(url = inject('chromium')): Promise<TestEnv> {
  const browser = await chromium.connectOverCDP(url);
  const tabs = createTabs(browser);
  return {
    open: (body, options = {}) => openPage(tabs, body, options),
    close: () => browser.close(),
  };
}

/** Tabs that are used again: a new one costs more than most tests. */
interface Tabs {
  take(options: OpenOptions): Promise<Page>;
  giveBack(page: Page, options: OpenOptions): Promise<void>;
}

function createTabs(browser: Browser): Tabs {
  const idle = new Map<string, Page[]>();
  const kindOf = ({ viewport, noteListeners, media }: OpenOptions) =>
    JSON.stringify([viewport, noteListeners, media]);
  return {
    async take(options) {
      const used = idle.get(kindOf(options))?.pop();
      if (used) return used;
      const viewport = options.viewport ?? { width: 1280, height: 800 };
      const page = await (await browser.newContext({ viewport, ...options.media })).newPage();
      if (options.noteListeners !== false) await page.addInitScript(inject('listenersScript'));
      return page;
    },
    async giveBack(page, options) {
      const isAlone = !page.isClosed() && page.context().pages().length === 1;
      const isLeft = isAlone && (await leave(page));
      if (!isLeft) {
        await page.context().close();
        return;
      }
      const kind = kindOf(options);
      idle.set(kind, [...(idle.get(kind) ?? []), page]);
    },
  };
}

/** False for a page that would not go. */
async function leave(page: Page): Promise<boolean> {
  page.removeAllListeners();
  try {
    await page.mouse.move(-9, -9);
    await page.goto('about:blank', { timeout: 2000 });
    return true;
  } catch {
    return false;
  }
}

async function openPage(tabs: Tabs, body: string, options: OpenOptions): Promise<KitPage> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    const text = path === '/' ? body : options.paths?.[path];
    response.writeHead(text === undefined ? 404 : 200, {
      'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
    });
    const origins = { ORIGIN: originOf(server, '127.0.0.1'), OTHER: originOf(server, 'localhost') };
    response.end(
      (text ?? '').replace(/%(ORIGIN|OTHER)%/g, (_, name: 'ORIGIN' | 'OTHER') => origins[name]),
    );
  });
  server.listen(0);
  await once(server, 'listening');
  const page = await tabs.take(options);
  await page.goto(`${originOf(server, '127.0.0.1')}/`);
  const worlds = new Map<Frame, Promise<World>>();
  page.on('framenavigated', (frame) => worlds.delete(frame));
  const evaluate = async (frame: Frame, expression: string): Promise<unknown> => {
    let world = worlds.get(frame);
    if (!world) {
      world = enter(page, frame);
      worlds.set(frame, world);
    }
    const { session, contextId } = await world;
    const said = await session.send('Runtime.evaluate', {
      expression,
      contextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (said.exceptionDetails) throw new Error(JSON.stringify(said.exceptionDetails));
    return said.result.value;
  };

  return {
    page,
    origin: originOf(server, '127.0.0.1'),
    other: originOf(server, 'localhost'),
    async ask(name, params, frame = page.mainFrame()) {
      const question = `tabwright.ask(${JSON.stringify({ name, params })})`;
      const reply = (await evaluate(frame, question)) as KitReply<typeof name>;
      if ('answer' in reply) return reply.answer;
      const { message, ...more } = reply.refusal;
      throw Object.assign(new Error(plainSentence(message)), more);
    },
    inKit: (expression, frame = page.mainFrame()) => evaluate(frame, expression),
    async close() {
      await tabs.giveBack(page, options);
      server.closeAllConnections();
      server.close();
    },
  };
}

interface World {
  session: CDPSession;
  contextId: number;
}

/** A world of our own in a frame, as over CDP in a managed browser. */
async function enter(page: Page, frame: Frame): Promise<World> {
  // A frame in the page's process has no session of its own.
  const own = await page
    .context()
    .newCDPSession(frame)
    .catch(() => undefined);
  const session = own ?? (await page.context().newCDPSession(page));
  const { frameTree } = await session.send('Page.getFrameTree');
  const frameId = own ? frameTree.frame.id : findFrame(frameTree, frame);
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'tabwright',
  });
  await session.send('Runtime.evaluate', { expression: inject('kitScript'), contextId });
  return { session, contextId };
}

interface FrameTree {
  frame: { id: string; url: string; name?: string };
  childFrames?: FrameTree[];
}

function findFrame(tree: FrameTree, wanted: Frame): string {
  const all = (node: FrameTree): FrameTree[] => [node, ...(node.childFrames ?? []).flatMap(all)];
  const found = all(tree).find(({ frame }) => frame.url === wanted.url());
  if (!found) throw new Error(`no frame shows ${wanted.url()}`);
  return found.frame.id;
}

function originOf(server: Server, host: string): string {
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}
