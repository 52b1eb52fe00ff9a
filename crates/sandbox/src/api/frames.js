// Frames: where to look, and documents of their own.

import { BySelector } from './by-selector.js';
import { badArgument } from './errors.js';
import { Scope, within } from './finding.js';
import { inside, keep, seal } from './inside.js';
import { make } from './making.js';
import { Guarded } from './missing.js';
import { one } from './reading.js';
import { runIn, waitForFunction } from './running.js';
import { written } from './words.js';

export class FrameLocator extends Scope {
  static label = 'frameLocator';

  constructor(tab, steps, path) {
    super();
    keep(this, { tab, steps, written: path });
  }

  first() {
    return this.owner().first().contentFrame();
  }

  last() {
    return this.owner().last().contentFrame();
  }

  nth(index) {
    return this.owner().nth(index).contentFrame();
  }

  /** The element that holds the frame. */
  owner() {
    const { tab, steps, written: path } = inside(this);
    return make.locator(tab, steps.slice(0, -1), `${path}.owner()`);
  }

  toString() {
    return inside(this).written;
  }

  toJSON() {
    return this.toString();
  }
}

/** A page's main frame, or the one that an element of it holds. */
export class Frame extends BySelector {
  static label = 'frame';

  constructor(tab, holder, { name = '', url = '' } = {}) {
    super();
    const steps = holder ? [...inside(holder).steps, { by: 'frame' }] : [];
    keep(this, {
      tab,
      steps,
      written: holder ? `${holder}.contentFrame()` : '',
      holder,
      name,
      url,
    });
  }

  /** Of the main frame; of others, where they were told to begin. */
  url() {
    const { holder, tab, url } = inside(this);
    return holder ? url : tab.url;
  }

  name() {
    return inside(this).name;
  }

  page() {
    return inside(this).tab.page;
  }

  async title() {
    return this.evaluate('document.title');
  }

  async content() {
    const { tab } = inside(this);
    const { fragments } = await tab.ask('frame.content', 'html', { frame: await numberOf(this) });
    return fragments[0]?.html ?? '';
  }

  async evaluate(script, argument) {
    return runIn(inside(this).tab, 'frame.evaluate', script, argument, await numberOf(this));
  }

  async waitForFunction(script, argument, options) {
    const { tab } = inside(this);
    return waitForFunction(
      tab,
      'frame.waitForFunction',
      script,
      argument,
      options,
      await numberOf(this),
    );
  }

  async waitForLoadState() {
    await this.locator('html').waitFor({ state: 'attached' });
  }

  /** The element that holds it. */
  async frameElement() {
    const { holder } = inside(this);
    if (!holder) throw badArgument('frame.frameElement: the main frame is held by no element');
    return holder.elementHandle();
  }

  toJSON() {
    return { frame: this.url(), name: this.name() };
  }
}

/** The frames that the page itself holds, as they are now. */
export async function childFrames(page) {
  const { tab } = inside(page);
  const holders = within(
    page,
    [{ by: 'css', selector: 'iframe, frame' }],
    "locator('iframe, frame')",
  );
  const handles = await holders.elementHandles();
  const facts = await holders.evaluateAll(frameFacts);
  return handles.map((handle, place) => new Frame(tab, handle, facts[place]));
}

const frameFacts = (elements) =>
  elements.map((element) => ({ name: element.name || element.id || '', url: element.src || '' }));

/** A frame by its name, or by a part of its address. */
export function frameBy(page, wanted) {
  const { name, url } = typeof wanted === 'string' ? { name: wanted } : (wanted ?? {});
  const selector =
    typeof name === 'string'
      ? `iframe[name=${JSON.stringify(name)}], iframe[id=${JSON.stringify(name)}], frame[name=${JSON.stringify(name)}]`
      : typeof url === 'string'
        ? `iframe[src*=${JSON.stringify(url.replace(/^\*+|\*+$/g, ''))}]`
        : undefined;
  if (selector === undefined) {
    throw badArgument(
      'page.frame takes a name, { name } or { url } as a part of its address; for others use page.frameLocator()',
    );
  }
  const holder = within(page, [{ by: 'css', selector }], `locator(${written(selector)})`);
  return new Frame(inside(page).tab, holder, { name, url });
}

async function numberOf(frame) {
  const { holder } = inside(frame);
  return holder ? (await one(holder, 'frame', [])).number : undefined;
}

make.frameLocator = (tab, steps, path) => new FrameLocator(tab, steps, path);

seal(Guarded, FrameLocator, Frame);
