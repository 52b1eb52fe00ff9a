// The parts that `wire-readers.ts`, which is generated, is made of. A reader takes what the other side
// sent and gives it back as its type, or refuses it with `badArguments`: the message names the field
// and says what it must be. Objects are copied field by field, so nothing gets through that the type
// does not name, `__proto__` included.
import type { CallHandlers, InvokeHandlers, InvokeOptions } from './contract';
import { HandlerError } from './errors';

/** `name` is the path of the value inside the message, and empty for the message itself. */
export type Reader<T> = (value: unknown, name: string) => T;

/** A reader for the parameters or the result of each method of a table. */
export type Readers<M, P extends 'params' | 'result'> = {
  readonly [N in keyof M]: Reader<M[N][P & keyof M[N]]>;
};

export function bad(message: string): HandlerError {
  return new HandlerError('badArguments', message);
}

function complain(name: string, must: string): HandlerError {
  return bad(`${name === '' ? 'the message' : name} must ${must}`);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives nothing for what does not fit: for answers of programs that may not be ours. */
export function readIfFits<T>(read: Reader<T>, value: unknown): T | undefined {
  try {
    return read(value, '');
  } catch (error) {
    if (error instanceof HandlerError) return undefined;
    throw error;
  }
}

/** Puts its reader in front of every handler of a channel. */
export function validateInvokes<M>(
  readers: Readers<M, 'params'>,
  handlers: InvokeHandlers<M>,
): InvokeHandlers<M> {
  return validate(readers, handlers) as InvokeHandlers<M>;
}

/** Puts its reader in front of every listener of a channel. */
export function validateCalls<M>(
  readers: Readers<M, 'params'>,
  handlers: CallHandlers<M>,
): CallHandlers<M> {
  return validate(readers, handlers) as CallHandlers<M>;
}

interface Invoking {
  invoke(name: string, params: unknown, options?: InvokeOptions): Promise<unknown>;
}

/** Reads every answer before its caller gets it. */
export function validateResults<M, C extends object>(readers: Readers<M, 'result'>, channel: C): C {
  const table = readers as Record<string, Reader<unknown>>;
  const validated: Invoking = {
    async invoke(name, params, options) {
      const result = await (channel as unknown as Invoking).invoke(name, params, options);
      return table[name]?.(result, '');
    },
  };
  return { ...channel, ...validated };
}

type Handler = (params: unknown, signal?: AbortSignal) => unknown;

function validate(readers: object, handlers: object): object {
  const table = handlers as Record<string, Handler>;
  const validated = Object.entries(readers as Record<string, Reader<unknown>>).map(
    ([name, read]): [string, Handler] => [
      name,
      (params, signal) => table[name]?.(read(params, ''), signal),
    ],
  );
  return Object.fromEntries(validated);
}

export const anything: Reader<unknown> = (value) => value;

export const flag: Reader<boolean> = (value, name) => {
  if (typeof value !== 'boolean') throw complain(name, 'be true or false');
  return value;
};

export const text: Reader<string> = (value, name) => {
  if (typeof value !== 'string') throw complain(name, 'be a string');
  return value;
};

/* @__NO_SIDE_EFFECTS__ */
export function textOfLength(lengthMin: number, lengthMax = Infinity): Reader<string> {
  return (value, name) => {
    const read = text(value, name);
    checkLength(read.length, lengthMin, lengthMax, name, 'characters');
    return read;
  };
}

export const number: Reader<number> = (value, name) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw complain(name, 'be a number');
  return value;
};

