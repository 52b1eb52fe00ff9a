// A host that answers as a test tells it to, and whose time passes only when somebody sleeps.

let answers = {};
let clock = 1_000;

/** What was asked, in order. */
export const asked = [];
export const logged = [];

/** By verb: a result, or a function of the parameters and of how often the verb was asked. */
export function answering(told) {
  answers = told;
  asked.length = 0;
  logged.length = 0;
}

export class HostError extends Error {
  constructor(code, message, fix = 'Do something else') {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

export async function call(verb, params) {
  // As over the wire: what JSON drops, the daemon never sees.
  const told = JSON.parse(JSON.stringify(params));
  const times = asked.filter((one) => one.verb === verb).length;
  asked.push({ verb, params: told });
  const answer = answers[verb];
  if (answer === undefined) throw new HostError('bad-request', `the test answers no ${verb}`);
  const result = await (typeof answer === 'function' ? answer(told, times) : answer);
  return JSON.parse(JSON.stringify(result));
}

export async function sleep(ms) {
  clock += ms;
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

export function log(level, text) {
  logged.push({ level, text });
}

export function now() {
  return clock;
}
