// Functions that run in the page, not here: their source text is sent, so each stands alone.

export const focus = (element) => element.focus();

export const blur = (element) => element.blur();

export const selectText = (element) => {
  if (typeof element.select === 'function') {
    element.focus();
    element.select();
    return;
  }
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  const selection = element.ownerDocument.defaultView.getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
};

export const dispatch = (element, type, init) => {
  const view = element.ownerDocument.defaultView;
  const kinds = [
    [/^(click|dblclick|auxclick|contextmenu|mouse)/, 'MouseEvent'],
    [/^pointer/, 'PointerEvent'],
    [/^key/, 'KeyboardEvent'],
    [/^(focus|blur)/, 'FocusEvent'],
    [/^(drag|drop)/, 'DragEvent'],
    [/^(input|beforeinput)$/, 'InputEvent'],
    [/^wheel$/, 'WheelEvent'],
    [/^touch/, 'TouchEvent'],
  ];
  const kind = kinds.find(([pattern]) => pattern.test(type))?.[1] ?? 'Event';
  const event = new view[kind](type, { bubbles: true, cancelable: true, composed: true, ...init });
  element.dispatchEvent(event);
};

export const style = (element, property) =>
  element.ownerDocument.defaultView.getComputedStyle(element).getPropertyValue(property);

export const property = (element, name) => element[name];

export const chosenValues = (element) =>
  [...(element.selectedOptions ?? [])].map((option) => option.value);

export const valuesAt = (element, places) =>
  places.map((place) => element.options?.[place]?.value ?? null);
