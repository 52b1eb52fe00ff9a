// `role=button[name="Save"][pressed]`.

import { badArgument } from '../errors.js';
import { patternOf, tokenEnd, unquoted } from './scanning.js';

const FLAGS = {
  checked: 'checked',
  disabled: 'disabled',
  expanded: 'expanded',
  pressed: 'pressed',
  selected: 'selected',
  'include-hidden': 'includeHidden',
};

export function roleStep(body) {
  const role = /^[\w-]+/.exec(body)?.[0];
  if (role === undefined) throw badArgument(`role=${body} names no role`);
  const step = { by: 'role', role };
  const state = {};
  for (let at = role.length; at < body.length;) {
    const end = tokenEnd(body, at);
    const attribute = /^\[\s*([\w-]+)\s*(?:(\*?=)\s*(.*?)\s*)?\]$/s.exec(body.slice(at, end));
    if (attribute === null)
      throw badArgument(`role=${body} is not understood at ${body.slice(at)}`);
    const [, name, operator, value] = attribute;
    if (name === 'name') step.name = nameWords(value ?? '', operator);
    else if (name === 'level') state.level = Number(unquoted(value ?? ''));
    else if (Object.hasOwn(FLAGS, name))
      state[FLAGS[name]] = value === undefined || unquoted(value) === 'true';
    else throw badArgument(`role=${body} has the attribute ${name}, which roles have not`);
    at = end;
  }
  if (Object.keys(state).length > 0) step.state = state;
  return step;
}

function nameWords(value, operator) {
  const pattern = patternOf(value);
  if (pattern !== undefined) return pattern;
  const anyCase = /^(["'].*["'])\s*i$/s.exec(value);
  if (anyCase !== null) return { text: unquoted(anyCase[1]) };
  const text = unquoted(value);
  return operator === '*=' ? { text } : { text, exact: true };
}
