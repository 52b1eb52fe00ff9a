// What an editing host holds, as lines of text: every block begins a line, and blanks and indentation are as
// they were written. `innerText` cannot tell that: it makes two line breaks of a paragraph's margin.
import { attributeOf, tagOf } from './native';

const INLINE = /^(?:inline|ruby|contents)/;
/** Characters by which editors hold a place open for the caret. */
const PLACEHOLDERS = /[\u200b\ufeff]/g;

/** Of a long text the beginning, and a little more than was asked for. */
export function richText(host: Element, charsMax: number): string {
  const lines: string[] = [];
  let line: string | undefined;
  let collapses = false;
  let chars = 0;
  const end = () => {
    if (line === undefined) return;
    lines.push(collapses ? line.replace(/ +$/, '') : line);
    line = undefined;
  };
  const write = (text: string, style: CSSStyleDeclaration) => {
    chars += text.length;
    collapses = style.whiteSpaceCollapse === 'collapse' || style.whiteSpace === 'nowrap';
    if (collapses) {
      const folded = text.replace(/[ \t\r\n]+/g, ' ');
      const atEdge = line === undefined || line.endsWith(' ');
      const added = atEdge ? folded.replace(/^ /, '') : folded;
      if (added !== '') line = (line ?? '') + added;
      return;
    }
    const [first = '', ...others] = text.split('\n');
    if (first !== '') line = (line ?? '') + first;
    for (const other of others) {
      line ??= '';
      end();
      if (other !== '') line = other;
    }
  };
  const walk = (parent: Element) => {
    const style = getComputedStyle(parent);
    for (const node of parent.childNodes) {
      if (chars > charsMax) return;
      if (node instanceof Text) write(node.data.replace(PLACEHOLDERS, ''), style);
      else if (node instanceof Element) walkElement(node);
    }
  };
  const walkElement = (element: Element) => {
    if (tagOf(element) === 'br') {
      line ??= '';
      end();
      return;
    }
    const { display, pointerEvents } = getComputedStyle(element);
    const isFixed = attributeOf(element, 'contenteditable') === 'false';
    // A hint that an editor shows while it is empty.
    const isHint = pointerEvents === 'none' || attributeOf(element, 'aria-hidden') === 'true';
    if (display === 'none' || (isFixed && isHint)) return;
    const isBlock = !INLINE.test(display);
    if (isBlock) end();
    walk(element);
    if (isBlock) end();
  };
  walk(host);
  end();
  return lines.join('\n').replace(/\u00a0/g, ' ');
}
