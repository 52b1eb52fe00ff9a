// @ts-check
// Tasks that are small applications: mail, a social network, a restaurant, a terminal, an editor.

/** @typedef {import('../episode.mjs').Page} Page */

/** @typedef {{ task: string, by: string, to?: string, message?: string }} MailWish */

/** @param {Page} page */
export async function handleMail(page) {
  const wish = mailWish(page);
  let sight = await page.look();
  const [sender = 0] = sight.linesThat((text) => text === wish.by);
  if (wish.task === 'delete' || wish.task === 'star') {
    await page.click(sight.hinted(wish.task === 'delete' ? 'trash' : 'star', sender));
    return;
  }
  const thread = sight.elements.filter(({ line }) => line < sender).at(-1);
  await page.click(thread?.number ?? 0);
  if (wish.task === 'reply') {
    await page.click({ selector: '.email-reply' });
    await page.type({ selector: '#reply-text' }, wish.message ?? '');
  } else {
    await page.click({ selector: '.email-forward' });
    await page.type({ selector: '.forward-sender' }, wish.to ?? '');
  }
  sight = await page.look();
  await page.click(sight.hinted(wish.task === 'reply' ? 'send-reply' : 'send-forward'));
}

/** @param {Page} page @returns {MailWish} */
function mailWish({ utterance, quoted, fields }) {
  if (fields.by)
    return {
      task: fields.task ?? 'forward',
      by: fields.by,
      to: fields.to,
      message: fields.message,
    };
  const [, by = '', rest = ''] = utterance.match(/^Find the email by (.*?) and (.*)$/) ?? [];
  const [, to] = rest.match(/^forward that email to (.*)\.$/) ?? [];
  if (to) return { task: 'forward', by, to };
  if (rest.startsWith('reply')) return { task: 'reply', by, message: quoted[0] ?? '' };
  return { task: rest.includes('trash') ? 'delete' : 'star', by };
}

/** One action on one post of a user; the rarer ones are in a menu. @param {Page} page */
export async function actOnPost(page) {
  const [, user = ''] = page.utterance.match(/user (@\S+),/) ?? [];
  const action = page.quoted[0] ?? '';
  let sight = await page.look();
  const [post = 0] = postsBy(sight, user);
  if (['Reply', 'Retweet', 'Like'].includes(action)) {
    await page.click(sight.hinted(action.toLowerCase(), post));
    return;
  }
  await page.click(sight.hinted('more', post));
  sight = await page.look();
  const item = sight.elements.find(({ line, name }) => line > post && name.startsWith(action));
  await page.click(item?.number ?? 0);
}

/** The same action on all posts of a user, or on some. @param {Page} page */
export async function actOnPosts(page) {
  const [, count, user = ''] = page.utterance.match(/on (?:all|(\d+)) posts? by (@\S+)/) ?? [];
  const sight = await page.look();
  const posts = postsBy(sight, user).slice(0, count ? Number(count) : undefined);
  for (const post of posts) {
    await page.click(sight.hinted((page.quoted[0] ?? '').toLowerCase(), post));
  }
  await page.submit();
}

/** @param {import('../sight.mjs').Sight} sight @param {string} user */
function postsBy(sight, user) {
  return sight
    .linesThat((text) => !text.includes('posts by') && text.split(/\s+/).includes(user))
    .filter((line) => line > 0);
}

/** By name, one of each; or so many of a kind. @param {Page} page */
export async function orderFood(page) {
  const [, count, kind] = page.utterance.match(/^Order (\d+) items that are (.*)$/) ?? [];
  const [, names] = page.utterance.match(/^Order one of each item: (.*)$/) ?? [];
  const sight = await page.look();
  const plus = (/** @type {number} */ line) =>
    sight.elements.find((seen) => seen.line > line && seen.name === '+')?.number ?? 0;
  if (names) {
    for (const name of names.split(',')) {
      const [line = 0] = sight.linesThat((text) => text === name.trim());
      await page.click(plus(line));
    }
  } else {
    const [line = 0] = sight.linesThat((text) => text.includes(`image "${kind}"`));
    for (let ordered = 0; ordered < Number(count); ordered++) await page.click(plus(line));
  }
  await page.click({ role: 'button', name: 'Order!' });
}

/** @param {Page} page */
export async function useTerminal(page) {
  const [, extension = ''] = page.utterance.match(/extension (\.\S+)/) ?? [];
  await command(page, 'ls');
  const listed = (await page.text({ selector: '.terminal-output', nth: 2 })).trim().split(/\s+/);
  const fitting = listed.filter((file) => file.slice(file.search(/\.|$/)) === extension);
  // The page takes `puppy.py` for a file that does not end in `py`.
  const sure = fitting.find((file) => file.indexOf(extension.slice(1)) > file.indexOf('.'));
  await command(page, `rm ${sure ?? fitting[0]}`);
}

/** @param {Page} page @param {string} line */
async function command(page, line) {
  const keys = [...line].map((key) => (key === ' ' ? 'Space' : key));
  await page.press([...keys, 'Enter'], { selector: '#terminal-target' });
}

// The editor takes note of what is selected only a moment after the key.
const SELECTION_NOTED = 'editor.selection.lastRange?.length > 0';

/** A word or everything, by the keyboard; then the style by the toolbar. @param {Page} page */
export async function styleText(page) {
  const [, word, colour, style] =
    page.utterance.match(/(?:give|make)(?: the text)? (\S+) the (?:color (\w+)|style (\w+))/) ?? [];
  const editor = { selector: '.ql-editor' };
  if (word === 'everything') await page.press(['Control+a'], editor);
  else await selectWord(page, editor, word ?? '');
  await page.wait({ type: 'function', script: SELECTION_NOTED });
  if (style) {
    const name = { bold: 'bold', italics: 'italic', underlined: 'underline' }[style];
    await page.click({ selector: `.ql-${name}` });
  } else {
    await page.click({ selector: '.ql-picker-label' });
    await page.click({ selector: '.ql-picker-item', nth: await page.read(swatchOf, colour ?? '') });
  }
  await page.submit();
}

/** @param {Page} page @param {import('../control.mjs').Target} editor @param {string} word */
async function selectWord(page, editor, word) {
  const words = (await page.text(editor)).trim().split(/\s+/);
  const before = words
    .slice(0, words.indexOf(word))
    .reduce((sum, each) => sum + each.length + 1, 0);
  const times = (/** @type {number} */ count, /** @type {string} */ key) =>
    Array.from({ length: count }, () => key);
  const keys = [
    'Control+Home',
    ...times(before, 'ArrowRight'),
    ...times(word.length, 'Shift+ArrowRight'),
  ];
  await page.press(keys, editor);
}

/** The swatch that is most like a colour. @param {string} name */
function swatchOf(name) {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  const paint = (/** @type {string} */ colour) => {
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const wanted = paint(name);
  const distances = [...document.querySelectorAll('.ql-picker-item')].map((item) =>
    paint(getComputedStyle(item).backgroundColor)
      .map((part, index) => (part - (wanted[index] ?? 0)) ** 2)
      .reduce((sum, part) => sum + part),
  );
  return distances.indexOf(Math.min(...distances));
}
