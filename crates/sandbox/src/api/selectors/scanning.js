// Walking over selector text without being misled by quotes, brackets and escapes.

const CLOSING = { '(': ')', '[': ']' };

/** Where the token at `at` ends: a quoted text, a bracketed group, an escape, or one letter. */
export function tokenEnd(text, at) {
  const letter = text[at];
  if (letter === '\\') return Math.min(at + 2, text.length);
  if (letter === '"' || letter === "'") return quoteEnd(text, at);
  if (letter in CLOSING) return groupEnd(text, at);
  return at + 1;
}

/** Behind the closing quote. A quote that nothing closes is an apostrophe. */
function quoteEnd(text, at) {
  for (let i = at + 1; i < text.length; i += 1) {
    if (text[i] === '\\') i += 1;
    else if (text[i] === text[at]) return i + 1;
  }
  return at + 1;
}

/** Behind the closing bracket; at the end of the text where there is none. */
function groupEnd(text, at) {
  const open = [CLOSING[text[at]]];
  for (let i = at + 1; i < text.length;) {
    if (text[i] === open.at(-1)) {
      open.pop();
      i += 1;
      if (open.length === 0) return i;
    } else if (text[i] in CLOSING) {
      open.push(CLOSING[text[i]]);
      i += 1;
    } else {
      i = tokenEnd(text, i);
    }
  }
  return text.length;
}

/** Splits where the separator stands outside quotes and brackets. */
export function splitOutside(text, separator) {
  const parts = [];
  let from = 0;
  for (let at = 0; at < text.length;) {
    if (text.startsWith(separator, at)) {
      parts.push(text.slice(from, at));
      at += separator.length;
      from = at;
    } else {
      at = tokenEnd(text, at);
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
}

/** The text in quotes, or as it is when it has none. */
export function unquoted(text) {
  const quote = text[0];
  const quoted = (quote === '"' || quote === "'") && text.length > 1 && text.at(-1) === quote;
  return quoted ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
}

/** `/source/flags` as a pattern; undefined when it is none. */
export function patternOf(text) {
  const found = /^\/(.+)\/([a-z]*)$/s.exec(text);
  return found === null ? undefined : { text: found[1], flags: found[2].replace(/[gy]/g, '') };
}
