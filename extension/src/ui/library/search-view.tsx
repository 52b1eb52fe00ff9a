// Search: results as the person types, filters beside them, and an answer above them where they asked something.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { describeCount } from '../../library/describe-page';
import { isQuestionLike } from '../../library/question-like';
import { pagePath } from '../../library/route';
import { hasWords, NO_SEARCH, type SearchState } from '../../library/search-state';
import { askWorker } from '../../messages';
import { sanitize } from '../../policy/sanitize';
import type { KnowledgeStats, SearchResults } from '../../wire';
import { Untrusted } from '../untrusted';
import { AnswerCard } from './answer-card';
import { Bones, Fault } from './bones';
import { useLibrary } from './context';
import { EmptyLibrary } from './empty-library';
import { FacetList } from './facets';
import { FilterBar } from './filter-bar';
import { Marked } from './marked';
import { ResultList } from './result-list';
import { SearchField } from './search-field';
import { Sheet } from './sheet';
import { useIsSlow, useSettled } from './use-later';
import { useQuestion } from './use-question';
import { useRequest } from './use-request';
import { useSearch, type FoundPages } from './use-search';
import { ROW_LINK } from './use-result-keys';

/** A pause in typing that ends a search, and a longer one that ends a question. */
const TYPING_MS = 120;
const QUESTION_MS = 700;
const SUGGESTIONS = 5;

/** What the person left, for when they come back. */
export interface SearchMemory {
  found: FoundPages;
  scrollY: number;
  /** The page that they opened. */
  opened: number | undefined;
}

interface Props {
  start: SearchState;
  memory: { current: SearchMemory | undefined };
  stats: KnowledgeStats | undefined;
  hasLetters: boolean;
}

export function SearchView({ start, memory, stats, hasLetters }: Props) {
  const { keep, go } = useLibrary();
  const [search, setSearch] = useState(start);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const words = useSettled(search.words, TYPING_MS);
  const settled = useMemo(() => ({ ...search, words }), [search, words]);
  const { found, fault, isLoading, isLoadingMore, loadMore, retry } = useSearch(
    settled,
    memory.current?.found,
  );
  const question = useQuestion();
  const hasModel = useHasModel(question.answer !== undefined);
  const isSlow = useIsSlow(isLoading);

  useEffect(() => {
    keep({ search: settled });
  }, [settled, keep]);
  useRemembered(memory, found);
  useAutomaticQuestion(search.words, question);

  const replaceWords = (text: string) => {
    setSearch((before) => ({ ...before, words: text }));
  };
  const hint = (text: string) => {
    const before = search.words.trim();
    replaceWords(before === '' ? text : `${before} ${text}`);
    field.current?.focus();
  };
  const submit = () => {
    if (isQuestionLike(search.words)) question.ask(search.words);
    else document.querySelector<HTMLElement>(`[${ROW_LINK}]`)?.focus();
  };
  const isLibraryEmpty = stats?.pages === 0;

  return (
    <div class="width">
      <h1 class="unseen">Search your library</h1>
      <div class="search-top">
        <SearchField
          fieldRef={field}
          text={search.words}
          hasLetters={hasLetters}
          onInput={replaceWords}
          onSubmit={submit}
          onClear={() => {
            replaceWords('');
            question.close();
            field.current?.focus();
          }}
        />
        {!isLibraryEmpty && (
          <FilterBar
            search={search}
            count={found ? describeCount(found.results) : ''}
            onChange={setSearch}
            onHint={hint}
            onFilters={() => {
              setSheetOpen(true);
            }}
          />
        )}
      </div>
      {isLibraryEmpty ? (
        <EmptyLibrary />
      ) : (
        <div class="finder">
          <div class="found" aria-busy={isLoading}>
            {question.fault !== undefined && (
              <Fault
                text={question.fault}
                onRetry={() => {
                  question.ask(question.asked ?? search.words);
                }}
              />
            )}
            {question.answer && (
              <AnswerCard
                answer={question.answer}
                isFromWeb={question.by === 'web'}
                hasModel={hasModel}
                isBusy={question.isBusy}
                onAskModel={() => {
                  question.ask(question.asked ?? '', 'model');
                }}
                onLookUp={() => {
                  question.ask(question.asked ?? '', 'web');
                }}
                onAsk={(next) => {
                  setSearch({ ...NO_SEARCH, words: next });
                  question.ask(next);
                }}
                onClose={question.close}
              />
            )}
            <Suggestions words={words} found={found} />
            {found && <Corrections results={found.results} />}
            {fault !== undefined && <Fault text={fault} onRetry={retry} />}
            {isSlow && !found && <Bones what="pages" lines={8} />}
            {found && found.hits.length > 0 && (
              <ResultList found={found} isLoadingMore={isLoadingMore} onMore={loadMore} />
            )}
            {found?.hits.length === 0 && !isLoading && (
              <NothingFound
                search={found.search}
                onAsk={() => {
                  question.ask(search.words);
                }}
                onReset={() => {
                  setSearch(NO_SEARCH);
                  field.current?.focus();
                }}
                onImport={() => {
                  go('import');
                }}
              />
            )}
          </div>
          {found && (
            <aside class="facets hide-narrow" aria-label="Filters">
              <FacetList facets={found.results.facets} search={search} onChange={setSearch} />
            </aside>
          )}
        </div>
      )}
      {isSheetOpen && found && (
        <Sheet
          title="Filters"
          onClose={() => {
            setSheetOpen(false);
          }}
        >
          <FacetList facets={found.results.facets} search={search} onChange={setSearch} />
        </Sheet>
      )}
    </div>
  );
}

