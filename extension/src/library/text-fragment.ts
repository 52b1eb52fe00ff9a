// The address of a page at one of its sentences: a text fragment (`#:~:text=`), which the browser scrolls to and marks.

/** A longer sentence is named by its first and last words: a page may break it where the kept text does not. */
const WHOLE_CHARS_MAX = 80;
const WORDS_AT_ENDS = 5;
const START = ':~:text=';

/** Undefined where the address is none that may be opened, or the sentence is empty. */
export function addressAtSentence(url: string, sentence: string): string | undefined {
  const address = webAddress(url);
  const words = sentence.split(/\s+/u).filter((word) => word !== '');
  if (address === undefined || words.length === 0) return undefined;
  const [before = '', hash = ''] = splitAtHash(address);
  // An address that already has a text fragment would show two.
  const [plain = ''] = hash.split(':~:');
  return `${before}#${plain}${START}${directive(words)}`;
}

/** The address, if it is one of the web: nothing else that a page wrote is ever a link. */
export function webAddress(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

function splitAtHash(address: string): string[] {
  const at = address.indexOf('#');
  return at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
}

function directive(words: readonly string[]): string {
  const whole = words.join(' ');
  const isShort = whole.length <= WHOLE_CHARS_MAX || words.length <= 2 * WORDS_AT_ENDS;
  if (isShort) return encode(whole);
  const first = words.slice(0, WORDS_AT_ENDS).join(' ');
  const last = words.slice(-WORDS_AT_ENDS).join(' ');
  return `${encode(first)},${encode(last)}`;
}

/** A dash would mean a prefix or suffix, and half a surrogate pair cannot be encoded. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Cs}/gu, '')).replaceAll('-', '%2D');
}
