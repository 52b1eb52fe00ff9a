// When two values are equal, part by part.

const DEPTH_MAX = 200;

/** Something that decides itself what equals it: `expect.any(Number)`. */
export class Asymmetric {
  told;
  fits;

  constructor(told, fits) {
    this.told = told;
    this.fits = fits;
    Object.freeze(this);
  }
}

/** Strictly, kinds and undefined fields count, too. */
export function equals(one, other, strict = false, depth = 0) {
  if (other instanceof Asymmetric) return other.fits(one);
  if (one instanceof Asymmetric) return one.fits(other);
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false;
  }
  // Values that hold themselves are equal as far as anybody can look.
  if (depth > DEPTH_MAX) return true;
  if (kind(one) !== kind(other)) return false;
  if (strict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const same = (a, b) => equals(a, b, strict, depth + 1);
  if (one instanceof Date) return Object.is(one.getTime(), other.getTime());
  if (one instanceof RegExp) return String(one) === String(other);
  if (one instanceof Error) return one.message === other.message && one.name === other.name;
  if (one instanceof Map) {
    return (
      one.size === other.size &&
      [...one].every(([key, value]) => other.has(key) && same(value, other.get(key)))
    );
  }
  if (one instanceof Set) {
    const rest = [...other];
    return (
      one.size === other.size && [...one].every((item) => rest.some((there) => same(item, there)))
    );
  }
  if (Array.isArray(one) || ArrayBuffer.isView(one)) {
    return (
      one.length === other.length && Array.from(one).every((item, at) => same(item, other[at]))
    );
  }
  const names = (object) =>
    Object.keys(object).filter((name) => strict || object[name] !== undefined);
  const ours = names(one);
  return (
    ours.length === names(other).length &&
    ours.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  );
}

/** Has at least the fields of the other, and these are equal. */
export function includes(one, other, depth = 0) {
  if (other instanceof Asymmetric) return other.fits(one);
  if (depth > DEPTH_MAX) return true;
  if (Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      one.length === other.length &&
      other.every((item, at) => includes(one[at], item, depth + 1))
    );
  }
  if (kind(other) !== 'object' || kind(one) !== 'object') return equals(one, other);
  return Object.keys(other).every(
    (name) => name in one && includes(one[name], other[name], depth + 1),
  );
}

/** Values of different kinds are never equal, whatever their fields. */
function kind(value) {
  if (typeof value !== 'object' || value === null) return typeof value;
  if (Array.isArray(value)) return 'array';
  if (ArrayBuffer.isView(value)) return 'bytes';
  for (const Kind of [Date, RegExp, Error, Map, Set]) {
    if (value instanceof Kind) return Kind.name;
  }
  return 'object';
}
