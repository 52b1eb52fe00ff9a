// What a page calls itself, as far as anybody would read it.
import { cut } from '../dom/facts';
import { clean } from './escape';

const TITLE_CHARS_MAX = 300;

export function titleOf(document: Document): string {
  return cut(clean(document.title), TITLE_CHARS_MAX);
}
