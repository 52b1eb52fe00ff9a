// What a document says of itself in its head, as far as extraction uses it.
import { attributeOf } from '../dom/native';
import { attribute, escapeText } from './markup';

/** Named, because pages also keep tokens of their own forms in such elements. */
const TOLD = new RegExp(
  '^(?:description|abstract|summary|title|author|byl|creator|publisher|keywords|news_keywords|' +
    'application-name|generator|robots|googlebot|language|content-language|subject|section|' +
    'date|pubdate|publish|last-modified|modified|lastmod|revised|created|timestamp|' +
    '(?:date|publi|modif|article|og|twitter|fb|book|profile|product|music|video|dc|dcterms|citation_|' +
    'prism|bepress_citation|eprints|parsely|sailthru|cxenseparse|rnews|schema|swiftype|' +
    'vr|weibo|lp|cse|shareaholic|sr|analyticsattributes|nyt)[-_.:a-z0-9]*)$',
  'i',
);
const LINKS = /\b(?:canonical|alternate|amphtml|author|license|shortlink|next|prev)\b/i;
const CONTENT_CHARS_MAX = 5_000;
const ELEMENTS_MAX = 200;
const LINKS_MAX = 40;
const DATA_CHARS_MAX = 200_000;

/** The beginning of the document, up to its body. */
export function headOf(document: Document, charsMax: number): string {
  const root = document.documentElement;
  const lang = attributeOf(root, 'lang') ?? attributeOf(root, 'xml:lang');
  const dir = attributeOf(root, 'dir');
  let html =
    '<!doctype html><html' +
    (lang ? attribute('lang', lang) : '') +
    (dir ? attribute('dir', dir) : '') +
    '><head><meta charset="utf-8">';
  const add = (part: string) => {
    if (html.length + part.length <= charsMax) html += part;
  };
  add(`<title>${escapeText(document.title.slice(0, CONTENT_CHARS_MAX))}</title>`);
  // Addresses in the body are as the page wrote them.
  add(`<base${attribute('href', document.baseURI)}>`);
  let count = 0;
  for (const meta of document.querySelectorAll('meta[content]')) {
    const text = metaOf(meta);
    if (text === '') continue;
    add(text);
    count += 1;
    if (count === ELEMENTS_MAX) break;
  }
  count = 0;
  for (const link of document.querySelectorAll<HTMLLinkElement>('head > link[rel][href]')) {
    if (!LINKS.test(link.rel) || /stylesheet/i.test(link.rel)) continue;
    add(linkOf(link));
    count += 1;
    if (count === LINKS_MAX) break;
  }
  for (const data of dataOf(document)) add(data);
  return `${html}</head>`;
}

function metaOf(meta: Element): string {
  const property = attributeOf(meta, 'property');
  const name = attributeOf(meta, 'name') ?? attributeOf(meta, 'http-equiv');
  const item = attributeOf(meta, 'itemprop');
  // One of an item in the body is written in its place there.
  if (item !== null && meta.parentElement !== meta.ownerDocument.head) return '';
  if (item === null && !TOLD.test(property ?? name ?? '')) return '';
  const content = attributeOf(meta, 'content') ?? '';
  if (content === '' || content.length > CONTENT_CHARS_MAX) return '';
  return (
    '<meta' +
    (property ? attribute('property', property) : '') +
    (name ? attribute('name', name) : '') +
    (item ? attribute('itemprop', item) : '') +
    attribute('content', content) +
    '>'
  );
}

function linkOf(link: HTMLLinkElement): string {
  const { rel, href, hreflang, type } = link;
  return (
    `<link${attribute('rel', rel)}${attribute('href', href)}` +
    (hreflang ? attribute('hreflang', hreflang) : '') +
    (type ? attribute('type', type) : '') +
    '>'
  );
}

/** Linked data. It is not parsed here: that costs the page time, and the daemon mends what is broken in it. */
function dataOf(document: Document): string[] {
  let room = DATA_CHARS_MAX;
  const found: string[] = [];
  for (const script of document.querySelectorAll('script[type="application/ld+json" i]')) {
    const data = script.textContent;
    if (data.length > room) continue;
    room -= data.length;
    found.push(
      `<script type="application/ld+json">${data.replace(/<(?=[/!])/g, '\\u003c')}</script>`,
    );
  }
  return found;
}
