// A run from its beginning to its verdict; calls to the host, timers and the console.
(function (room, native) {
  'use strict';

  const NAME = /^[A-Za-z_$][\w$]*$/;
  const UNHANDLED_MAX = 20;
  const TOO_DEEP = 'Maximum call stack size exceeded';
  const UNTELLABLE = '{"kind":"memory","message":"out of memory"}';

  const calls = new Map();
  const timers = new Map();
  const unhandled = new Map();
  /** Errors that mean a limit was reached, and which. */
  const kinds = new WeakMap();
  const globalPrototype = Object.getPrototypeOf(globalThis);
  let entry;
  /** What a script that is no function takes before its first line. */
  let handed;

  room.isLimit = (error) => kindOf(error) !== 'thrown';

  // What the API's modules import from `host`.

  room.host = {
    call(name, params) {
      return new Promise((resolve, reject) => {
        const asked = native.ask(String(name), json(params));
        if (asked.id === undefined) reject(limitError('calls', asked));
        else calls.set(asked.id, { resolve, reject });
      });
    },
    sleep(ms) {
      return new Promise((resolve) => {
        setTimer(resolve, ms);
      });
    },
    log(level, text) {
      native.log(String(level), String(text).toWellFormed());
    },
    now: () => Date.now(),
  };

  // What the engine calls.

  room.begin = (namespace) => {
    entry = namespace;
    room.describe = typeof entry.describe === 'function' ? entry.describe : undefined;
  };

  room.run = async (context, code) => {
    try {
      const given = await entry.begin(JSON.parse(context));
      room.sealGiven(given);
      const value = await evaluate(code, given);
      const budget = { left: native.outputLeft(), cut: false };
      const json = JSON.stringify(room.printable(value, budget));
      native.done(json, budget.cut);
    } catch (error) {
      let told = UNTELLABLE;
      try {
        told = JSON.stringify(failure(error));
      } catch {
        // Whatever the error is, there was no memory left to say it.
      }
      native.failed(told);
    }
  };

  room.settle = (id, ok, text, code, fix) => {
    const call = calls.get(id);
    if (call === undefined) return;
    calls.delete(id);
    if (!ok) {
      call.reject(hostError(text, code, fix));
      return;
    }
    try {
      call.resolve(JSON.parse(text));
    } catch (error) {
      call.reject(error);
    }
  };

  room.fire = (id) => {
    const timer = timers.get(id);
    timers.delete(id);
    if (timer === undefined) return;
    if (timer.everyMs !== undefined) rearm(timer);
    guarded('a timer', timer.fire);
  };

  room.rejected = (promise, reason, handled) => {
    if (handled) unhandled.delete(promise);
    else if (unhandled.size < UNHANDLED_MAX) unhandled.set(promise, reason);
  };

  /** The script has ended: says what it left behind. */
  room.finish = () => {
    const reasons = [...unhandled.values()];
    unhandled.clear();
    for (const reason of reasons) {
      native.log('warn', `A promise nobody awaited was rejected: ${described(reason)}`);
    }
    if (calls.size > 0) {
      native.log(
        'warn',
        `The script ended while ${calls.size} of its calls were under way, and they were stopped: await them`,
      );
    }
  };

  room.forget = () => {
    // All that the next run sees is what it was, but for what scripts keep on purpose.
    Object.setPrototypeOf(globalThis, globalPrototype);
    calls.clear();
    timers.clear();
    unhandled.clear();
  };

  // Running.

  async function evaluate(code, given) {
    const names = Object.keys(given).filter((name) => NAME.test(name));
    let compiled;
    try {
      handed = given;
      compiled = native.compile(code, names.join());
    } catch (error) {
      if (error instanceof SyntaxError) kinds.set(error, 'syntax');
      throw error;
    } finally {
      handed = undefined;
    }
    const { form, made } = compiled;
    if (form === 'completion') return (await made).value;
    const body = made(...names.map((name) => given[name]));
    const value = await body();
    const isWhole = form === 'expression' && typeof value === 'function' && isAll(code, value);
    return isWhole ? value(...argumentsFor(value, names, given)) : value;
  }

  /** The code is this function and nothing else, so to run it means to call it. */
  function isAll(code, value) {
    const around = code.replace(Function.prototype.toString.call(value), '');
    return /^[\s();]*$/.test(around.replace(/\/\/.*|\/\*[^]*?\*\//g, ''));
  }

  /** By name where a parameter has the name of something given, else by position. */
  function argumentsFor(value, names, given) {
    const source = Function.prototype.toString.call(value);
    const [, listed, single] =
      /^(?:async\b\s*)?(?:function\b[\s*]*[\w$]*\s*)?(?:\(([^)]*)\)|([\w$]+)\s*=>)/.exec(source) ??
      [];
    if (/^\s*\{/.test(listed ?? '')) return [given];
    const wanted = (listed ?? single ?? '').split(',').map((name) => name.trim());
    return wanted.map((name, at) => given[names.includes(name) ? name : names[at]]);
  }

  /** Half a surrogate pair is JSON to JavaScript, but to nobody else. */
  function json(params) {
    const text = JSON.stringify(params) ?? 'null';
    if (!text.includes('\\ud')) return text;
    return JSON.stringify(params, (_, value) =>
      typeof value === 'string' ? value.toWellFormed() : value,
    );
  }

  // Errors.

  function failure(error) {
    const place = room.placeOf(error);
    const object = error !== null && typeof error === 'object' ? error : {};
    // What a page returned can be thrown, too, and must not say what to do next.
    const fix = isError(object) ? textIn(object, 'fix') : undefined;
    return {
      kind: kindOf(error),
      message: described(error).toWellFormed(),
      line: place?.line,
      column: place?.column,
      code: textIn(object, 'code'),
      fix,
    };
  }

  function kindOf(error) {
    try {
      // So little memory was left that not even an error could be made.
      if (error === null) return 'memory';
      if (kinds.has(error)) return kinds.get(error);
      if (error instanceof InternalError && error.message === 'out of memory') return 'memory';
      const isDeep = error instanceof RangeError && error.message === TOO_DEEP;
      return isDeep ? 'stack' : 'thrown';
    } catch {
      return 'thrown';
    }
  }

  function described(error) {
    try {
      return room.message(error).slice(0, 10_000);
    } catch {
      return 'something that cannot be shown was thrown';
    }
  }

  function isError(value) {
    try {
      return value instanceof Error;
    } catch {
      return false;
    }
  }

  function textIn(object, name) {
    try {
      const text = object[name];
      return typeof text === 'string' ? text.slice(0, 2_000).toWellFormed() : undefined;
    } catch {
      return undefined;
    }
  }

  function hostError(message, code, fix) {
    return Object.assign(new Error(message), { code, fix });
  }

  function limitError(kind, { message, fix }) {
    const error = hostError(message, undefined, fix);
    kinds.set(error, kind);
    return error;
  }

  function guarded(where, run) {
    try {
      run();
    } catch (error) {
      native.log('error', `Uncaught in ${where}: ${described(error)}`.toWellFormed());
    }
  }

  // Timers. The engine gives a new id each time one is set; a script keeps the first.

  function setTimer(fire, ms, everyMs) {
    const id = native.setTimer(Number(ms ?? 0));
    if (id === undefined)
      throw new RangeError('too many timers wait already: let some of them end');
    const timer = { fire, everyMs, id, first: id };
    timers.set(id, timer);
    return id;
  }

  function rearm(timer) {
    const id = native.setTimer(Number(timer.everyMs));
    if (id === undefined) return;
    timer.id = id;
    timers.set(id, timer);
  }

  function clearTimer(first) {
    for (const timer of timers.values()) {
      if (timer.first !== first) continue;
      native.clearTimer(timer.id);
      timers.delete(timer.id);
      timer.everyMs = undefined;
      return;
    }
  }

  function callback(name, run) {
    if (typeof run !== 'function') throw new TypeError(`${name} takes a function`);
    return run;
  }

  const globals = {
    setTimeout(run, ms, ...args) {
      callback('setTimeout', run);
      return setTimer(() => run(...args), ms);
    },
    setInterval(run, ms, ...args) {
      callback('setInterval', run);
      return setTimer(() => run(...args), ms, ms ?? 0);
    },
    clearTimeout: clearTimer,
    clearInterval: clearTimer,
    queueMicrotask(run) {
      callback('queueMicrotask', run);
      Promise.resolve().then(() => guarded('a microtask', run));
    },
    console: {},
    crypto: { randomUUID: () => native.uuid() },
  };

  for (const level of ['log', 'info', 'warn', 'error', 'debug']) {
    globals.console[level] = (...values) => {
      const budget = { left: native.outputLeft(), cut: false };
      const text = values.map((value) => room.text(value, budget)).join(' ');
      native.log(level, text.toWellFormed());
    };
  }
  Object.assign(globalThis, globals);
  Object.defineProperty(globalThis, 'namesGivenToTheScript', {
    get() {
      const given = handed;
      handed = undefined;
      return given;
    },
  });
});
