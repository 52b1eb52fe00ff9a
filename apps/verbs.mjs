// @ts-check
// Tabwright by its command line.

/** @typedef {import('./task.mjs').Face} Face */
/** @typedef {import('./steps.mjs').Act} Act */

/** @param {import('./browser.mjs').Browser} browser @returns {Promise<{ face: Face, end: () => Promise<void> }>} */
export async function byVerbs(browser) {
  /** @type {string | undefined} */
  let tab;
  const say = (/** @type {string[]} */ ...args) => {
    const where = tab === undefined ? [] : ['--tab', tab];
    return browser.say(args[0], ...where, ...args.slice(1));
  };
  /** @type {Face} */
  const face = {
    async open(url) {
      if (tab !== undefined) return say('open', '--in', 'current', url);
      const opened = await say('open', '--json', url);
      tab = String(JSON.parse(opened).tab);
      return opened;
    },
    snapshot: () => say('snapshot'),
    act: (step) => say(...argumentsOf(step)),
    read: (what) => say(what),
    evaluate: async (script) => JSON.parse(await say('eval', `JSON.stringify(${script})`)),
  };
  const end = async () => {
    if (tab === undefined) return;
    // A page may ask whether it should be left with what is not saved.
    await browser.say('close', tab).catch(() => say('dialog', 'accept'));
  };
  return { face, end };
}

/** @param {Act} step @returns {string[]} */
function argumentsOf(step) {
  const { target, to } = /** @type {{ target?: string, to?: string }} */ (step);
  const waits = step.timeoutMs === undefined ? [] : ['--timeout', String(step.timeoutMs / 1000)];
  const flags = [
    ...waits,
    ...(step.append ? ['--append'] : []),
    ...(step.submit ? ['--submit'] : []),
    ...(step.count ? ['--count', String(step.count)] : []),
    ...(step.button && step.button !== 'left' ? [`--${step.button}`] : []),
    ...(step.modifiers ?? []).flatMap((key) => ['--with', key]),
  ];
  const here = target === undefined ? [] : [target];
  switch (step.do) {
    case 'type':
      return ['type', ...flags, '--', ...here, step.text ?? ''];
    case 'press':
      return ['press', ...flags, ...here.flatMap((it) => ['--in', it]), ...(step.keys ?? [])];
    case 'select':
      return ['select', ...flags, '--', ...here, ...(step.options ?? [])];
    case 'upload':
      return ['upload', ...flags, '--', ...here, ...(step.files ?? [])];
    case 'drag':
      return ['drag', ...flags, '--', ...here, to ?? ''];
    case 'wait':
      return ['wait', ...flags, ...waitArguments(step)];
    case 'dialog':
      return [
        'dialog',
        step.accept ? 'accept' : 'dismiss',
        ...(step.text ? ['--text', step.text] : []),
      ];
    case 'scroll':
      return ['scroll', ...flags, ...(to ? [to] : here)];
    default:
      return [step.do, ...flags, '--', ...here];
  }
}

/** @param {Act} step @returns {string[]} */
function waitArguments({ for: what, text, url, target }) {
  if (what === 'text') return ['--text', text ?? ''];
  if (what === 'gone') return ['--text', text ?? '', '--gone'];
  if (what === 'url') return ['--url', url ?? ''];
  if (what === 'target') return ['--element', String(target)];
  return [what ?? 'load'];
}
