// The library: a navigation, and the view that the address names.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ConnectionState } from '../../connection/state';
import { describe } from '../../connection/describe';
import type { Place } from '../../library/route';
import { NO_SEARCH } from '../../library/search-state';
import { askWorker } from '../../messages';
import { Card } from '../card';
import { ConnectionView } from '../connection-view';
import { LibraryContext, type Library } from './context';
import { GraphSection } from './graph-section';
import { ImportView } from './import-view';
import { KeysDialog } from './keys-dialog';
import { MoreView, Navigation, SECTION_NAMES } from './navigation';
import { PageView } from './page-view';
import { PagesView } from './pages-view';
import { PrivacyView } from './privacy-view';
import { SearchView, type SearchMemory } from './search-view';
import { StatsView } from './stats-view';
import { usePlace } from './use-place';
import { useRequest } from './use-request';
import { loadHasLetters, saveHasLetters, useResultKeys } from './use-result-keys';

export function LibraryPage({ state }: { state: ConnectionState }) {
  const { place, go, keep, back } = usePlace();
  const [statsEdition, setStatsEdition] = useState(0);
  const refreshStats = useCallback(() => {
    setStatsEdition((last) => last + 1);
  }, []);
  const isConnected = state.kind === 'connected';
  const library = useMemo<Library>(
    () => ({ isConnected, go, keep, back, refreshStats }),
    [isConnected, go, keep, back, refreshStats],
  );
  return (
    <LibraryContext.Provider value={library}>
      <Shell state={state} place={place} statsEdition={statsEdition} />
    </LibraryContext.Provider>
  );
}

interface ShellProps {
  state: ConnectionState;
  place: Place;
  statsEdition: number;
}

function Shell({ state, place, statsEdition }: ShellProps) {
  const main = useRef<HTMLElement>(null);
  const stats = useRequest(`stats ${statsEdition}`, () => askWorker('getKnowledgeStats', {}));
  const settings = useRequest(`settings ${statsEdition}`, () =>
    askWorker('getKnowledgeSettings', {}),
  );
  const [isShowingKeys, setShowingKeys] = useState(false);
  const [hasLetters, setLetters] = useState(loadHasLetters);
  const showKeys = useCallback(() => {
    setShowingKeys(true);
  }, []);
  useResultKeys({ showKeys, hasLetters });
  useFocusOnMove(place, main);
  const memory = useRef<SearchMemory>(undefined);
  const section = place.kind === 'page' ? undefined : place.section;

  return (
    <div class="app">
      <button type="button" class="skip primary" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <Navigation
        section={section}
        stats={stats.value}
        settings={settings.value}
        state={state}
        onKeys={showKeys}
      />
      <main ref={main} tabIndex={-1}>
        {state.kind !== 'connected' && <Offline state={state} hasContent={!!stats.value} />}
        {(state.kind === 'connected' || stats.value) && (
          <View
            key={keyOf(place)}
            place={place}
            memory={memory}
            stats={stats.value}
            hasLetters={hasLetters}
          />
        )}
      </main>
      {isShowingKeys && (
        <KeysDialog
          hasLetters={hasLetters}
          onLetters={(wanted) => {
            saveHasLetters(wanted);
            setLetters(wanted);
          }}
          onClose={() => {
            setShowingKeys(false);
          }}
        />
      )}
    </div>
  );
}

interface ViewProps {
  place: Place;
  memory: { current: SearchMemory | undefined };
  stats: Parameters<typeof PagesView>[0]['stats'];
  hasLetters: boolean;
}

function View({ place, memory, stats, hasLetters }: ViewProps) {
  if (place.kind === 'page') return <PageView page={place.page} version={place.version} />;
  const graph = place.state.graph ?? {};
  switch (place.section) {
    case 'search':
      return (
        <SearchView
          start={place.state.search ?? NO_SEARCH}
          memory={memory}
          stats={stats}
          hasLetters={hasLetters}
        />
      );
    case 'pages':
      return <PagesView stats={stats} />;
    case 'names':
      return <GraphSection of="entities" place={graph} />;
    case 'topics':
      return <GraphSection of="topics" place={graph} />;
    case 'import':
      return <ImportView />;
    case 'privacy':
      return <PrivacyView />;
    case 'statistics':
      return <StatsView stats={stats} />;
    case 'more':
      return <MoreView />;
  }
}

/** What was loaded stays in view, and says that it may be old. */
function Offline({ state, hasContent }: { state: ConnectionState; hasContent: boolean }) {
  if (!hasContent) {
    return (
      <div class="section">
        <h1>Library</h1>
        <Card>
          <ConnectionView state={state} />
        </Card>
      </div>
    );
  }
  const { headline, canConnect } = describe(state);
  return (
    <div class="banner" role="status">
      <p class="grow">{headline}. What you see was loaded before.</p>
      {canConnect && (
        <button
          type="button"
          onClick={() => {
            askWorker('connect', {}).catch(console.warn);
          }}
        >
          Connect
        </button>
      )}
    </div>
  );
}

/** The view starts anew where another one is named, or another part of the map. */
function keyOf(place: Place): string {
  if (place.kind === 'page') return `page ${place.page}`;
  const { community, around } = place.state.graph ?? {};
  const isMap = place.section === 'names' || place.section === 'topics';
  if (isMap) return JSON.stringify([place.section, community, around]);
  return `${place.section} ${JSON.stringify(place.state.search ?? '')}`;
}

/** Another view is announced by its heading, which gets the focus. */
function useFocusOnMove(place: Place, main: { current: HTMLElement | null }): void {
  const key = keyOf(place);
  const name = place.kind === 'page' ? 'Page' : SECTION_NAMES[place.section];
  const isFirst = useRef(true);
  useEffect(() => {
    // Never what the page is called: Chrome keeps titles in its history, which forgetting does not reach.
    document.title = `${name} · Tabwright library`;
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const isBackAtResult = document.activeElement?.matches('[data-page]') ?? false;
    if (isBackAtResult) return;
    window.scrollTo(0, 0);
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex], #search-field');
    // What is still loading has no heading yet.
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [key, name, main]);
}
