// A text field tells its `change` when its editing ends. What was typed by events alone is not
// always seen as an edit by the browser, so it is seen to here.

const begun = new WeakMap<Element, string>();

/** From now on, an edit of this field owes the page a `change`. */
export function beginEdit(element: Element): void {
  if (!isTextField(element) || begun.has(element)) return;
  begun.set(element, element.value);
  const ended = new AbortController();
  const settled = () => {
    begun.delete(element);
    ended.abort();
  };
  element.addEventListener('change', settled, { signal: ended.signal });
  // The browser's own `change` comes before `blur`.
  element.addEventListener(
    'blur',
    () => {
      commit(element);
      settled();
    },
    { signal: ended.signal },
  );
}

/** Tells the `change` now, if one is owed. */
export function commit(element: Element): void {
  if (!isTextField(element)) return;
  const before = begun.get(element);
  if (before !== undefined && before !== element.value) tellChange(element);
}

export function tellInput(element: Element, inputType?: string, data: string | null = null): void {
  const init = { bubbles: true, composed: true };
  element.dispatchEvent(
    inputType === undefined
      ? new Event('input', init)
      : new InputEvent('input', { ...init, inputType, data }),
  );
}

export function tellChange(element: Element): void {
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}
