// All text that a person could read in a frame, through open shadow roots.
import { redacted } from '../dom/secrets';
import { shadowRootsIn } from '../dom/tree';

export function readableText(document: Document): string {
  const body = document.body as HTMLElement | null;
  if (!body) return '';
  return redacted(`${body.innerText} ${textInShadows(body)}`);
}

/** What the browser's own text of the page leaves out. */
function textInShadows(body: Node): string {
  let text = '';
  for (const shadow of shadowRootsIn(body)) {
    for (const inner of shadow.children) {
      if (inner instanceof HTMLElement && inner.localName !== 'style')
        text += ` ${inner.innerText}`;
    }
  }
  return text;
}