/** Titles that begin with what was typed so far: the last word may be the beginning of one. */
function Suggestions({ words, found }: { words: string; found: FoundPages | undefined }) {
  const text = words.trim();
  const isWanted = text.length > 1 && !isQuestionLike(text);
  const { value } = useRequest(isWanted ? text : undefined, () =>
    askWorker('suggestPages', { text, limit: SUGGESTIONS }),
  );
  const shown = new Set(found?.hits.map(({ page }) => page.id));
  const others = value?.pages.filter(({ id }) => !shown.has(id)) ?? [];
  if (!isWanted || others.length === 0) return null;
  return (
    <section class="suggestions" aria-label="Titles that begin so">
      <h2>Titles that begin so</h2>
      <ul>
        {others.map(({ id, title, marks, url }) => (
          <li key={id}>
            <a href={pagePath(id)} {...{ [ROW_LINK]: '' }}>
              {title === '' ? (
                <bdi>{sanitize(url, 100)}</bdi>
              ) : (
                <Marked text={title} marks={marks} />
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Corrections({ results: { corrected, notices } }: { results: SearchResults }) {
  if (corrected.length === 0 && notices.length === 0) return null;
  return (
    <div class="corrections" role="status">
      {corrected.map(({ word, instead }) => (
        <p key={word}>
          No page says <Untrusted text={word} />, so <Untrusted text={instead} /> was searched for.
        </p>
      ))}
      {notices.map((notice) => (
        <p key={notice}>{sanitize(notice, 300)}</p>
      ))}
    </div>
  );
}

interface NothingProps {
  search: SearchState;
  onAsk: () => void;
  onReset: () => void;
  onImport: () => void;
}

function NothingFound({ search, onAsk, onReset, onImport }: NothingProps) {
  return (
    <section class="nothing">
      <h2>{hasWords(search) ? 'No page has these words' : 'No page fits'}</h2>
      <p class="detail">
        {hasWords(search)
          ? 'Try other words, fewer of them, or another way of searching. Or ask a question: it is answered from what comes nearest.'
          : 'No page fits these filters.'}
      </p>
      <div class="buttons">
        {hasWords(search) && (
          <button type="button" onClick={onAsk}>
            Ask it as a question
          </button>
        )}
        <button type="button" onClick={onReset}>
          Clear search and filters
        </button>
        <button type="button" class="quiet" onClick={onImport}>
          Import more pages
        </button>
      </div>
    </section>
  );
}

/** Brings the person back to where they were, and remembers where they are. */
function useRemembered(
  memory: { current: SearchMemory | undefined },
  found: FoundPages | undefined,
): void {
  const latest = useRef(found);
  latest.current = found;
  useEffect(() => {
    const before = memory.current;
    if (before && before.found === latest.current) {
      window.scrollTo(0, before.scrollY);
      const link = document.querySelector<HTMLElement>(`[data-page="${before.opened ?? ''}"]`);
      link?.focus({ preventScroll: true });
    }
    const onOpen = (event: Event) => {
      const link = event.target instanceof Element && event.target.closest('[data-page]');
      if (!link || !latest.current) return;
      const opened = Number(link.getAttribute('data-page'));
      memory.current = { found: latest.current, scrollY: window.scrollY, opened };
    };
    document.addEventListener('click', onOpen, { capture: true });
    return () => {
      document.removeEventListener('click', onOpen, { capture: true });
    };
  }, [memory]);
}

/** A question is answered by itself, in the pages' words: no model is asked unless the person says so. */
function useAutomaticQuestion(
  words: string,
  { asked, ask, close }: Pick<ReturnType<typeof useQuestion>, 'asked' | 'ask' | 'close'>,
): void {
  const settled = useSettled(words, QUESTION_MS);
  useEffect(() => {
    if (settled.trim() === (asked ?? '').trim()) return;
    if (isQuestionLike(settled)) ask(settled);
    else if (asked !== undefined) close();
    // Only when the words have settled anew.
  }, [settled]);
}

function useHasModel(isWanted: boolean): boolean {
  const { value } = useRequest(isWanted ? 'models' : undefined, () => askWorker('listModels', {}));
  return (value?.models.length ?? 0) > 0;
}
