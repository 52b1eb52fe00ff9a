// Whether the value of an attribute looks made by a program, so that the next build or visit has another one.

/** What libraries write in front of numbers of their own. */
const PREFIXES =
  /^(?::r[0-9a-z]*:|«r[0-9a-z]*»|_r_[0-9a-z]+_|radix-|headlessui-|mui-|react-select-|react-aria|downshift-|ember\d|ext-gen|yui_|ui-id-|mat-(?:input|select|option|mdc)|cdk-|css-|sc-|jss\d|v-\d|p_?id_|uid-?\d|bits-|reka-|ng-|tox-|cke_|select2-)/i;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
/** A counter behind a word: `field1024`, `input-00017`. A few digits may be the page's own. */
const COUNTER = /[a-z_-]\d{4,}$/i;
const WORD_CHARS_MIN = 5;
const CHANGES_MIN = 2;
const VOWELS = /[aeiouy]/i;

export function looksGenerated(value: string): boolean {
  if (PREFIXES.test(value) || UUID.test(value) || COUNTER.test(value)) return true;
  return value.split(/[^A-Za-z0-9]+/).some(isJumbled);
}

/** Letters and digits in turn, or many letters that nobody could say: `1x2y3z`, `a8f3c9`, `xkcdqwrt`. */
function isJumbled(word: string): boolean {
  if (word.length < WORD_CHARS_MIN) return false;
  const changes = word.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  if (changes >= CHANGES_MIN) return true;
  const letters = word.replace(/\d/g, '');
  if (letters.length >= 7 && !VOWELS.test(letters)) return true;
  // Capital and small letters in turn without a digit: `hGfDsAq`.
  return /(?:[a-z][A-Z]){3}/.test(word);
}
