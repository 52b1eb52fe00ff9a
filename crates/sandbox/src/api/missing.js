// What Playwright has and we have not says so, and what to use instead: an agent that gets
// `undefined is not a function` can only guess.

import { WORDS } from './missing-words.js';
import { RefusedError } from './errors.js';

/** Names that the language, or whoever prints a value, looks for on anything. */
const QUIET = new Set([
  'then',
  'toJSON',
  'message',
  'stack',
  'name',
  'code',
  'fix',
  'cause',
  'inspect',
  'nodeType',
  'asymmetricMatch',
]);
const NEAREST_MAX = 3;

/** The root of all public objects. Its prototype's own prototype is asked only for what is missing. */
export class Guarded {
  static label = 'it';
}

Object.setPrototypeOf(
  Guarded.prototype,
  new Proxy(Object.prototype, {
    get(target, name, receiver) {
      if (typeof name === 'symbol' || name in target) return Reflect.get(target, name, receiver);
      if (QUIET.has(name)) return undefined;
      throw missing(receiver.constructor.label, name, namesOf(receiver));
    },
  }),
);

export function missing(label, name, names) {
  const word = WORDS[label]?.[name];
  const near = nearest(name, names).map((one) => `${label}.${one}()`);
  const nearby = near.length > 0 ? `Nearest: ${near.join(', ')}.` : 'See the guide of `execute`.';
  const fix = word ?? nearby;
  const message = `${label}.${name} is not available here. ${fix}`;
  return new RefusedError(message, { code: 'unsupported', fix });
}

/** Every public name that the object has. */
export function namesOf(object) {
  const names = [];
  for (let at = Object.getPrototypeOf(object); at && at !== Guarded.prototype;) {
    names.push(...Object.getOwnPropertyNames(at));
    at = Object.getPrototypeOf(at);
  }
  return names.filter((name) => name !== 'constructor' && name !== 'toJSON');
}

export function nearest(name, names) {
  const wanted = name.toLowerCase();
  const far = Math.ceil(wanted.length / 2);
  return [...new Set(names)]
    .map((one) => ({ one, letters: distance(wanted, one.toLowerCase()) }))
    .filter(({ letters }) => letters <= far)
    .sort((a, b) => a.letters - b.letters)
    .slice(0, NEAREST_MAX)
    .map(({ one }) => one);
}

/** How many letters must be put in, taken out or changed. */
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = row[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, change));
    }
    row = next;
  }
  return row[to.length];
}
