// A component that is rendered anew only when its properties differ. Preact's own `memo` is in its compatibility layer
// for React, which would change how events and attributes work on all of our pages.
import { createElement, type FunctionComponent, type VNode } from 'preact';
import { useRef } from 'preact/hooks';

export function memo<P extends object>(Component: FunctionComponent<P>): FunctionComponent<P> {
  return function Memo(props: P) {
    const last = useRef<{ props: P; element: VNode<P> }>(undefined);
    if (!last.current || !haveSameValues(last.current.props, props)) {
      last.current = { props, element: createElement(Component, props) };
    }
    // Preact skips an element that is the same object as the last time.
    return last.current.element;
  };
}

function haveSameValues(one: object, other: object): boolean {
  const before = new Map<string, unknown>(Object.entries(one));
  const after = Object.entries(other);
  return (
    before.size === after.length &&
    after.every(([name, value]) => before.has(name) && isSame(before.get(name), value))
  );
}

/** A list that is put together at every rendering is the same as long as it has the same elements. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return Object.is(one, other);
  return one.length === other.length && one.every((element, at) => Object.is(element, other[at]));
}
