// @ts-check
import { control, show } from '/kit/page.mjs';

const text = control('div', {
  id: 'text',
  role: 'textbox',
  contenteditable: 'true',
  'aria-multiline': 'true',
  'aria-label': 'Message text',
  style: 'min-height: 4rem; border: 1px dotted #777',
});
show(document.body, text.node);
