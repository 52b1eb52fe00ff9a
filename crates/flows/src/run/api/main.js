// What a flow's script sees: `flow`, `target` and `params`. Every method of `flow` is a call of the host, in the order
// in which they are made.

import { call } from 'host';

/** An element by the name that the flow has for it. */
export class Target {
  constructor(name) {
    this.target = name;
    Object.freeze(this);
  }

  toString() {
    return `target(${JSON.stringify(this.target)})`;
  }
}

export function begin({ methods, params }) {
  const flow = Object.create(null);
  for (const method of methods) {
    flow[method] = (...given) => call(method, given);
  }
  return {
    flow: Object.freeze(flow),
    target: (name) => new Target(String(name)),
    params: Object.freeze({ ...params }),
  };
}
