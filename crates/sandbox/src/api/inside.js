// What public objects know and scripts never see. A script can neither read it nor put something
// else in its place: public objects are frozen, and only their own modules can look inside.

const insides = new WeakMap();

/** Gives an object its inside, and freezes it. */
export function keep(object, secret) {
  insides.set(object, secret);
  return Object.freeze(object);
}

export function inside(object) {
  return insides.get(object);
}

/** Freezes a class, so that no script changes what the next one finds. */
export function seal(...classes) {
  for (const one of classes) {
    Object.freeze(one.prototype);
    Object.freeze(one);
  }
}
