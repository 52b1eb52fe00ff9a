// Whether an address is the one that is meant: a glob, a pattern, or a function that decides.

import { badArgument, kindOf } from './errors.js';

/** A function that tells whether an address fits. `base` completes one that begins with a slash. */
export function addressTest(wanted, base, where) {
  if (wanted instanceof RegExp) {
    return (url) => new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(url);
  }
  if (typeof wanted !== 'string') {
    throw badArgument(`${where} takes a glob, a RegExp or a function, not ${kindOf(wanted)}`);
  }
  const glob = wanted.startsWith('/') ? originOf(base) + wanted : wanted;
  if (!/[*{]/.test(glob)) {
    return (url) => sameAddress(url, glob);
  }
  const pattern = new RegExp(`^${globSource(glob)}$`);
  return (url) => pattern.test(url);
}

export function sameAddress(one, other) {
  return whole(one) === whole(other);
}

/** `**` is anything, `*` anything but a slash, `{a,b}` either. */
export function globSource(glob) {
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const letter = glob[at];
    if (letter === '\\' && at + 1 < glob.length) {
      at += 1;
      source += escaped(glob[at]);
    } else if (letter === '*') {
      let stars = 1;
      while (glob[at + 1] === '*') {
        stars += 1;
        at += 1;
      }
      // `**/x` also means an x at the very beginning.
      if (stars > 1 && glob[at + 1] === '/') {
        at += 1;
        source += '(?:.*/)?';
      } else {
        source += stars > 1 ? '.*' : '[^/]*';
      }
    } else if (letter === '{') {
      depth += 1;
      source += '(?:';
    } else if (letter === '}' && depth > 0) {
      depth -= 1;
      source += ')';
    } else if (letter === ',' && depth > 0) {
      source += '|';
    } else {
      source += escaped(letter);
    }
  }
  if (depth > 0) throw badArgument(`A { of ${glob} is not closed`);
  return source;
}

function escaped(letter) {
  return letter.replace(/[$^+.*()|?{}[\]\\]/, '\\$&');
}

function originOf(url) {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
}

/** An address of a host alone has a slash, written or not. */
function whole(url) {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+$/i.test(url) ? `${url}/` : url;
}