/* @__NO_SIDE_EFFECTS__ */
export function numberBetween(min: number, max: number): Reader<number> {
  return (value, name) => {
    const read = number(value, name);
    if (read < min || read > max) throw complain(name, `be between ${min} and ${max}`);
    return read;
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function integerBetween(min: number, max: number): Reader<number> {
  return (value, name) => {
    if (!Number.isSafeInteger(value)) throw complain(name, 'be a whole number');
    const read = value as number;
    if (min === 0 && read < 0) throw complain(name, 'not be negative');
    if (read < min || read > max) throw complain(name, `be between ${min} and ${max}`);
    return read;
  };
}

export const int32 = /* @__PURE__ */ integerBetween(-(2 ** 31), 2 ** 31 - 1);
export const uint16 = /* @__PURE__ */ integerBetween(0, 2 ** 16 - 1);
export const uint32 = /* @__PURE__ */ integerBetween(0, 2 ** 32 - 1);
/** As far as JavaScript can count. */
export const uint64 = /* @__PURE__ */ integerBetween(0, Number.MAX_SAFE_INTEGER);

/** With a fallback, a word that a newer peer has and we do not is read as that. */
/* @__NO_SIDE_EFFECTS__ */
export function oneOf<T extends string | number>(choices: readonly T[], fallback?: T): Reader<T> {
  const known = new Set<unknown>(choices);
  return (value, name) => {
    if (known.has(value)) return value as T;
    if (fallback !== undefined) return fallback;
    throw complain(name, `be one of ${choices.join(', ')}`);
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(item: Reader<T>, lengthMin = 0, lengthMax = Infinity): Reader<T[]> {
  return (value, name) => {
    if (!Array.isArray(value)) throw complain(name, 'be a list');
    checkLength(value.length, lengthMin, lengthMax, name, 'entries');
    return value.map((one, index) => item(one, `${name}[${index}]`));
  };
}

/** A list of so many, each with a type of its own. */
/* @__NO_SIDE_EFFECTS__ */
export function tuple<T extends unknown[]>(...items: { [K in keyof T]: Reader<T[K]> }): Reader<T> {
  return (value, name) => {
    const given = list(anything, items.length, items.length)(value, name);
    return items.map((item, index) => item(given[index], `${name}[${index}]`)) as T;
  };
}

/** An object whose content is not ours to judge. */
export const record: Reader<Record<string, unknown>> = (value, name) => {
  if (!isRecord(value)) throw complain(name, 'be an object');
  return value;
};

type Fields<T> = {
  [K in keyof T]-?: Reader<T[K] | (Partial<Pick<T, K>> extends Pick<T, K> ? undefined : never)>;
};

/** What no field names is left out, and so is an optional field that is not given. */
/* @__NO_SIDE_EFFECTS__ */
export function object<T extends object>(fields: NoInfer<Fields<T>>): Reader<T> {
  const entries = Object.entries(fields as Record<string, Reader<unknown>>);
  return (value, name) => {
    const given = record(value, name);
    const read: Record<string, unknown> = {};
    for (const [key, field] of entries) {
      const own = Object.hasOwn(given, key) ? given[key] : undefined;
      const result = field(own, name === '' ? key : `${name}.${key}`);
      if (result !== undefined) read[key] = result;
    }
    return read as T;
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function variants<T extends object, K extends keyof T & string>(
  tag: K,
  readers: NoInfer<{ [V in T[K] & string]: Reader<Extract<T, Record<K, V>>> }>,
): Reader<T> {
  const table = new Map(Object.entries(readers as Record<string, Reader<T>>));
  return (value, name) => {
    const word = record(value, name)[tag];
    const read = table.get(word as string);
    if (read) return read(value, name);
    const words = [...table.keys()].join(', ');
    throw complain(name === '' ? tag : `${name}.${tag}`, `be one of ${words}`);
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(read: Reader<T>): Reader<T | undefined> {
  return (value, name) => (value === undefined || value === null ? undefined : read(value, name));
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(read: Reader<T>): Reader<T | null> {
  return (value, name) => (value === undefined || value === null ? null : read(value, name));
}

/* @__NO_SIDE_EFFECTS__ */
export function withDefault<T>(read: Reader<T>, usual: T): Reader<T> {
  return (value, name) => (value === undefined || value === null ? usual : read(value, name));
}

function checkLength(length: number, min: number, max: number, name: string, of: string): void {
  if (length === 0 && min > 0) throw complain(name, 'not be empty');
  if (length < min) throw complain(name, `have at least ${min} ${of}`);
  if (length > max) throw complain(name, `not be longer than ${max} ${of}`);
}
