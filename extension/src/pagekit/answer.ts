// Reads the page. Knows a document and nothing of Chrome's extension API, so that it can run in
// any carrier: as a content script here, over CDP in a managed browser.
import type { PageDescription } from '../wire';
import type { PageAnswer, PageRequest } from './contract';

export function answer(request: PageRequest, page: Document): PageAnswer {
  switch (request.type) {
    case 'echo':
      return { text: request.text };
    case 'describe':
      return describe(page);
  }
}

function describe(page: Document): PageDescription {
  return { url: page.URL, title: page.title, readyState: page.readyState };
}
