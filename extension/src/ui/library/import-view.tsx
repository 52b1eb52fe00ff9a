// Import: what was found on this computer, what is brought in by hand, and how far it is.
import { useRef, useState } from 'preact/hooks';
import { askWorker } from '../../messages';
import type { ImportSource, ImportWhat } from '../../wire';
import { Bones, Fault } from './bones';
import { ImportForm } from './import-form';
import { ImportJobs } from './import-jobs';
import { useImports } from './use-imports';
import { useRequest } from './use-request';

const KB = 1_000;
const MB = 1_000_000;
const PATH_CHARS_MAX = 4_096;

/** What the form is open for. */
interface Chosen {
  what: ImportWhat;
  label: string;
}

export function ImportView() {
  const imports = useImports();
  const sources = useRequest('sources', () => askWorker('listImportSources', {}));
  const [chosen, setChosen] = useState<Chosen>();
  const heading = useRef<HTMLHeadingElement>(null);

  return (
    <div class="section import">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Import
        </h1>
        <p class="lead">
          Titles and addresses come in at once. The text of the pages is fetched only if you ask for
          it. What you have forgotten stays forgotten.
        </p>
      </div>
      <ImportJobs imports={imports} />
      {chosen ? (
        <ImportForm
          label={chosen.label}
          source={chosen.what}
          onStart={imports.start}
          onClose={() => {
            setChosen(undefined);
            requestAnimationFrame(() => heading.current?.focus());
          }}
        />
      ) : (
        <>
          <ConnectedCard onChoose={setChosen} />
          <section class="card" aria-label="Other browsers on this computer">
            <h2>Browsers on this computer</h2>
            {sources.fault !== undefined && <Fault text={sources.fault} onRetry={sources.retry} />}
            {!sources.value && sources.fault === undefined && <Bones what="browsers" />}
            {sources.value?.sources.length === 0 && (
              <p class="detail">No bookmarks or history of another browser were found.</p>
            )}
            <ul class="import-sources">
              {sources.value?.sources.map((source) => (
                <SourceRow key={source.folder} source={source} onChoose={setChosen} />
              ))}
            </ul>
          </section>
          <FileCard onChoose={setChosen} />
        </>
      )}
    </div>
  );
}

interface ChooseProps {
  onChoose: (chosen: Chosen) => void;
}

function ConnectedCard({ onChoose }: ChooseProps) {
  const choose = (bookmarks: boolean, history: boolean, label: string) => () => {
    onChoose({ what: { what: 'connected', bookmarks, history }, label });
  };
  return (
    <section class="card" aria-label="This browser">
      <h2>This browser</h2>
      <p class="detail">As Chrome tells them: also bookmarks that only Chrome itself can read.</p>
      <div class="buttons">
        <button type="button" onClick={choose(true, false, 'Bookmarks of this browser')}>
          Bookmarks…
        </button>
        <button type="button" onClick={choose(false, true, 'History of this browser')}>
          History…
        </button>
      </div>
    </section>
  );
}

function SourceRow({ source, onChoose }: ChooseProps & { source: ImportSource }) {
  const { browser, profile, folder, bookmarksBytes, historyBytes } = source;
  const name = `${browser} (${profile})`;
  return (
    <li>
      <div class="grow">
        <p class="import-name">
          <bdi>{browser}</bdi> <bdi class="detail">{profile}</bdi>
        </p>
        {source.hasEncryptedBookmarks && (
          <p class="detail">
            Some bookmarks are in your account, and only {browser} itself can read them.
          </p>
        )}
      </div>
      {bookmarksBytes !== undefined && (
        <button
          type="button"
          title={sizeOf(bookmarksBytes)}
          onClick={() => {
            onChoose({ what: { what: 'bookmarks', folder }, label: `Bookmarks of ${name}` });
          }}
        >
          Bookmarks…<span class="unseen"> of {name}</span>
        </button>
      )}
      {historyBytes !== undefined && (
        <button
          type="button"
          title={sizeOf(historyBytes)}
          onClick={() => {
            onChoose({ what: { what: 'history', folder }, label: `History of ${name}` });
          }}
        >
          History…<span class="unseen"> of {name}</span>
        </button>
      )}
    </li>
  );
}

function FileCard({ onChoose }: ChooseProps) {
  const [path, setPath] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  return (
    <section class="card" aria-label="A file or a folder">
      <h2>A file or a folder</h2>
      <form
        class="setting"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = path.trim().replace(/^"(.*)"$/, '$1');
          if (isAbsolute(typed)) {
            onChoose({ what: { what: 'file', path: typed }, label: typed });
            return;
          }
          setFault('Write the whole path, such as /home/you/bookmarks.html.');
          field.current?.focus();
        }}
      >
        <label for="import-path">Where it is on this computer</label>
        <div class="field">
          <input
            id="import-path"
            ref={field}
            type="text"
            value={path}
            maxLength={PATH_CHARS_MAX}
            placeholder="/home/you/Downloads/bookmarks.html"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={fault !== undefined}
            aria-describedby="import-path-hint import-path-fault"
            onInput={({ currentTarget }) => {
              setPath(currentTarget.value);
              setFault(undefined);
            }}
          />
          <button type="submit">Next</button>
        </div>
        <p id="import-path-hint" class="detail">
          HTML bookmarks, exports of Pocket, Raindrop, Karakeep and Instapaper, saved pages (HTML,
          MHTML, WARC) and folders of them.
        </p>
        <p id="import-path-fault" class="fault" role="alert">
          {fault}
        </p>
      </form>
    </section>
  );
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) || path.startsWith('\\\\');
}

function sizeOf(bytes: number): string {
  if (bytes < MB) return `${Math.max(1, Math.round(bytes / KB)).toLocaleString('en')} kB`;
  return `${(bytes / MB).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}
