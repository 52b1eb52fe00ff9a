// What is chosen, ticked, or given to the page as files.
import type { ChosenOption, GestureKind } from '../../wire';
import { cut } from '../dom/facts';
import { tidy } from '../dom/names';
import { secretKindOf } from './secret-fields';
import type { Recording } from './recording';

const OPTIONS_MAX = 200;
const FILES_MAX = 100;
const LABEL_CHARS_MAX = 200;

export function recordChoices(recording: Recording): void {
  /** By element, its last gesture: keys go through the options of a list one by one. */
  const told = new WeakMap<Element, string>();
  recording.hear('change', (event) => {
    const [target] = event.composedPath();
    if (target instanceof HTMLSelectElement) {
      const before = told.get(target);
      const isNext = before !== undefined && recording.last() === before;
      const chosen = secretKindOf(target) ? [] : chosenIn(target);
      const options = Array.from(target.options, labelOf).slice(0, OPTIONS_MAX);
      const gesture: GestureKind = {
        kind: 'select',
        target: recording.fingerprint(target),
        chosen,
        options,
      };
      told.set(target, recording.emit(gesture, isNext ? before : undefined));
    } else if (target instanceof HTMLInputElement) {
      if (target.type === 'checkbox' || target.type === 'radio') {
        recording.emit({
          kind: 'check',
          target: recording.fingerprint(target),
          on: target.checked,
        });
      } else if (target.type === 'file') {
        tellFiles(recording, target, target.files);
      }
    }
  });
  recording.hear('drop', (event) => {
    const files = event.dataTransfer?.files;
    const [target] = event.composedPath();
    if (files && files.length > 0 && target instanceof Element) tellFiles(recording, target, files);
  });
}

function tellFiles(recording: Recording, target: Element, files: FileList | null): void {
  const names = Array.from(files ?? [], ({ name }) => cut(name, LABEL_CHARS_MAX));
  recording.emit({
    kind: 'upload',
    target: recording.fingerprint(target),
    names: names.slice(0, FILES_MAX),
  });
}

function chosenIn(select: HTMLSelectElement): ChosenOption[] {
  return Array.from(select.selectedOptions, (option) => ({
    label: labelOf(option),
    value: cut(option.value, LABEL_CHARS_MAX),
  })).slice(0, OPTIONS_MAX);
}

function labelOf(option: HTMLOptionElement): string {
  return cut(tidy(option.label), LABEL_CHARS_MAX);
}
