// Choosing options of a native select: these and no others.
import { quote } from '../../page-words';
import { nextFrame, nextTurn } from '../wait/clock';
import { describe } from '../dom/facts';
import { fold } from '../find/marks';
import { Refusal } from '../refusal';
import { tellChange, tellInput } from './commit';
import { focusOn } from './focus';

const LABELS_LISTED = 8;
const KEPT_MS_MAX = 1000;

export async function chooseOptions(select: HTMLSelectElement, wanted: string[]): Promise<void> {
  if (!select.multiple && wanted.length !== 1) {
    throw new Refusal('badArguments', `${describe(select)} takes exactly one option`);
  }
  const chosen = new Set(wanted.map((words) => optionFor(select, words)));
  focusOn(select);
  const isSo = () => [...select.options].every((option) => option.selected === chosen.has(option));
  if (isSo()) return;
  for (const option of select.options) {
    const on = chosen.has(option);
    if (option.selected !== on && (on || select.multiple)) option.selected = on;
  }
  tellInput(select);
  tellChange(select);
  await nextTurn();
  await untilKept(select, isSo);
  if (select.isConnected && !isSo()) {
    throw new Refusal('noEffect', `${describe(select)} did not keep what was chosen`);
  }
}

/** A framework puts the old value back until its own state has changed, which may take it a while. */
async function untilKept(select: HTMLSelectElement, isSo: () => boolean): Promise<void> {
  const end = performance.now() + KEPT_MS_MAX;
  while (select.isConnected && !isSo() && performance.now() < end) await nextFrame(window);
}

/** By its label, then its value, then the only label that contains the words. */
function optionFor(select: HTMLSelectElement, words: string): HTMLOptionElement {
  const options = [...select.options];
  const wanted = fold(words);
  const containing = options.filter(
    (option) => wanted !== '' && fold(option.label).includes(wanted),
  );
  const option =
    options.find((candidate) => candidate.label.trim() === words.trim()) ??
    options.find((candidate) => fold(candidate.label) === wanted) ??
    options.find((candidate) => candidate.value === words) ??
    (containing.length === 1 ? containing[0] : undefined);
  if (!option)
    throw new Refusal(
      'noOption',
      noOption(
        select,
        words,
        options.map((o) => o.label.trim()),
      ),
    );
  if (option.disabled || option.closest('optgroup[disabled]')) {
    throw new Refusal(
      'disabled',
      `the option ${quote(option.label)} of ${describe(select)} is disabled`,
    );
  }
  return option;
}

export function noOption(element: Element, words: string, labels: string[]): string {
  const nearest = labels
    .filter((label) => label !== '')
    .map((label, place) => ({ label, place, far: distance(fold(label), fold(words)) }))
    .sort((a, b) => a.far - b.far || a.place - b.place)
    .slice(0, LABELS_LISTED)
    .map(({ label }) => quote(label, 40));
  const more = labels.length - nearest.length;
  return (
    `${describe(element)} has no option "${words}"; nearest are ${nearest.join(', ') || 'none'}` +
    (more > 0 ? ` and ${more} more` : '')
  );
}

/** Small where the words share much: pairs of letters that only one of them has. */
function distance(a: string, b: string): number {
  const pairs = (text: string) => {
    const padded = ` ${text} `;
    return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
  };
  const [left, right] = [pairs(a), pairs(b)];
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared += 1;
  return left.size + right.size - 2 * shared;
}
