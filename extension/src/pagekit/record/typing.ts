// What is typed, as the value that a field has in the end. It is told when the person leaves the field or the
// page, presses Enter, or rests; what is typed on after a rest corrects what was told.
import type { FieldValue } from '../../wire';
import { cut } from '../dom/facts';
import { editingHostOf, fieldKind, isReadOnly } from '../dom/fields';
import { editContextOf } from '../dom/edit-context';
import { richText } from '../dom/rich-text';
import { secretKindOf } from './secret-fields';
import type { Recording } from './recording';

const REST_MS = 800;
/** As `TYPED_CHARS_MAX` in crates/wire. */
const TYPED_CHARS_MAX = 20_000;
/** These are chosen, ticked or given files, and say so by `change`. */
const NOT_TYPED = new Set([
  'checkbox',
  'radio',
  'file',
  'button',
  'submit',
  'reset',
  'image',
  'hidden',
]);

export interface Typing {
  /** A field is about to be changed by keys, or has been. */
  touch(field: Element): void;
  /** Tells what was typed, in one field or in all but one. */
  flush(which?: { only?: Element; except?: Element | undefined }): void;
}

interface Typed {
  /** What it held when it was told last, or before. Unknown where a change came without warning. */
  told: string | undefined;
  id?: string;
  timer?: ReturnType<typeof setTimeout>;
  isComposing: boolean;
  /** Keys came since it was told: what a script makes of a field is not typed. */
  isDirty: boolean;
}

export function createTyping(recording: Recording): Typing {
  const { window } = recording;
  const touched = new Map<Element, Typed>();

  const valueNow = (field: Element): string => {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
      return field.value;
    return editContextOf(field)?.text ?? richText(field, TYPED_CHARS_MAX);
  };

  const tell = (field: Element, typed: Typed) => {
    clearTimeout(typed.timer);
    if (typed.isComposing || !typed.isDirty) return;
    typed.isDirty = false;
    const value = valueNow(field);
    if (value === typed.told) return;
    typed.told = value;
    const secret = secretKindOf(field);
    if (secret && value !== '') recording.addSecret(value);
    const isNext = typed.id !== undefined && recording.last() === typed.id;
    // That more of a secret was typed says nothing new.
    if (secret && isNext) return;
    const target = recording.fingerprint(field);
    typed.id = recording.emit(
      { kind: 'type', target, value: fieldValue(value, secret) },
      isNext ? typed.id : undefined,
    );
  };

  const flush: Typing['flush'] = ({ only, except } = {}) => {
    for (const [field, typed] of [...touched]) {
      if (field === except || (only && field !== only)) continue;
      tell(field, typed);
    }
  };

  const touch = (field: Element, isBefore: boolean) => {
    let typed = touched.get(field);
    if (!typed) {
      typed = { told: undefined, isComposing: false, isDirty: false };
      touched.set(field, typed);
    }
    const now = typed;
    if (isBefore && !now.isDirty) now.told = valueNow(field);
    now.isDirty = true;
    clearTimeout(now.timer);
    now.timer = setTimeout(() => {
      tell(field, now);
    }, REST_MS);
  };

  const leave = (field: Element) => {
    const typed = touched.get(field);
    if (!typed) return;
    typed.isComposing = false;
    tell(field, typed);
    touched.delete(field);
  };

  recording.hear('beforeinput', (event) => {
    const field = fieldIn(event);
    if (field) touch(field, true);
  });
  recording.hear('input', (event) => {
    const field = fieldIn(event);
    if (field) touch(field, false);
  });
  for (const type of ['compositionstart', 'compositionend'] as const) {
    recording.hear(type, (event) => {
      const field = fieldIn(event);
      if (!field) return;
      touch(field, type === 'compositionstart');
      const typed = touched.get(field);
      if (typed) typed.isComposing = type === 'compositionstart';
    });
  }
  recording.hear('change', (event) => {
    const field = fieldIn(event);
    if (field && touched.has(field)) flush({ only: field });
  });
  recording.hear('focusout', (event) => {
    const field = fieldIn(event);
    if (field) leave(field);
  });
  recording.hear('submit', () => {
    flush();
  });
  // The page is left, or may be and never come back.
  const end = () => {
    for (const typed of touched.values()) typed.isComposing = false;
    flush();
  };
  const options = { capture: true, signal: recording.ended };
  for (const type of ['pagehide', 'beforeunload', 'freeze', 'visibilitychange']) {
    window.addEventListener(type, end, options);
  }
  recording.ended.addEventListener('abort', () => {
    for (const { timer } of touched.values()) clearTimeout(timer);
  });

  return {
    touch: (field) => {
      touch(field, true);
    },
    flush,
  };
}

function fieldValue(value: string, secret: 'secret' | 'oneTimeCode' | undefined): FieldValue {
  if (secret) return { kind: secret };
  if (value.length > TYPED_CHARS_MAX) return { kind: 'tooLong' };
  return { kind: 'text', text: cut(value, TYPED_CHARS_MAX) };
}

/** The field that an event is about, if text is written in it. */
export function fieldIn(event: Event): Element | undefined {
  const [target] = event.composedPath();
  return target instanceof Element ? fieldOf(target) : undefined;
}

export function fieldOf(target: Element): Element | undefined {
  if (target instanceof HTMLInputElement) {
    return NOT_TYPED.has(target.type) || isReadOnly(target) ? undefined : target;
  }
  if (target instanceof HTMLTextAreaElement) return isReadOnly(target) ? undefined : target;
  if (target instanceof HTMLElement && target.isContentEditable) return editingHostOf(target);
  return fieldKind(target) === 'rich' ? target : undefined;
}
