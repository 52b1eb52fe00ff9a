// For tests of page actions: pages to act on with synthesised events, and what they note of them.
import { afterAll, beforeAll } from 'vitest';
import type { PageAction, Performed, Target } from '../../wire';
import { createTestEnv, type TestEnv, type KitPage } from './test-env';

export const CLICK: Extract<PageAction, { type: 'click' }> = {
  type: 'click',
  button: 'left',
  count: 1,
  holdMs: 0,
  modifiers: [],
};

export const by = (selector: string): Target => ({ selector });

export const perform = (
  page: KitPage,
  selector: string,
  action: PageAction,
  more = {},
): Promise<Performed> =>
  page.ask('perform', { target: by(selector), action, timeoutMs: 300, force: false, ...more });

/** Notes every event that reaches the window, as `type@id`. */
export const LOG = `<script>
  log = [];
  for (const type of ['pointerover','pointerenter','mouseover','mouseenter','pointermove','mousemove',
    'pointerdown','mousedown','pointerup','mouseup','click','auxclick','contextmenu','dblclick',
    'focus','blur','keydown','keypress','keyup','beforeinput','input','change','submit'])
    addEventListener(type, (e) => { if (e.target.id) log.push(type + '@' + e.target.id) }, true);
</script>`;
export const logOf = (page: KitPage) => page.page.evaluate<string[]>('log.splice(0)');

export type WithPage = (body: string, use: (page: KitPage) => Promise<void>) => Promise<void>;

/** Opens pages for the tests of one file, and closes them. */
export function pagesOfThisFile(): WithPage {
  let env: TestEnv;
  beforeAll(async () => {
    env = await createTestEnv();
  });
  afterAll(() => env.close());
  return async (body, use) => {
    const page = await env.open(body);
    try {
      await use(page);
    } finally {
      await page.close();
    }
  };
}
