// What cannot be walked into: frames, which have a kit of their own, and parts that are inert.
import { isTiny } from '../dom/clickable';
import { trimmedAttribute } from '../dom/native';
import { contentOf, nameOf } from '../dom/names';
import { quoted } from './escape';
import type { WalkContext } from './walk-context';

export function writeFrame(walkContext: WalkContext, element: Element): void {
  const { writer } = walkContext;
  // Frames that measure or talk, not meant to be seen.
  if (isTiny(element)) return;
  writer.breakLine();
  const name = nameOf(element) || trimmedAttribute(element, 'name');
  const words = name ? ` frame ${quoted(name, 80)}` : ' frame';
  writer.mention({ element, words, address: '', inside: false, counts: false });
  writer.breakLine();
}

export function writeInert(walkContext: WalkContext, element: Element): void {
  const text = contentOf(element);
  if (!text) return;
  walkContext.writer.breakLine();
  walkContext.writer.line('note', [{ remark: `unreachable (inert): ${quoted(text, 60)}` }]);
}
