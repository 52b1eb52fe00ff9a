// The address bar: `tw`, Tab, and words of a page that was read. A suggestion opens its page; a question opens the page
// that answers it, at the sentence. All words come from pages, and Chrome reads descriptions as XML.
import { isQuestionLike } from '../library/question-like';
import { addressAtSentence, webAddress } from '../library/text-fragment';
import { sanitize } from '../policy/sanitize';
import type { Answer, PageSuggestion, SearchHit } from '../wire';

export type Disposition = 'currentTab' | 'newForegroundTab' | 'newBackgroundTab';

export interface OmniboxSuggestion {
  /** What is entered if it is chosen. */
  content: string;
  /** As Chrome's XML. */
  description: string;
}

export interface OmniboxApi {
  suggestPages: (text: string, limit: number) => Promise<readonly PageSuggestion[]>;
  searchPages: (query: string, limit: number) => Promise<readonly SearchHit[]>;
  /** In the pages' own words: the sentences are looked for in the page. */
  ask: (question: string) => Promise<Answer>;
  /** What Enter does with the words as they are. */
  describeEnter: (description: string) => void;
  open: (url: string, disposition: Disposition) => Promise<void>;
  /** Where the person sees what is kept, since nothing fits. */
  openMemory: (disposition: Disposition) => Promise<void>;
}

export interface Omnibox {
  changed: (text: string, suggest: (suggestions: OmniboxSuggestion[]) => void) => Promise<void>;
  entered: (text: string, disposition: Disposition) => Promise<void>;
}

/** Chrome shows no more. */
const SUGGESTIONS_MAX = 6;
/** With fewer pages whose title begins so, others are searched for in the texts. */
const SUGGESTIONS_ENOUGH = 3;
const SEARCH_LETTERS_MIN = 3;
const TEXT_LENGTH_MAX = 500;
const TITLE_LENGTH_MAX = 120;
const ADDRESS_LENGTH_MAX = 80;

export function createOmnibox(api: OmniboxApi): Omnibox {
  /** Of answers that arrive out of order, only those to the newest text count. */
  let newest = 0;

  return {
    async changed(typed, suggest) {
      newest += 1;
      const started = newest;
      const text = typed.trim().slice(0, TEXT_LENGTH_MAX);
      if (text === '') return;
      try {
        const begun = await api.suggestPages(text, SUGGESTIONS_MAX);
        const suggestions = begun.map(({ url, title, marks }) => suggestionOf(url, title, marks));
        if (begun.length < SUGGESTIONS_ENOUGH && text.length >= SEARCH_LETTERS_MIN) {
          // Whoever types on is not waited for.
          if (newest !== started) return;
          const found = await api.searchPages(text, SUGGESTIONS_MAX);
          suggestions.push(...found.map(({ page }) => suggestionOf(page.url, page.title, [])));
        }
        if (newest !== started) return;
        api.describeEnter(
          isQuestionLike(text)
            ? 'Ask what you have read: <match>%s</match>'
            : 'Open the page you have read about <match>%s</match>',
        );
        suggest(distinct(suggestions).slice(0, SUGGESTIONS_MAX));
      } catch {
        if (newest === started) api.describeEnter('Tabwright is not connected');
      }
    },

    async entered(typed, disposition) {
      newest += 1;
      const text = typed.trim().slice(0, TEXT_LENGTH_MAX);
      const url = webAddress(typed.trim()) ?? (await find(api, text).catch(() => undefined));
      if (url === undefined) await api.openMemory(disposition);
      else await api.open(url, disposition);
    },
  };
}

/** The page that answers a question or fits best. Undefined where none does. */
async function find(api: OmniboxApi, text: string): Promise<string | undefined> {
  if (text === '') return undefined;
  if (isQuestionLike(text)) {
    const { isAnswered, sources, findings } = await api.ask(text);
    const source = isAnswered ? sources[0] : undefined;
    const quoted = findings.find((finding) => finding.source === source?.number);
    const address =
      source && (addressAtSentence(source.url, quoted?.text ?? '') ?? webAddress(source.url));
    if (address !== undefined) return address;
  }
  const [hit] = await api.searchPages(text, 1);
  return hit && webAddress(hit.page.url);
}

function suggestionOf(
  url: string,
  title: string,
  marks: readonly (readonly [number, number])[],
): OmniboxSuggestion {
  const shown = sanitize(title, TITLE_LENGTH_MAX);
  // The places of the marks are those of the title as it is.
  const marked = shown === title ? markedXml(title, marks) : escapeXml(shown);
  const address = escapeXml(sanitize(url, ADDRESS_LENGTH_MAX));
  return { content: url, description: `${marked} <url>${address}</url>` };
}

function markedXml(title: string, marks: readonly (readonly [number, number])[]): string {
  let xml = '';
  let at = 0;
  for (const [start, end] of marks) {
    if (start < at || end <= start || end > title.length) continue;
    xml += `${escapeXml(title.slice(at, start))}<match>${escapeXml(title.slice(start, end))}</match>`;
    at = end;
  }
  return xml + escapeXml(title.slice(at));
}

function escapeXml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&apos;')
      // Half of a pair is no character of XML.
      .replaceAll(/\p{Cs}/gu, '')
  );
}

/** Chrome takes no address twice, and none that is not one of the web. */
function distinct(suggestions: readonly OmniboxSuggestion[]): OmniboxSuggestion[] {
  const byUrl = new Map<string, OmniboxSuggestion>();
  for (const one of suggestions) {
    if (webAddress(one.content) !== undefined && !byUrl.has(one.content))
      byUrl.set(one.content, one);
  }
  return [...byUrl.values()];
}
