// Pages that fit a search: the first fifty as soon as it settles, and more of them when they are wanted.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { askWorker } from '../../messages';
import { isSameSearch, searchParams, type SearchState } from '../../library/search-state';
import type { SearchHit, SearchResults } from '../../wire';
import { useLibrary } from './context';

export interface FoundPages {
  search: SearchState;
  /** With the counts that came with the first hits. */
  results: SearchResults;
  hits: readonly SearchHit[];
  /** No more come, even where more fit: only the best are ranked. */
  isEnd: boolean;
}

export interface Search {
  found: FoundPages | undefined;
  fault: string | undefined;
  isLoading: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** `known` is what was found before, for when the person comes back to it. */
export function useSearch(search: SearchState, known: FoundPages | undefined): Search {
  const { isConnected } = useLibrary();
  const [found, setFound] = useState(() =>
    known && isSameSearch(known.search, search) ? known : undefined,
  );
  const [fault, setFault] = useState<string>();
  const [isLoading, setLoading] = useState(false);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [edition, setEdition] = useState(0);
  const current = useRef(found);
  current.current = found;
  const key = JSON.stringify(searchParams(search, 0));

  useEffect(() => {
    const isKnown = current.current && isSameSearch(current.current.search, search);
    if (!isConnected || (isKnown && edition === 0)) return;
    let isOutdated = false;
    setLoading(true);
    setLoadingMore(false);
    askWorker('searchPages', searchParams(search, 0)).then(
      (results) => {
        if (isOutdated) return;
        const { hits } = results;
        setFound({ search, results, hits, isEnd: hits.length >= results.total });
        setFault(undefined);
        setLoading(false);
      },
      (error: unknown) => {
        if (isOutdated) return;
        setFault(messageOf(error));
        setLoading(false);
      },
    );
    return () => {
      isOutdated = true;
    };
  }, [key, edition, isConnected]);

  const loadMore = useCallback(() => {
    const before = current.current;
    if (!before || before.isEnd || isLoadingMore) return;
    setLoadingMore(true);
    askWorker('searchPages', searchParams(before.search, before.hits.length)).then(
      ({ hits: more }) => {
        // Another search has been made since.
        if (current.current !== before) return;
        const seen = new Set(before.hits.map(({ page }) => page.id));
        // Pages that were kept in between move the others along.
        const hits = [...before.hits, ...more.filter(({ page }) => !seen.has(page.id))];
        const isEnd = more.length === 0 || hits.length >= before.results.total;
        setFound({ ...before, hits, isEnd });
        setLoadingMore(false);
      },
      (error: unknown) => {
        if (current.current !== before) return;
        setFault(messageOf(error));
        setLoadingMore(false);
      },
    );
  }, [isLoadingMore]);

  const retry = useCallback(() => {
    setEdition((last) => last + 1);
  }, []);
  return { found, fault, isLoading, isLoadingMore, loadMore, retry };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
