// Functions and values on their way into a page: source text and JSON, nothing else.

import { badArgument, kindOf } from './errors.js';
import { isLocator } from './finding.js';

const FUNCTION = /^\s*(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>)/;
const CALLABLE_TEXT = /^\s*(?:async\b\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)/;
const DEPTH_MAX = 100;

/** The source of a function as an expression; a method's needs the word `function`. */
export function sourceOf(script, where) {
  if (typeof script === 'string') return script;
  if (typeof script !== 'function') {
    throw badArgument(`${where} takes a function or a string, not ${kindOf(script)}`);
  }
  const source = Function.prototype.toString.call(script);
  if (/\{\s*\[native code\]\s*\}\s*$/.test(source)) {
    throw badArgument(`${where} takes a function with a source; this one is built in`);
  }
  if (FUNCTION.test(source)) return source;
  const method = /^\s*async\s+(?!=>)([\s\S]*)$/.exec(source);
  return method === null ? `function ${source}` : `async function ${method[1]}`;
}

/** Whether a string is a function to call, and not an expression. */
export function isCallable(script) {
  return typeof script === 'function' || CALLABLE_TEXT.test(script);
}

/** The arguments of a call, checked: what JSON would drop without a word is refused. */
export function argumentsOf(argument, where) {
  if (argument === undefined) return [];
  check(argument, where, 0);
  return [argument];
}

function check(value, where, depth) {
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') {
    throw badArgument(`${where} cannot pass ${kindOf(value)} to the page; arguments are JSON`);
  }
  if (typeof value !== 'object' || value === null) return;
  if (isLocator(value)) {
    throw badArgument(
      `${where} passes an element only as its whole argument; else use locator.evaluate((element, argument) => …, argument)`,
    );
  }
  if (depth > DEPTH_MAX)
    throw badArgument(`${where} cannot pass a value that deep, or a circular one`);
  for (const inner of Object.values(value)) check(inner, where, depth + 1);
}
