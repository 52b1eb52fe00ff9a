// The page's dialogs with the person's answer. While one is open no script runs, ours neither, so the functions
// that open them are wrapped in the page's own world, which tells of each by an event. A page can make up such an
// event; it would only spoil a recording of itself.
import type { DialogKind } from '../../wire';
import { cut } from '../dom/facts';
import type { Recording } from './recording';

/** Fired on the window by the page's own world, with what was answered as JSON. */
export const DIALOG_ANSWERED = 'tabwright-dialog';

const TEXT_CHARS_MAX = 500;
const KINDS: readonly DialogKind[] = ['alert', 'confirm', 'prompt'];

export function recordDialogs(recording: Recording): void {
  const { window, ended } = recording;
  window.addEventListener(
    DIALOG_ANSWERED,
    (event) => {
      event.stopImmediatePropagation();
      const answered = readAnswer((event as CustomEvent<unknown>).detail);
      if (answered) recording.emit(answered);
    },
    { capture: true, signal: ended },
  );
}

function readAnswer(detail: unknown) {
  if (typeof detail !== 'string') return undefined;
  let said: Record<string, unknown>;
  try {
    said = JSON.parse(detail) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const dialog = KINDS.find((kind) => kind === said.kind);
  if (!dialog || typeof said.message !== 'string') return undefined;
  return {
    kind: 'dialog' as const,
    dialog,
    message: cut(said.message, TEXT_CHARS_MAX),
    accepted: said.accepted === true,
    ...(typeof said.text === 'string' && { text: cut(said.text, TEXT_CHARS_MAX) }),
  };
}

/** Once is enough for a page. */
const MARK = Symbol.for('tabwright.dialogs');

/** Runs in the page's own world. */
export function wrapDialogs(): void {
  if (MARK in window) return;
  Object.defineProperty(window, MARK, { value: true });
  const alert = window.alert.bind(window);
  const confirm = window.confirm.bind(window);
  const prompt = window.prompt.bind(window);
  const tell = (detail: object) => {
    window.dispatchEvent(new CustomEvent(DIALOG_ANSWERED, { detail: JSON.stringify(detail) }));
  };
  window.alert = (message: unknown = '') => {
    alert(message);
    tell({ kind: 'alert', message: String(message), accepted: true });
  };
  window.confirm = (message: unknown = '') => {
    const accepted = confirm(message as string);
    tell({ kind: 'confirm', message: String(message), accepted });
    return accepted;
  };
  window.prompt = (message: unknown = '', preset?: string) => {
    const text = prompt(message as string, preset);
    const answer = text === null ? { accepted: false } : { accepted: true, text };
    tell({ kind: 'prompt', message: String(message), ...answer });
    return text;
  };
}
