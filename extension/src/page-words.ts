// Words of a page inside a sentence of ours, set apart by two characters that they cannot contain. So
// whoever shows the sentence knows which words are not ours. The daemon's side is wire/page_words.rs.
import { sanitize } from './policy/sanitize';
import { PAGE_WORDS_END, PAGE_WORDS_START } from './wire';

const QUOTE_LENGTH_MAX = 100;
const ADDRESS_LENGTH_MAX = 200;
/** The name of a role or of an element in HTML. A page may choose others for its own elements. */
const KIND = /^[a-z0-9]{1,16}$/;

/** Words that a page chose, for a sentence of ours: on one line, shortened, in quotes. */
export function quote(words: string, lengthMax = QUOTE_LENGTH_MAX): string {
  // A quote in it would end ours.
  const inside = sanitize(words, lengthMax).replaceAll('"', "'");
  return `"${PAGE_WORDS_START}${inside}${PAGE_WORDS_END}"`;
}

/** An address, which needs no quotes: nothing in it is blank. */
export function quoteAddress(url: string): string {
  const inside = sanitize(url, ADDRESS_LENGTH_MAX).replaceAll(' ', '%20');
  return `${PAGE_WORDS_START}${inside}${PAGE_WORDS_END}`;
}

/** The kind of an element: one short word says nothing in our name. */
export function quoteKind(kind: string): string {
  return KIND.test(kind) ? kind : quote(kind);
}

/** A sentence with the quotes that are in it, for data in which all words are the page's. */
export function plainSentence(sentence: string): string {
  return sentence.replaceAll(PAGE_WORDS_START, '').replaceAll(PAGE_WORDS_END, '');
}

export interface SentencePart {
  text: string;
  /** The page's words, or the client's. */
  isQuoted: boolean;
}

/** Takes a sentence apart, without the quotes around what is quoted. */
export function sentenceParts(sentence: string): SentencePart[] {
  const [first = '', ...later] = sentence.split(PAGE_WORDS_START);
  const parts: SentencePart[] = [{ text: first, isQuoted: false }];
  for (const piece of later) {
    const end = piece.indexOf(PAGE_WORDS_END);
    // Words without an end are the page's until the end.
    const words = end < 0 ? piece : piece.slice(0, end);
    const rest = end < 0 ? '' : piece.slice(end + PAGE_WORDS_END.length);
    const before = parts.at(-1);
    if (before) before.text = before.text.replace(/"$/, '');
    parts.push({ text: words, isQuoted: true }, { text: rest.replace(/^"/, ''), isQuoted: false });
  }
  return parts.filter(({ text, isQuoted }) => isQuoted || text !== '');
}
