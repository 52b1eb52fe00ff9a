// All text that a person could read in a frame, through open shadow roots.
import { redacted } from '../dom/secrets';
import { childNodesOf, isElement, shadowRootOf } from '../dom/native';

export function readableText(document: Document): string {
  const body = document.body as HTMLElement | null;
  if (!body) return '';
  return redacted(`${body.innerText} ${textInShadows(body)}`);
}

/** What the browser's own text of the page leaves out. */
function textInShadows(root: Node): string {
  let text = '';
  for (const child of childNodesOf(root)) {
    if (!isElement(child)) continue;
    const shadow = shadowRootOf(child);
    if (shadow) {
      for (const inner of shadow.children) {
        if (inner instanceof HTMLElement && inner.localName !== 'style')
          text += ` ${inner.innerText}`;
      }
      text += textInShadows(shadow);
    }
    text += textInShadows(child);
  }
  return text;
}
